"""The clock of a pace: which seconds count, and when so many of them have passed.

>>> from pbem.wire.pace import Pace
>>> monday_noon = 1_795_435_200  # Mon 23 Nov 2026 12:00 UTC
>>> office = Pace(hours=10, days=(0, 1, 2, 3, 4), opens=9 * 60, closes=17 * 60)
>>> (after(office, monday_noon, 10 * 3600) - monday_noon) / 3600  # five hours, and five on Tuesday
26.0
>>> counted_between(office, monday_noon, monday_noon + 86_400) / 3600
8.0
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pbem.wire.fields import MAX_TIME
from pbem.wire.pace import Pace, minutes_open

Span: TypeAlias = tuple[int, int]
"""From when until when, Unix seconds; the end is no longer part of it."""

_DAY: Final = 86_400
_FIRST: Final = 3
"""The weekday of 1 January 1970, Monday 0."""


def after(pace: Pace, start: int, seconds: int, away: Sequence[Span] = ()) -> int:
    """When so many counted seconds have passed since a moment.

    away: when no time counts, ascending and apart.  Never later than the year 9999.
    """
    for begin, end in _between(start, MAX_TIME, away):
        counted = _counted(pace, begin, end)
        if counted >= seconds:
            weeks = max(0, seconds - 1) // _week(pace)
            return _after_days(pace, begin + weeks * 7 * _DAY, seconds - weeks * _week(pace))
        seconds -= counted
    return MAX_TIME


def counted_between(pace: Pace, start: int, end: int, away: Sequence[Span] = ()) -> int:
    """How many counted seconds lie between two moments; 0 if the second is earlier."""
    return sum(_counted(pace, first, last) for first, last in _between(start, end, away))


def joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    """The same time as spans that are ascending and apart; empty ones are left out."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > begin:
            found.append((begin, end))
    return tuple(found)


def _between(start: int, end: int, away: Sequence[Span]) -> Iterator[Span]:
    """The time between two moments without the spans in which no time counts, in order."""
    for gone, back in away:
        if back <= start:
            continue
        if gone >= end:
            break
        if gone > start:
            yield start, gone
        start = back
    if start < end:
        yield start, end


def _week(pace: Pace) -> int:
    """How many seconds of every week count."""
    return len(pace.days) * minutes_open(pace) * 60


def _counted(pace: Pace, start: int, end: int) -> int:
    """Counted seconds by weekdays and hours alone; whole weeks are not walked through."""
    weeks = max(0, end - start) // (7 * _DAY)
    rest = _open(pace, start + weeks * 7 * _DAY, end)
    return weeks * _week(pace) + sum(last - first for first, last in rest)


def _after_days(pace: Pace, start: int, seconds: int) -> int:
    """When so many counted seconds have passed, at most those of a week."""
    for begin, last in _open(pace, start, start + 8 * _DAY):
        if last - begin >= seconds:
            return begin + seconds
        seconds -= last - begin
    return start


def _open(pace: Pace, start: int, end: int) -> Iterator[Span]:
    """The spans between two moments that count by weekdays and hours; never empty, and none
    overlaps the one before it."""
    shift = pace.offset * 60
    # Yesterday's hours may go on after midnight.
    day = (start + shift) // _DAY - 1
    while day * _DAY - shift < end:
        if (day + _FIRST) % 7 in pace.days:
            begin = day * _DAY + pace.opens * 60 - shift
            last = begin + minutes_open(pace) * 60
            if max(begin, start) < min(last, end):
                yield max(begin, start), min(last, end)
        day += 1
