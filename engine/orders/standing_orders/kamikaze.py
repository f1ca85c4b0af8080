"""What kamikaze attacks are aimed at: `kamikaze 6 Sea Zone: 3 carrier, 2 battleship`."""

from typing import Annotated

from engine.grammar.fields import CountedUnits
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name, counted_text
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass


@wire("kamikaze")
@dataclass(frozen=True, slots=True)
class StandingKamikaze(Instruction):
    """How many kamikaze attacks are made on ships of each type, the first type first.

    () is none.
    """

    attacks: Annotated[CountedUnits, Tag("attacks")] = ()

    def says(self, name: Name) -> str:
        """Numbers of types, or `nothing`."""
        return counted_text(self.attacks, name)


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    text = "kamikaze attacks are aimed by the type of the ships and a number only"
    return StandingKamikaze(*where, reader.counted(tokens, "bad-order", text))


FORM = StandingForm(
    "kamikaze",
    StandingKamikaze,
    _read,
    "bought",
    ("kamikaze: 3 carrier, 2 battleship", "kamikaze 6 Sea Zone: nothing"),
)
