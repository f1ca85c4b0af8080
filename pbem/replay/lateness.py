"""Whether a player was late when the others put them out: what a log with a pace asks of that.

Source: docs/formats/consent-v1.md, "What the rules must allow"; docs/adr/0056 and 0084.
"""

from collections.abc import Sequence
from typing import Final

from engine import NationName
from pbem.dice.agreement import Agreement
from pbem.dice.turn_state import TurnState, states_in
from pbem.replay.clock import Clocks, TurnClock
from pbem.replay.errors import NotYourTurnError
from pbem.save.entries import LogEntry
from pbem.save.trusted_save import TrustedSave
from pbem.text import date_text
from pbem.wire.pace import Pace

NOT_LATE: Final = "not-late"


class Judge:
    """Goes along a log, and only as far as it has to: most logs have nobody who is put out."""

    def __init__(self, save: TrustedSave, pace: Pace) -> None:
        self._save = save
        self._clocks = Clocks(save, pace)
        self._read = 0

    def check(self, entry: LogEntry, mover: NationName, waiting: str) -> str:
        """That an agreement puts out nobody who is not late; how late they were, in words.

        entry: its record; mover: whose turn it is; waiting: for whom the game waits.  "" for an
        agreement that puts out nobody.  Raises NotYourTurnError `not-late`.
        """
        record = entry.record
        said = states_in(record.states) if isinstance(record, Agreement) else ()
        if not said or not self._is_put_out(entry, said[0].nation):
            return ""
        motion = entry.motion
        heard = max((time for one in said for _, time in one.here), default=0)
        is_heard = motion is not None and motion.HERE_BEGINS_ANEW
        clock = self.clock(entry.index, mover, said, heard if is_heard else 0)
        if self._clocks.has_answered(mover):
            # Or whoever is asked could wait with the answer until the time of the other is over.
            raise NotYourTurnError(
                NOT_LATE,
                f"somebody else was asked in the turn of {mover}, and nobody can prove how long "
                "that held it up",
            )
        time, closed = min(one.time for one in said), max(one.closed for one in said)
        # A key that has signed something in this turn is hardly lost.
        reminds = motion is None or motion.WAITS_FOR_REMINDERS or heard >= clock.since
        check_late(clock, time, said[0].nation, waiting, reminds=reminds)
        since = f"late since {date_text(clock.until, clock.offset)}"
        if closed:
            when = date_text(closed, clock.offset)
            return f"they closed the turn on {when} and sent it to nobody here, {since}"
        return f"{since}, and the turn was open on {date_text(time, clock.offset)}"

    def _is_put_out(self, entry: LogEntry, nation: str) -> bool:
        """Whether the holder of a seat loses it without their signature."""
        old = entry.motion.puts_out if entry.motion is not None else None
        holder = self._save.holders.holder_before(nation, entry.index)
        return old is not None and holder is not None and holder.key == old

    def clock(
        self, index: int, mover: NationName, said: Sequence[TurnState] = (), heard: int = 0
    ) -> TurnClock:
        """The clock of the turn under way just before a record, as far as the player had it.

        heard: when the player said that they are here, if their time begins anew then.
        """
        for entry in self._save.entries[self._read : index]:
            self._clocks.add(entry)
        self._read = max(self._read, index)
        holder = self._save.holders.holder_before(mover, index)
        later = max(heard, self._clocks.begins_anew(said))
        self._clocks.note_silence(said)
        return self._clocks.under_way(mover, holder.player if holder is not None else "", later)


def check_late(
    clock: TurnClock, time: int, nation: str, waiting: str, *, reminds: bool = True
) -> None:
    """Raise NotYourTurnError `not-late` unless the time is over of whom the game waits for.

    time: Unix seconds by the dice authorities; nation: whose turn they say is open; reminds:
    whether they have the time of all reminders, too.
    """
    if nation != waiting or clock.nation != waiting:
        raise NotYourTurnError(
            NOT_LATE,
            f"the game waits for {waiting or 'nobody'}, and a player is put out only in their own "
            "turn while the game waits for them",
        )
    last = clock.last if reminds else clock.until
    if time <= last:
        included = ", reminders included" if last > clock.until else ""
        raise NotYourTurnError(
            NOT_LATE,
            f"{nation} have until {date_text(last, clock.offset)}{included}",
            "It can be put into the game after that: `pbem enact`.",
        )
