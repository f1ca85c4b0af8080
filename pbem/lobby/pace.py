"""The pace of a game in words: read from `pbem new`, told in its terms.

>>> pace = read_pace_words("72h mon-fri 08:00-22:00 +01:00", "3 every 24h then forfeit", 14)
>>> print("\\n".join(pace_lines(pace)))
Pace: 72 hours for a turn, on Mon, Tue, Wed, Thu and Fri between 08:00 and 22:00 (UTC+01:00).
After that: 3 reminders, one every 24 hours; after the last one the late side forfeits, by consent.
Absences: up to 14 days for each player, announced with a turn.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from engine.values import replace
from pbem.dice.turn_state import TurnState
from pbem.replay.clock import TurnClock
from pbem.text import counted, date_text, plain, quoted
from pbem.usage import UsageError
from pbem.wire.pace import (
    AFTERWARDS,
    LEAST_OPEN,
    MAX_ABSENCE,
    MAX_BUMPS,
    MAX_HOURS,
    MINUTES,
    NOTHING,
    Pace,
    minutes_open,
)

Tell: TypeAlias = Callable[[int, int], str]
"""Says a time, Unix seconds, of a game whose zone is so many minutes east of UTC."""
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAYS_WORD: Final = re.compile(r"([a-z]{3})(?:-([a-z]{3}))?\Z")
_HOURS_WORD: Final = re.compile(r"(\d{2}):(\d{2})-(\d{2}):(\d{2})\Z")
_ZONE_WORD: Final = re.compile(r"([+-])(\d{2}):(\d{2})\Z")
_LENGTH_WORD: Final = re.compile(r"\d{1,4}[hd]\Z")
_BUMPS: Final = re.compile(
    r"(?P<count>\d{1,2})(?: every (?P<every>\d{1,4}[hd]))?(?: then (?P<then>[a-z]+))?\Z"
)
_AFTERWARDS: Final = {
    NOTHING: "nothing follows by itself",
    "computer": "the computer player takes the seat, by consent",
    "substitute": "somebody else takes the seat, by consent",
    "forfeit": "the late side forfeits, by consent",
}
_WAY_OUT: Final = (
    "Write it like --pace '72h mon-fri 08:00-22:00 +01:00'; only the length is needed."
)


def read_pace_words(pace: str, bumps: str = "", absence: int = 0) -> Pace:
    """A pace from the words of a player; raises UsageError.

    pace: length, weekdays, hours of the day and distance from UTC, in any order; only the length
    has to be there.  bumps: ``"3 every 24h then forfeit"``, "" for none.  absence: days.
    """
    hours, days, opens, closes, offset = 0, set[int](), 0, 0, 0
    for word in pace.lower().replace(",", " ").split():
        if _LENGTH_WORD.match(word):
            hours = _hours(word)
        elif found := _HOURS_WORD.match(word):
            opens, closes = _minutes(found[1], found[2], word), _minutes(found[3], found[4], word)
        elif found := _ZONE_WORD.match(word):
            offset = int(found[1] + "1") * (int(found[2]) * 60 + int(found[3]))
        elif (found := _DAYS_WORD.match(word)) and {found[1], found[2] or found[1]} <= {*_DAYS}:
            days |= _weekdays(found[1], found[2] or found[1])
        else:
            raise UsageError("bad-pace", f"{quoted(word)} is not part of a pace.", _WAY_OUT)
    if not hours:
        raise UsageError("bad-pace", "The pace does not say how long a turn may take.", _WAY_OUT)
    if not -720 <= offset <= 840:
        raise UsageError("bad-pace", "No place is so far from UTC.", _WAY_OUT)
    if not 0 <= absence <= MAX_ABSENCE:
        text = f"--absence is a number of days from 0 to {MAX_ABSENCE}."
        raise UsageError("bad-pace", text)
    made = Pace(
        hours=hours,
        days=tuple(sorted(days or range(len(_DAYS)))),
        opens=opens,
        closes=closes,
        offset=offset,
        absence=absence,
    )
    if minutes_open(made) < LEAST_OPEN:
        raise UsageError("bad-pace", "The hours of the day leave less than an hour.", _WAY_OUT)
    return _with_bumps(made, bumps)


def pace_lines(pace: Pace) -> Iterator[str]:
    """What was agreed, a sentence each."""
    yield f"Pace: {counted(pace.hours, 'hour')} for a turn{_when(pace)}."
    if pace.bumps:
        yield (
            f"After that: {counted(pace.bumps, 'reminder')}, one every "
            f"{counted(pace.every, 'hour')}; after the last one {_AFTERWARDS[pace.afterwards]}."
        )
    if pace.absence:
        days = counted(pace.absence, "day")
        yield f"Absences: up to {days} for each player, announced with a turn."


def clock_lines(clock: TurnClock, now: int, tell: Tell = date_text) -> Iterator[str]:
    """Where the turn under way stands, for people; now: Unix seconds.

    tell: a time in words; in mails in the zone of the game, here in the reader's own too.
    """
    who = f"{clock.nation} ({plain(clock.player)})" if clock.player else clock.nation
    if not clock.is_late(now):
        yield f"{who} have until {tell(clock.until, clock.offset)}."
        return
    yield f"{who} are late since {tell(clock.until, clock.offset)}."
    due = clock.bumped(now)
    if clock.bumps:
        left = clock.bumps[due:]
        following = f"; the next one {tell(left[0], clock.offset)}" if left else ""
        yield f"Reminders due: {due} of {len(clock.bumps)}{following}."
    if now >= clock.last and (clock.bumps or clock.afterwards != NOTHING):
        yield f"As agreed, {_AFTERWARDS[clock.afterwards]}."


def state_lines(
    clock: TurnClock, states: Sequence[TurnState], tell: Tell = date_text
) -> Iterator[str]:
    """What the dice authorities know of a late turn, for people.

    clock: with what they say; states: () when they were not to be reached; tell: as above.
    """
    who = f"{clock.nation} ({plain(clock.player)})" if clock.player else clock.nation
    closed = max((one.closed for one in states), default=0)
    if closed:
        yield (
            f"{who} have ended this turn, by the dice authority on {tell(closed, clock.offset)}, "
            "and you do not have it. Ask them, and all others, to send it again: pbem send."
        )
        yield (
            f"If nobody has it by {tell(clock.last, clock.offset)}, all others together can go on "
            "without it. Say that you do not have it: pbem pace --here."
        )
    elif states:
        yield f"{who} have not ended this turn, by the dice authority."
    else:
        yield (
            "The dice authority cannot be reached now: it may know that the turn is ended, and "
            "only its mail is lost."
        )


def report_lines(clocks: Iterable[TurnClock], number: int, *, is_last: bool) -> Iterator[str]:
    """What the report of a turn says of time: that it was late, and until when the next one has.

    number: of the turn, from 1; is_last: whether nobody has ended a turn since.  It does not depend
    on when the report is read.
    """
    for clock in clocks:
        who = f"{clock.nation} ({plain(clock.player)})" if clock.player else clock.nation
        until = date_text(clock.until, clock.offset)
        if clock.is_lost:
            continue  # the agreement says it
        if clock.closed and clock.number == number and clock.is_late(clock.closed):
            due = clock.bumped(clock.closed)
            reminders = f", after {counted(due, 'reminder')}" if due else ""
            yield (
                f"{who} ended the turn late: it was due by {until} and ended "
                f"{date_text(clock.closed, clock.offset)}{reminders}."
            )
        elif not clock.closed and (is_last or clock.number == number):
            yield f"{who} have until {until}."


def _when(pace: Pace) -> str:
    days = [day.capitalize() for number, day in enumerate(_DAYS) if number in pace.days]
    text = "" if len(days) == len(_DAYS) else f", on {_listed(days)}"
    if minutes_open(pace) < MINUTES:
        text += f"{',' if not text else ''} between {_clock(pace.opens)} and {_clock(pace.closes)}"
    if not text:
        return ""
    hours, minutes = divmod(abs(pace.offset), 60)
    zone = f"{'-' if pace.offset < 0 else '+'}{hours:02}:{minutes:02}" if pace.offset else ""
    return f"{text} (UTC{zone})"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _hours(word: str) -> int:
    hours = int(word[:-1]) * (24 if word[-1] == "d" else 1)
    if not 1 <= hours <= MAX_HOURS:
        text = f"{quoted(word)} is not from 1 to {MAX_HOURS} hours."
        raise UsageError("bad-pace", text, _WAY_OUT)
    return hours


def _minutes(hour: str, minute: str, word: str) -> int:
    if int(hour) > 24 or int(minute) > 59:
        raise UsageError("bad-pace", f"{quoted(word)} has a time that no clock shows.", _WAY_OUT)
    return (int(hour) * 60 + int(minute)) % MINUTES


def _weekdays(first: str, last: str) -> set[int]:
    begin, end = _DAYS.index(first), _DAYS.index(last)
    return {(begin + step) % len(_DAYS) for step in range((end - begin) % len(_DAYS) + 1)}


def _with_bumps(pace: Pace, text: str) -> Pace:
    """The pace with its reminders."""
    if not text:
        return pace
    found = _BUMPS.match(" ".join(text.lower().split()))
    if not found or int(found["count"]) > MAX_BUMPS or found["then"] not in (None, *AFTERWARDS):
        raise UsageError(
            "bad-pace",
            f"{quoted(text)} does not say how many reminders there are.",
            f"Write it like --bumps '3 every 24h then forfeit': up to {MAX_BUMPS} of them, then "
            f"one of {', '.join(AFTERWARDS)}.",
        )
    word = found["every"]
    every = _hours(word) if word else pace.every
    return replace(
        pace, bumps=int(found["count"]), every=every, afterwards=found["then"] or NOTHING
    )
