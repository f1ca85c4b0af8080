"""Kamikaze attacks on ships: `kamikaze 2 carrier, 1 battleship: SZ 10 North Sea`."""

from engine.grammar.fields import AnyUnits, Area, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Kamikaze(Order):
    """Attack ships with kamikazes; no picks: none attacks.

    The picks name the targets; a number counts attacks, and a ship may be named several times.
    """

    territory: Area
    picks: AnyUnits

    def text(self, name: Name) -> str:
        """Without units: `kamikaze nothing`."""
        return f"kamikaze {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Kamikaze(*reader.units_at(tokens))


FORM = OrderForm(
    PlainForm("kamikaze", Kamikaze),
    when="before the battles, by the defender who is asked; counts attacks on the ships named",
    subject="battles",
    verbs=(
        Verb(
            "kamikaze",
            _read,
            'units ":" name',
            (
                "kamikaze 2 carrier: SZ 10 North Sea",
                "kamikaze 2 carrier #7 #7: SZ 10 North Sea",
                "kamikaze nothing: SZ 10 North Sea",
            ),
            before=(Noun.UNIT_TYPE, "nothing"),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
