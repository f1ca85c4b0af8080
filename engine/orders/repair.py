"""Repairing what raids have damaged: `repair 2: Leningrad`, `repair 2 factory: Leningrad`."""

from typing import Annotated

from engine.core.ids import NO_TYPE, NOWHERE, UnitTypeName
from engine.grammar.fields import Area, NumberEntry, PlainForm, TextEntry
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Repair(Order):
    """Repair bombing damage of the factory in a territory, paid at once (B139).

    points: damage to be taken away, at least 1; target: the unit type, "" for factories.
    """

    territory: Area
    points: Annotated[int, NumberEntry("the number of points")]
    target: Annotated[UnitTypeName, TextEntry("a unit type", empty=True)] = NO_TYPE

    def text(self, name: Name) -> str:
        """The points, what is repaired, then the territory."""
        what = f" {name(self.target)}" if self.target else ""
        return f"repair {self.points}{what}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    if not what:
        text = f"how many points? Write, for example: {reader.example}"
        reader.fault("count-missing", written(what), text)
        return Repair(NOWHERE, 1)
    target = reader.unit_type(what[1:]) if what[1:] else NO_TYPE
    return Repair(reader.territory(where), reader.count(what[0], "number of points"), target)


FORM = OrderForm(
    PlainForm("repair", Repair),
    when="purchase, where factories can be damaged",
    subject="purchases",
    verbs=(
        Verb(
            "repair",
            _read,
            'count [name] ":" name',
            ("repair 2: Leningrad", "repair 2 factory: Leningrad"),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
