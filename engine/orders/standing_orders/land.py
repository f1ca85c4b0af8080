"""Where aircraft go whose carriers are gone: `land SZ 57 Arabian Sea: Bombay`."""

from typing import Annotated

from engine.core.ids import TerritoryName
from engine.grammar.fields import ListEntry, TextEntry
from engine.grammar.reader import Reader, Tokens, split_at
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass


@wire("land")
@dataclass(frozen=True, slots=True)
class StandingLand(Instruction):
    """Where aircraft go whose carriers are gone, in order of preference."""

    to: Annotated[tuple[TerritoryName, ...], Tag("to"), ListEntry("the list", TextEntry("a name"))]

    def says(self, name: Name) -> str:
        """The places in a row."""
        return ", ".join(map(name, self.to))


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    return StandingLand(*where, tuple(reader.territory(part) for part in split_at(tokens, (",",))))


FORM = StandingForm(
    "land", StandingLand, _read, 'name {"," name}', ("land SZ 57 Arabian Sea: Bombay",)
)
