"""How fast a game goes: what its players agree on when they join.

Nothing in the log is refused because a turn was slow; a pace says until when a turn is in time,
when reminders are due, and what the players have agreed to do after the last one.

Source: docs/formats/save-v1.md, "Pace"; docs/adr/0050.
"""

from typing import Annotated, Final, TypeAlias

from engine.marks import SORTED, Bounds, Items, OneOf, Tag, wire
from engine.values import dataclass

NOTHING: Final = "nothing"
FORFEIT: Final = "forfeit"
AFTERWARDS: Final = (NOTHING, "computer", "substitute", FORFEIT)
"""What players may agree to do when the last reminder has passed."""

MAX_HOURS: Final = 2_160
MAX_BUMPS: Final = 20
MAX_ABSENCE: Final = 365
MINUTES: Final = 1_440
LEAST_OPEN: Final = 60
"""At least so many minutes of a day count, or a clock would be walked for decades."""

_WEEK: Final = 7
_Day: TypeAlias = Annotated[int, Bounds(0, _WEEK - 1)]


@wire("")
@dataclass(frozen=True, slots=True)
class Pace:
    """What a turn may take.

    hours: so many counted hours for a turn.
    days: the weekdays on which time counts, Monday 0, ascending, at least one.
    opens, closes: the minutes of the day between which time counts, local; both 0 for the whole
      day; closes before opens for a stretch over midnight, which belongs to the day it begins on.
    offset: minutes east of UTC by which days and minutes are told.
    bumps: how many reminders follow the deadline; every: counted hours between them.
    afterwards: what follows the last reminder, one of AFTERWARDS.
    absence: how many days in the whole game each player may be away.
    """

    hours: Annotated[int, Tag("hours"), Bounds(1, MAX_HOURS)]
    days: Annotated[tuple[_Day, ...], Tag("days"), Items(_WEEK, 1), SORTED] = tuple(range(_WEEK))
    opens: Annotated[int, Tag("opens"), Bounds(0, MINUTES - 1)] = 0
    closes: Annotated[int, Tag("closes"), Bounds(0, MINUTES - 1)] = 0
    offset: Annotated[int, Tag("offset"), Bounds(-720, 840)] = 0
    bumps: Annotated[int, Tag("bumps"), Bounds(0, MAX_BUMPS)] = 0
    every: Annotated[int, Tag("every"), Bounds(1, MAX_HOURS)] = 24
    afterwards: Annotated[str, Tag("afterwards"), OneOf(AFTERWARDS)] = NOTHING
    absence: Annotated[int, Tag("absence"), Bounds(0, MAX_ABSENCE)] = 0

    def fault(self) -> str:
        """What is wrong with the fields together."""
        return (
            f"leaves less than {LEAST_OPEN} minutes of a day"
            if minutes_open(self) < LEAST_OPEN
            else ""
        )


def minutes_open(pace: Pace) -> int:
    """How many minutes of a day count: 1 to 1,440."""
    return (pace.closes - pace.opens) % MINUTES or MINUTES
