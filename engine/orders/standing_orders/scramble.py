"""Who takes off from bases to help nearby: `scramble 110 Sea Zone: 2 fighter`."""

from typing import Annotated

from engine.grammar.fields import CountedUnits, FlagEntry
from engine.grammar.reader import Reader, Tokens, is_word
from engine.grammar.writer import Name, counted_text
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass


@wire("scramble")
@dataclass(frozen=True, slots=True)
class StandingScramble(Instruction):
    """Which aircraft scramble to help in the area: all that may, or a number of each type.

    () is none.
    """

    everybody: Annotated[bool, Tag("everybody"), FlagEntry("whether all scramble")]
    units: Annotated[CountedUnits, Tag("units")] = ()

    def says(self, name: Name) -> str:
        """`all`, numbers of types, or `nothing`."""
        return "all" if self.everybody else counted_text(self.units, name)

    def flaw(self) -> str:
        """Units are named only where not all scramble."""
        return "all scramble, so no units may be named" if self.everybody and self.units else ""


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    if len(tokens) == 1 and is_word(tokens[0], ("all",)):
        return StandingScramble(*where, True)
    text = "aircraft that scramble are named by type and number only"
    return StandingScramble(*where, False, reader.counted(tokens, "bad-order", text))


FORM = StandingForm(
    "scramble",
    StandingScramble,
    _read,
    '("all" | bought)',
    ("scramble: all", "scramble 110 Sea Zone: 2 fighter", "scramble: nothing"),
)
