"""Blocks are given up: `disband 1 infantry: Berlin`."""

from engine.grammar.fields import Area, PlainForm, SomeUnits
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Disband(Order):
    """Take blocks of one's own off the board (T108).

    picks: which, by type and count or by number.
    territory: where they are.
    """

    picks: SomeUnits
    territory: Area

    def text(self, name: Name) -> str:
        """Which, then where."""
        return f"disband {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    return Disband(reader.some(what), reader.territory(where))


FORM = OrderForm(
    PlainForm("disband", Disband),
    when="any time in your own turn, in block games",
    verbs=(
        Verb(
            "disband",
            _read,
            'units ":" name',
            ("disband 1 infantry: Berlin",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
