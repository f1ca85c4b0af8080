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
    for begin, end in _counting(pace, start, MAX_TIME, away):
        if end - begin >= seconds:
            return begin + seconds
        seconds -= end - begin
    return MAX_TIME


def counted_between(pace: Pace, start: int, end: int, away: Sequence[Span] = ()) -> int:
    """How many counted seconds lie between two moments; 0 if the second is earlier."""
    return sum(last - first for first, last in _counting(pace, start, end, away))


def joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    """The same time as spans that are ascending and apart; empty ones are left out."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > begin:
            found.append((begin, end))
    return tuple(found)


def _counting(pace: Pace, start: int, end: int, away: Sequence[Span]) -> Iterator[Span]:
    """The spans between two moments that count, in order."""
    left = list(reversed(away))
    for begin, last in _open(pace, start, end):
        while left and left[-1][1] <= begin:
            left.pop()
        at = begin
        while left and left[-1][0] < last:
            gone, back = left[-1]
            if gone > at:
                yield at, gone
            at = max(at, back)
            if back > last:
                break
            left.pop()
        if at < last:
            yield at, last


def _open(pace: Pace, start: int, end: int) -> Iterator[Span]:
    """The same by weekdays and hours alone; never empty, and none overlaps the one before it."""
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
