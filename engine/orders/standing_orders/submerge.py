"""Whether submarines submerge: `submerge SZ 19 Atlantic: yes when attackers > 4`."""

from typing import Annotated

from engine.grammar.fields import FlagEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where, read_answer
from engine.values import dataclass


@wire("submerge")
@dataclass(frozen=True, slots=True)
class StandingSubmerge(Instruction):
    """Whether submarines submerge when they may."""

    submerge: Annotated[bool, Tag("submerge"), FlagEntry("the answer")]

    def says(self, name: Name) -> str:
        """`yes` or `no`."""
        del name
        return "yes" if self.submerge else "no"


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    return StandingSubmerge(*where, read_answer(reader, tokens))


FORM = StandingForm(
    "submerge",
    StandingSubmerge,
    _read,
    "yesno",
    ("submerge: yes", "submerge SZ 19 Atlantic: yes when attackers > 4"),
)
