"""The clocks of a game with a pace: until when a turn is in time, and how long turns have taken.

Only times that dice authorities have signed move a clock, the later one of two. A turn begins when
the one before it was closed; the first, when it was first known who plays.
It ends when it is closed itself, and begins anew when all agree on something in it: whoever loses
the seat then has had a turn that ended there.  While an
authority says that nobody could ask it, no time counts.  An absence
counts from the end of the turn in which it was announced, so that nobody can announce one for time
that has passed, and for as many days as were agreed.

Source: docs/formats/save-v1.md, "Pace"; docs/adr/0050, 0060 and 0084.
"""

from collections.abc import Sequence
from typing import Final

from engine import NationName
from engine.values import dataclass, replace
from pbem.dice.agreement import Agreement
from pbem.dice.closing import time_of_closed
from pbem.dice.turn_state import TurnState, open_seated, states_in
from pbem.save.consent_records import Absence
from pbem.save.entries import LogEntry
from pbem.save.records import Orders, Start, TurnEnd
from pbem.save.trusted_save import TrustedSave
from pbem.wire.counting import Span, after, counted_between, joined
from pbem.wire.pace import Pace
from pbem.wire.signing import Verifier

MAX_ABSENCES: Final = 100
"""So many of a player's absences count, so that no log makes its readers add up thousands."""
_MAX_SILENT: Final = 32
"""So many outages count, the newest, for the same reason."""

_HOUR: Final = 3_600
_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The time of one turn.

    number: 1 for the first turn; nation: whose turn; player: who holds its seat.
    since: when it began; until: up to when it is in time; bumps: when each reminder is due.
    closed: when it ended, 0 while it is under way; taken: counted seconds from beginning to end, 0
      while it is under way.
    is_lost: whether its player has lost the seat in it, which ended it for them.
    afterwards: what was agreed for the time after the last reminder, one of `wire.pace.AFTERWARDS`.
    offset: of the zone of the game, minutes east of UTC.
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
    offset: int = 0
    is_lost: bool = False

    def is_late(self, now: int) -> bool:
        """Whether it ended after its time, or has not ended although its time is over."""
        return (self.closed or now) > self.until

    @property
    def last(self) -> int:
        """When the last reminder is due, or the time is over where there is none."""
        return self.bumps[-1] if self.bumps else self.until

    def bumped(self, now: int) -> int:
        """How many reminders were due before it ended, or are by now."""
        return sum(moment <= (self.closed or now) for moment in self.bumps)


@dataclass(frozen=True, slots=True)
class _Turn:
    """From when until when a turn ran, and when no time counted; fields as in TurnClock."""

    number: int
    nation: str
    player: str
    since: int
    closed: int
    away: Sequence[Span] = ()


class Clocks:
    """Goes through a log with a pace, record by record, and knows the clock of every turn.

    Its time is in proportion to the log: of each player's absences the first 100 count, and whole
    weeks are not walked through.
    """

    def __init__(self, save: TrustedSave, pace: Pace) -> None:
        self._save = save
        self._pace = pace
        self._number = 1
        self._since = 0
        self._before: set[bytes] = set()
        self._heads: set[bytes] = set()
        self._ordered: set[str] = set()
        self._told: list[tuple[str, Absence]] = []
        self._announced: dict[str, list[Span]] = {}
        self._away: dict[str, tuple[Span, ...]] = {}
        self._names: dict[bytes, str] = {}
        self._silent: tuple[Span, ...] = ()

    def add(self, entry: LogEntry) -> TurnClock | None:
        """Take in the next record; the clock of the turn that it ends, if only for a player who
        loses the seat by it; None for any other."""
        record = entry.record
        states = states_in(record.states) if isinstance(record, Agreement) else ()
        begun = _begun_by(entry, states)
        self.note_silence(states)
        found = self._lost_by(entry, states, begun)
        if isinstance(record, Absence):
            self._told.append((self._name_of(entry.signer), record))
        elif isinstance(record, TurnEnd):
            player = self._name_of(entry.signer)
            closed = max(self._since, begun)
            found = _clock(self._pace, self._turn(record.nation, player, self._since, closed))
            self._number += 1
        if begun:
            self._since = max(self._since, begun)
            self._before |= self._heads
            self._heads.clear()
            self._ordered.clear()
        if found is not None:
            self._announce()
        self._heads.add(entry.head)
        if isinstance(record, Orders):
            self._ordered.add(record.nation)
        return found

    def _lost_by(
        self, entry: LogEntry, states: Sequence[TurnState], begun: int
    ) -> TurnClock | None:
        """The clock of a turn in which an agreement takes the seat from its player, until then.

        states, begun: what the authorities say in it, and when a turn begins by it.
        """
        signed = entry.agreement
        if signed is None or not states:
            return None
        nation, motion = states[0].nation, signed.proposal.motion
        holder = self._save.holders.holder_before(nation, entry.index)
        if holder is None:
            return None
        taken = motion.handover
        is_taken = taken is not None and not taken.is_of_key and taken.takes(nation, holder.key)
        if not is_taken and not (motion.ENDS_GAME and motion.puts_out == holder.key):
            return None
        since = max(self._since, self.begins_anew(states))
        turn = self._turn(nation, holder.player, since, max(since, begun))
        return replace(_clock(self._pace, turn), is_lost=True)

    def has_answered(self, mover: NationName) -> bool:
        """Whether another nation has given orders in the turn under way, as it does when asked."""
        return not self._ordered <= {mover}

    def lacks_turn(self, head: bytes) -> bool:
        """Whether whoever has the log up to a head only does not have the turn under way."""
        return head in self._before

    def under_way(self, nation: str, player: str, later: int = 0) -> TurnClock:
        """The clock of the turn under way.

        later: when it began anew by the word of the authorities that is not in the log, 0 for none.
        """
        return _clock(self._pace, self._turn(nation, player, max(self._since, later), 0))

    def begins_anew(self, states: Sequence[TurnState]) -> int:
        """When the turn under way began anew by what the authorities say of it, 0 for never.

        A player had no turn before they said that they lack it. One who has closed a turn that
        nobody else has is given a turn's time to send it.
        """
        heard = [time for one in states for head, time in one.here if self.lacks_turn(head)]
        return max([0, *heard, *(one.closed for one in states)])

    def note_silence(self, states: Sequence[TurnState]) -> None:
        """Count no time in which an authority was away by its own word, for turns from here on."""
        told = [span for one in states for span in one.silent]
        if told:
            self._silent = joined((*self._silent, *told))[-_MAX_SILENT:]

    def _turn(self, nation: str, player: str, since: int, closed: int) -> _Turn:
        away = self._away.get(player, ())
        away = joined((*away, *self._silent)) if self._silent else away
        return _Turn(self._number, nation, player, since, closed, away)

    def _announce(self) -> None:
        """What was said of absences counts from the end of the turn on."""
        for player, absence in self._told:
            known = self._announced.setdefault(player, [])
            if len(known) < MAX_ABSENCES:
                known.append((max(absence.since, self._since), absence.until))
                self._away[player] = _allowed(joined(known), self._pace.absence * _DAY)
        self._told.clear()

    def _name_of(self, key: bytes) -> str:
        if key not in self._names:
            self._names[key] = self._save.name_of(key)
        return self._names[key]


def clocks_of(
    save: TrustedSave, nation: str, states: Sequence[TurnState] = (), had: int = 0
) -> tuple[TurnClock, ...]:
    """The clock of every turn of a game with a pace, the one under way last; () without a pace.

    nation: whose turn is under way, "" when the game is over; states: what the authorities say of
    it now; had: since when it could be had, as far as this home has seen (Unix seconds, 0 for no
    more than the log says).
    """
    if save.genesis.pace is None:
        return ()
    clocks = Clocks(save, save.genesis.pace)
    clocks.note_silence(states)
    found = [clock for entry in save.entries if (clock := clocks.add(entry)) is not None]
    if nation:
        later = max(had, clocks.begins_anew(states))
        found.append(clocks.under_way(nation, save.seats.get(nation) or "", later))
    return tuple(found)


def clock_of(
    save: TrustedSave, nation: str, states: Sequence[TurnState] = (), had: int = 0
) -> TurnClock | None:
    """The clock of the turn under way; None without a pace, and when the game is over.

    states, had: as above.
    """
    if not nation or save.genesis.pace is None:
        return None
    return clocks_of(save, nation, states, had)[-1]


def _clock(pace: Pace, turn: _Turn) -> TurnClock:
    until = after(pace, turn.since, pace.hours * _HOUR, turn.away)
    bumps: list[int] = []
    for _ in range(pace.bumps):
        bumps.append(after(pace, bumps[-1] if bumps else until, pace.every * _HOUR, turn.away))
    taken = counted_between(pace, turn.since, turn.closed, turn.away) if turn.closed else 0
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
        offset=pace.offset,
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


def _begun_by(entry: LogEntry, states: Sequence[TurnState]) -> int:
    """When a record lets a turn begin, or begin anew, Unix seconds; 0 for one that does not.

    Anybody who takes a seat late has a turn's time, and so has everybody once all have agreed on
    something: the agreement holds the word of the authorities, `states`.  entry: of a game with a
    pace.
    """
    record = entry.record
    if isinstance(record, Start):
        return max(open_seated(raw, Verifier())[0].time for raw in entry.attached.answers)
    if isinstance(record, TurnEnd):
        return closed_at(entry)
    return max((one.time for one in states), default=0)


def closed_at(entry: LogEntry) -> int:
    """When the authorities closed a turn: the later of their times, Unix seconds.

    entry: a turn_end record.
    """
    return max(time_of_closed(raw) for raw in entry.attached.answers)
