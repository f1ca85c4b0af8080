"""The entries of a log in order, and what is looked up in them: heads, agreements, take-backs."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.dice.protocol import Asked
from pbem.save.consent_records import RollAgain
from pbem.save.entries import LogEntry
from pbem.save.records import Roll
from pbem.save.takebacks import Takebacks


class _Kept:
    """What histories that grew out of one another share; each sees no more than its own entries."""

    __slots__ = ("agreed", "entries", "free", "heads", "withdrawn")

    def __init__(self, entries: Iterable[LogEntry]) -> None:
        self.entries: list[LogEntry] = []
        self.heads: dict[bytes, int] = {}
        self.agreed: dict[bytes, int] = {}
        self.withdrawn: dict[tuple[bytes, bytes], int] = {}
        # The free rolls after all the entries; None until somebody asks.
        self.free: dict[Asked, list[int]] | None = None
        for entry in entries:
            self.add(entry)

    def add(self, entry: LogEntry) -> None:
        index = len(self.entries)
        self.heads[entry.head] = index
        if entry.agreement is not None:
            proposal = entry.agreement.proposal
            self.agreed[proposal.digest] = index
            if proposal.motion.withdrawn is not None:
                self.withdrawn.setdefault(proposal.motion.withdrawn, index)
        self.entries.append(entry)


class LogHistory:
    """The entries of a log; `plus` gives a longer one and leaves this as it was.

    Adding takes the same time however long the log is: a copy is made only where two histories go
    on from the same one.
    """

    __slots__ = ("_count", "_kept", "takebacks")

    def __init__(
        self, entries: Iterable[LogEntry] = (), takebacks: Takebacks | None = None
    ) -> None:
        """takebacks: those of the agreements among the entries."""
        self._kept = _Kept(entries)
        self._count = len(self._kept.entries)
        self.takebacks = takebacks or Takebacks()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> LogEntry:
        return self._kept.entries[range(self._count)[index]]

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """All of them; takes time in proportion to their number."""
        return tuple(self._kept.entries[: self._count])

    @property
    def head(self) -> bytes:
        """The head of the log after its last record; b"" before the first."""
        return self._kept.entries[self._count - 1].head if self._count else b""

    def number_of(self, head: bytes) -> int | None:
        """The number of the record with this head; None when the log does not have it."""
        return self._own(self._kept.heads.get(head))

    def has_agreed(self, digest: bytes) -> bool:
        """Whether the proposal with this digest was agreed to."""
        return self._own(self._kept.agreed.get(digest)) is not None

    def has_withdrawn(self, digest: bytes, proposer: bytes) -> bool:
        """Whether the proposal with this digest was withdrawn by the key that made it."""
        return self._own(self._kept.withdrawn.get((digest, proposer))) is not None

    def free_rolls(self) -> Mapping[Asked, Sequence[int]]:
        """See `Takebacks.free_rolls`; found once, then kept while the log grows."""
        if self._count < len(self._kept.entries):
            return self.takebacks.free_rolls(self.entries)
        if self._kept.free is None:
            self._kept.free = self.takebacks.free_rolls(self._kept.entries)
        return self._kept.free

    def plus(self, entry: LogEntry) -> "LogHistory":
        """With one more entry."""
        longer: LogHistory = object.__new__(LogHistory)
        longer._kept = self._kept
        if self._count < len(self._kept.entries):
            # Somebody else went on from here: what is shared belongs to them.
            longer._kept = _Kept(self.entries)
        longer.takebacks = self._after(entry, longer._kept.free)
        longer._kept.add(entry)
        longer._count = self._count + 1
        return longer

    def _after(self, entry: LogEntry, free: dict[Asked, list[int]] | None) -> Takebacks:
        """The take-backs after one more entry; `free`, where it is known, is made to fit."""
        if free is not None and isinstance(entry.record, RollAgain):
            used = self[entry.record.record].record
            if isinstance(used, Roll):
                free[used.request.asked].remove(entry.record.record)
        goal = entry.motion.back_to if entry.motion is not None else None
        if goal is None:
            return self.takebacks
        if free is not None:
            self.takebacks.release(self._kept.entries, goal, free)
        return self.takebacks.back_to(goal, self._count)

    def _own(self, index: int | None) -> int | None:
        """A number that was looked up, unless it is of an entry that came after these."""
        return index if index is not None and index < self._count else None
