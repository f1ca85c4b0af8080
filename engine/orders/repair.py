"""Repairing factories: `repair 2: Leningrad`."""

from typing import Annotated

from engine.grammar.fields import Area, Number, PlainForm
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Repair(Order):
    """Repair bombing damage of the factory in a territory, paid at once (B139).

    points: damage to be taken away, at least 1.
    """

    territory: Area
    points: Annotated[int, Number("the number of points")]

    def text(self, name: Name) -> str:
        """The points, then the territory."""
        return f"repair {self.points}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    if len(what) != 1:
        text = f"how many points? Write, for example: {reader.example}"
        reader.fault("count-missing", written(what), text)
        return Repair("", 1)
    return Repair(reader.territory(where), reader.count(what[0], "number of points"))


FORM = OrderForm(
    PlainForm("repair", Repair),
    when="purchase, where factories can be damaged",
    subject="purchases",
    verbs=(
        Verb(
            "repair",
            _read,
            'count ":" name',
            ("repair 2: Leningrad",),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
