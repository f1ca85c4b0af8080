"""Blocks gain a step each: `strengthen 2 infantry: Berlin`."""

from engine.grammar.fields import Area, PlainForm, SomeUnits
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Strengthen(Order):
    """Add one to the strength of blocks.

    picks: which, by type and count or by number.
    territory: where they are.
    """

    picks: SomeUnits
    territory: Area

    def text(self, name: Name) -> str:
        """Which, then where."""
        return f"strengthen {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    return Strengthen(reader.some(what), reader.territory(where))


FORM = OrderForm(
    PlainForm("strengthen", Strengthen),
    when="production, in block games with cards",
    subject="purchases",
    verbs=(
        Verb(
            "strengthen",
            _read,
            'units ":" name',
            ("strengthen 2 infantry: Berlin",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
