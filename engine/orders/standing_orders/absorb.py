"""Units that take hits before any is lost: `absorb: battleship`."""

from typing import Annotated

from engine.core.ids import UnitTypeName
from engine.grammar.fields import ListEntry, TextEntry
from engine.grammar.reader import Reader, Tokens, split_at
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where, is_nothing
from engine.values import dataclass


@wire("absorb")
@dataclass(frozen=True, slots=True)
class StandingAbsorb(Instruction):
    """Types whose spare hit points are used up before any unit is lost; other types keep theirs."""

    types: Annotated[
        tuple[UnitTypeName, ...], Tag("types"), ListEntry("the list", TextEntry("a name"))
    ]

    def says(self, name: Name) -> str:
        """The types, or `nothing`."""
        return ", ".join(map(name, self.types)) or "nothing"


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    if is_nothing(tokens):
        return StandingAbsorb(*where, ())
    types = tuple(reader.unit_type(part) for part in split_at(tokens, (",",)))
    return StandingAbsorb(*where, types)


FORM = StandingForm(
    "absorb",
    StandingAbsorb,
    _read,
    '("nothing" | name {"," name})',
    ("absorb: battleship", "absorb: nothing"),
)
