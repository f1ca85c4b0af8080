"""The clocks of a game with a pace: until when a turn is in time, and how long turns have taken.

A turn begins when the dice authorities have closed the one before it, by the later of their
times, which no player can move; the first begins with the start of the game, by the host's time.
It ends when it is closed itself.  An absence counts from the end of the turn in which it was
announced, so that nobody can announce one for time that has passed, and for as many days as were
agreed.

Source: docs/formats/save-v1.md, "Pace"; docs/adr/0050.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from engine.values import dataclass
from pbem.dice.closing import time_of_closed
from pbem.save.consent_records import Absence
from pbem.save.entries import Entry
from pbem.save.records import Start, TurnEnd
from pbem.save.trust import TrustedSave
from pbem.wire.counting import Span, after, counted_between, joined
from pbem.wire.pace import Pace

_HOUR: Final = 3_600
_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The time of one turn.

    number: 1 for the first turn; nation: whose turn; player: who holds its seat.
    since: when it began; until: up to when it is in time; bumps: when each reminder is due.
    closed: when it ended, 0 while it is under way; taken: counted seconds from beginning to end, 0
      while it is under way.
    afterwards: what was agreed for the time after the last reminder, one of `wire.pace.AFTERWARDS`.
    """

    number: int
    nation: str
    player: str
    since: int
    until: int
    bumps: tuple[int, ...]
    closed: int
    taken: int
    afterwards: str

    def is_late(self, now: int) -> bool:
        """Whether it ended after its time, or has not ended although its time is over."""
        return (self.closed or now) > self.until

    def bumped(self, now: int) -> int:
        """How many reminders were due before it ended, or are by now."""
        return sum(moment <= (self.closed or now) for moment in self.bumps)


@dataclass(frozen=True, slots=True)
class _Turn:
    """From when until when a turn ran; fields as in TurnClock."""

    number: int
    nation: str
    player: str
    since: int
    closed: int


_Announced: TypeAlias = Mapping[str, Sequence[tuple[int, Span]]]
"""By player: the number of the turn with which they announced an absence, and from when until when
it counts."""


def clocks_of(save: TrustedSave, nation: str) -> tuple[TurnClock, ...]:
    """The clock of every turn of a game with a pace, the one under way last; () without a pace.

    nation: whose turn is under way, "" when the game is over.
    """
    pace = save.genesis.pace
    if pace is None:
        return ()
    turns, announced = _history(save, nation)
    return tuple(_clock(pace, turn, announced) for turn in turns)


def clock_of(save: TrustedSave, nation: str) -> TurnClock | None:
    """The clock of the turn under way; None without a pace, and when the game is over."""
    pace = save.genesis.pace
    if pace is None or not nation:
        return None
    turns, announced = _history(save, nation)
    return _clock(pace, turns[-1], announced)


def _history(save: TrustedSave, nation: str) -> tuple[Sequence[_Turn], _Announced]:
    """Every turn that was closed, then the one under way, if there is one; and who is away when."""
    turns: list[_Turn] = []
    announced: dict[str, list[tuple[int, Span]]] = {}
    told: list[tuple[str, Absence]] = []
    since = 0
    for entry in save.entries:
        record = entry.record
        if isinstance(record, Start):
            since = record.time
        elif isinstance(record, Absence):
            told.append((save.name_of(entry.signer), record))
        elif isinstance(record, TurnEnd):
            number = len(turns) + 1
            closed = max(since, closed_at(entry))
            turns.append(_Turn(number, record.nation, save.name_of(entry.signer), since, closed))
            for player, absence in told:
                away = max(absence.since, closed), absence.until
                announced.setdefault(player, []).append((number, away))
            told.clear()
            since = closed
    if nation:
        turns.append(_Turn(len(turns) + 1, nation, save.seats.get(nation) or "", since, 0))
    return turns, announced


def _clock(pace: Pace, turn: _Turn, announced: _Announced) -> TurnClock:
    told = [away for number, away in announced.get(turn.player, ()) if number < turn.number]
    away = _allowed(joined(told), pace.absence * _DAY)
    until = after(pace, turn.since, pace.hours * _HOUR, away)
    bumps: list[int] = []
    for _ in range(pace.bumps):
        bumps.append(after(pace, bumps[-1] if bumps else until, pace.every * _HOUR, away))
    taken = counted_between(pace, turn.since, turn.closed, away) if turn.closed else 0
    return TurnClock(
        number=turn.number,
        nation=turn.nation,
        player=turn.player,
        since=turn.since,
        until=until,
        bumps=tuple(bumps),
        closed=turn.closed,
        taken=taken,
        afterwards=pace.afterwards,
    )


def _allowed(away: Sequence[Span], most: int) -> tuple[Span, ...]:
    """As much of it as was agreed, in seconds, the first days first."""
    kept: list[Span] = []
    for begin, end in away:
        length = min(end - begin, most)
        if length > 0:
            kept.append((begin, begin + length))
            most -= length
    return tuple(kept)


def closed_at(entry: Entry) -> int:
    """When the authorities closed a turn: the later of their times, Unix seconds.

    entry: a turn_end record.
    """
    return max(time_of_closed(raw) for raw in entry.attached.answers)
