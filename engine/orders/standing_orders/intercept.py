"""Who meets raids: `intercept Western Germany: 2 fighter`."""

from typing import Annotated

from engine.grammar.fields import CountedUnits, FlagEntry
from engine.grammar.reader import Reader, Tokens, is_word
from engine.grammar.writer import Name, counted_text
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass


@wire("intercept")
@dataclass(frozen=True, slots=True)
class StandingIntercept(Instruction):
    """Which aircraft take off: all of them, or a number of each type (() is none)."""

    everybody: Annotated[bool, Tag("everybody"), FlagEntry("whether all take off")]
    units: Annotated[CountedUnits, Tag("units")] = ()

    def says(self, name: Name) -> str:
        """`all`, numbers of types, or `nothing`."""
        return "all" if self.everybody else counted_text(self.units, name)

    def flaw(self) -> str:
        """Units are named only where not all take off."""
        return "all take off, so no units may be named" if self.everybody and self.units else ""


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    if len(tokens) == 1 and is_word(tokens[0], ("all",)):
        return StandingIntercept(*where, True)
    text = "interceptors are named by type and number only"
    return StandingIntercept(*where, False, reader.counted(tokens, "bad-order", text))


FORM = StandingForm(
    "intercept",
    StandingIntercept,
    _read,
    '("all" | bought)',
    ("intercept: 2 fighter", "intercept Western Germany: all", "intercept: nothing"),
)
