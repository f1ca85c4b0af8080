"""Units that are lost last: `keep Berlin: 1 tank`, `keep: 1 land units`."""

from typing import Annotated, Final

from engine.core.ids import NO_TYPE, UnitTypeName
from engine.grammar.fields import NumberEntry, TextEntry
from engine.grammar.reader import UNITS, Reader, Tokens, is_word
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass

DOMAINS: Final = ("land", "air", "sea")
"""Kinds of units that `keep` can name in place of a unit type."""


@wire("keep")
@dataclass(frozen=True, slots=True)
class StandingKeep(Instruction):
    """`count` units are lost after all others.

    Of a type, or of one of DOMAINS: exactly one of `type` and `domain` is not "".
    """

    count: Annotated[int, Tag("count"), NumberEntry("a count")]
    type: Annotated[UnitTypeName, Tag("type"), TextEntry("a unit type", empty=True)]
    domain: Annotated[str, Tag("domain"), TextEntry("a kind of units", empty=True)] = ""

    def says(self, name: Name) -> str:
        """The count and the type or domain."""
        whom = f"{self.domain} units" if self.domain else name(self.type)
        return f"{self.count} {whom}"


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    count = reader.count(tokens[0], "number of units")
    rest = tokens[1:]
    if len(rest) == 2 and is_word(rest[0], DOMAINS) and is_word(rest[1], UNITS):
        return StandingKeep(*where, count, NO_TYPE, rest[0].text.casefold())
    return StandingKeep(*where, count, reader.unit_type(rest))


FORM = StandingForm(
    "keep",
    StandingKeep,
    _read,
    'count (name | ("land" | "air" | "sea") "units")',
    ("keep: 1 land units", "keep Finland: 2 armour"),
)
