"""Which records of a log have been taken back, and which of their rolls are free.

Source: docs/formats/consent-v1.md, section "What is taken back".
"""

from bisect import bisect_right, insort
from collections.abc import Sequence
from typing import Protocol

from engine.values import dataclass
from pbem.dice.protocol import Asked
from pbem.save.consent_records import RollAgain
from pbem.save.format import MAX_RECORDS
from pbem.save.records import Record, Roll


class _Entry(Protocol):
    """What matters here of an entry of the log."""

    @property
    def index(self) -> int: ...

    @property
    def record(self) -> Record: ...


@dataclass(frozen=True, slots=True)
class Takebacks:
    """The stretches of a log that the game has left behind.

    `cuts`: first and last record of every stretch that was taken back, in order, none within
    another.
    """

    cuts: tuple[tuple[int, int], ...] = ()

    def is_taken_back(self, index: int) -> bool:
        """Whether record number `index` was taken back."""
        place = bisect_right(self.cuts, (index, MAX_RECORDS)) - 1
        return place >= 0 and self.cuts[place][0] <= index <= self.cuts[place][1]

    def back_to(self, record: int, at: int) -> "Takebacks":
        """After an agreement in record `at` to go back to just after `record`."""
        kept = tuple(cut for cut in self.cuts if cut[0] <= record)
        return Takebacks((*kept, (record + 1, at - 1))) if record + 1 < at else self

    def release(self, entries: Sequence[_Entry], record: int, free: dict[Asked, list[int]]) -> None:
        """Add to `free` what going back to just after `record`, from the end, makes free.

        Goes only through what was not taken back before, so that all take-backs of a log together
        go through it once.
        """
        place = record + 1
        for first, last in (*self.cuts, (len(entries), len(entries))):
            for entry in entries[place:first]:
                one = entry.record
                freed = entries[one.record] if isinstance(one, RollAgain) else entry
                if isinstance(freed.record, Roll):
                    insort(free.setdefault(freed.record.request.asked, []), freed.index)
            place = max(place, last + 1)

    def free_rolls(self, entries: Sequence[_Entry]) -> dict[Asked, list[int]]:
        """The numbers of the rolls that were taken back and not used since, by what was asked."""
        if not self.cuts:
            return {}
        used = {
            entry.record.record
            for entry in entries
            if isinstance(entry.record, RollAgain) and not self.is_taken_back(entry.index)
        }
        found: dict[Asked, list[int]] = {}
        for first, last in self.cuts:
            for entry in entries[first : last + 1]:
                if isinstance(entry.record, Roll) and entry.index not in used:
                    found.setdefault(entry.record.request.asked, []).append(entry.index)
        return found
