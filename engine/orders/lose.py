"""Casualties: `lose 1 infantry, 1 armour: Finland`."""

from engine.grammar.fields import Area, PlainForm, SomeUnits
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """Choose casualties.

    A unit that can take several hits and is named once takes one of them.
    """

    territory: Area
    picks: SomeUnits

    def text(self, name: Name) -> str:
        """The units, then the territory."""
        return f"lose {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    return Lose(reader.territory(where), reader.some(what))


FORM = OrderForm(
    PlainForm("lose", Lose),
    when="in a battle",
    subject="battles",
    verbs=(
        Verb(
            "lose",
            _read,
            'units ":" name',
            ("lose 1 infantry, 1 armour: Finland",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
            meant_by=("casualties", "losses", "remove", "kill"),
        ),
    ),
)
