"""The records of a game under way that are neither orders nor dice: shapes only.

An agreement holds a proposal and the consents to it; roll_again uses a roll again that was taken
back; a note is words about a territory, for everybody; an absence says when a player is away.

Source: docs/formats/consent-v1.md.
"""

from typing import Annotated, TypeAlias

from engine.marks import Bounds, Size, Tag, wire
from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.wire.fields import MAX_RECORD, Hash, Name, Time

MAX_TERRITORY = 200
MAX_NOTE = 2_000
MAX_REASON = 500
LEAST_AWAY = 3_600
MAX_AWAY = 366 * 86_400


@wire("roll_again")
@dataclass(frozen=True, slots=True)
class RollAgain:
    """The dice of roll record number `record`, which was taken back, come again here."""

    prev: Annotated[Hash, Tag("prev")]
    nation: Annotated[Name, Tag("nation")]
    record: Annotated[int, Tag("record"), Bounds(0, MAX_RECORD)]


@wire("note")
@dataclass(frozen=True, slots=True)
class Note:
    """What a nation's player says about a territory; "" removes their note there."""

    prev: Annotated[Hash, Tag("prev")]
    nation: Annotated[Name, Tag("nation")]
    territory: Annotated[str, Tag("territory"), Size(MAX_TERRITORY, 1)]
    text: Annotated[str, Tag("text"), Size(MAX_NOTE)]
    time: Annotated[Time, Tag("time")]


@wire("absence")
@dataclass(frozen=True, slots=True)
class Absence:
    """The player of a nation says when they are away; `since` and `until` in Unix seconds."""

    prev: Annotated[Hash, Tag("prev")]
    nation: Annotated[Name, Tag("nation")]
    since: Annotated[Time, Tag("since")]
    until: Annotated[Time, Tag("until")]
    text: Annotated[str, Tag("text"), Size(MAX_REASON)]
    time: Annotated[Time, Tag("time")]

    def fault(self) -> str:
        """What is wrong with the fields together."""
        if LEAST_AWAY <= self.until - self.since <= MAX_AWAY:
            return ""
        return "does not end an hour to a year after it begins"


Said: TypeAlias = Agreement | RollAgain | Note | Absence
"""A record of these kinds."""
