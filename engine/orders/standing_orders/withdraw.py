"""Whether submarines leave for another zone: `withdraw SZ 19 Atlantic: no`."""

from typing import Annotated

from engine.core.ids import TerritoryName
from engine.grammar.fields import FlagEntry, ListEntry, TextEntry
from engine.grammar.reader import NO, YES, Reader, Tokens, is_word, split_at
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where, read_answer
from engine.values import dataclass


@wire("withdraw")
@dataclass(frozen=True, slots=True)
class StandingWithdraw(Instruction):
    """Whether submarines leave for a neighbouring zone, in games in which they cannot submerge.

    to: zones in order of preference; () takes the first that is free.
    """

    leave: Annotated[bool, Tag("leave"), FlagEntry("the answer")]
    to: Annotated[
        tuple[TerritoryName, ...], Tag("to"), ListEntry("the list", TextEntry("a name"))
    ] = ()

    def says(self, name: Name) -> str:
        """The zones, or `yes` or `no`."""
        return ", ".join(map(name, self.to)) or ("yes" if self.leave else "no")


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    if len(tokens) == 1 and is_word(tokens[0], (*YES, *NO)):
        return StandingWithdraw(*where, read_answer(reader, tokens))
    zones = tuple(reader.territory(part) for part in split_at(tokens, (",",)))
    return StandingWithdraw(*where, True, zones)


FORM = StandingForm(
    "withdraw",
    StandingWithdraw,
    _read,
    '(yesno | name {"," name})',
    ("withdraw: no", "withdraw: yes when attackers > 4", "withdraw: SZ 19 Atlantic"),
)
