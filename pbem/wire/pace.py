"""How fast a game goes: what its players agree on when they join.

Nothing in the log is refused because a turn was slow; a pace says until when a turn is in time,
when reminders are due, and what the players have agreed to do after the last one.

Source: docs/formats/save-v1.md, "Pace"; docs/adr/0050.
"""

from typing import Annotated, Final

from engine.values import dataclass
from pbem.wire.canonical import Plain
from pbem.wire.fields import Fields, wrong_shape
from pbem.wire.tags import Tag, tags_of, wire

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
_WEST, _EAST = -720, 840


@wire("")
@dataclass(frozen=True, slots=True)
class Pace:
    """What a turn may take.

    hours: so many counted hours for a turn, 1 to 2,160.
    days: the weekdays on which time counts, Monday 0, ascending, at least one.
    opens, closes: the minutes of the day between which time counts, local; both 0 for the whole
      day; closes before opens for a stretch over midnight, which belongs to the day it begins on.
    offset: minutes east of UTC by which days and minutes are told, -720 to 840.
    bumps: how many reminders follow the deadline, 0 to 20; every: counted hours between them.
    afterwards: what follows the last reminder, one of AFTERWARDS.
    absence: how many days in the whole game each player may be away, 0 to 365.
    """

    hours: Annotated[int, Tag("hours")]
    days: Annotated[tuple[int, ...], Tag("days")] = tuple(range(_WEEK))
    opens: Annotated[int, Tag("opens")] = 0
    closes: Annotated[int, Tag("closes")] = 0
    offset: Annotated[int, Tag("offset")] = 0
    bumps: Annotated[int, Tag("bumps")] = 0
    every: Annotated[int, Tag("every")] = 24
    afterwards: Annotated[str, Tag("afterwards")] = NOTHING
    absence: Annotated[int, Tag("absence")] = 0


def read_pace(value: Plain, what: str) -> Pace | None:
    """The pace in a decoded body, None for nil; raises NotASaveError `wrong-shape`."""
    if value is None:
        return None
    fields = Fields(value, what, tags_of(Pace))
    days: list[int] = []
    for item in fields.items("days", 1, _WEEK):
        if not isinstance(item, int) or isinstance(item, bool) or not 0 <= item < _WEEK:
            raise wrong_shape(f"{what}.days", "holds something other than numbers from 0 to 6")
        days.append(item)
    if days != sorted(set(days)):
        raise wrong_shape(f"{what}.days", "is not sorted or names a day twice")
    pace = Pace(
        hours=fields.integer("hours", 1, MAX_HOURS),
        days=tuple(days),
        opens=fields.integer("opens", 0, MINUTES - 1),
        closes=fields.integer("closes", 0, MINUTES - 1),
        offset=fields.integer("offset", _WEST, _EAST),
        bumps=fields.integer("bumps", 0, MAX_BUMPS),
        every=fields.integer("every", 1, MAX_HOURS),
        afterwards=fields.choice("afterwards", AFTERWARDS),
        absence=fields.integer("absence", 0, MAX_ABSENCE),
    )
    if minutes_open(pace) < LEAST_OPEN:
        raise wrong_shape(what, f"leaves less than {LEAST_OPEN} minutes of a day")
    return pace


def minutes_open(pace: Pace) -> int:
    """How many minutes of a day count: 1 to 1,440."""
    return (pace.closes - pace.opens) % MINUTES or MINUTES
