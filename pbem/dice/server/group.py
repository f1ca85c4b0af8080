"""Group commit: answers that are waiting at the same time share one transaction and one flush.

A flush to the disk takes far longer than an answer. Anybody who finds nobody at work takes all that
wait, including their own pieces of work, and runs them as one transaction; the others find theirs
done when it is their turn. Nobody is answered before the commit. If a piece of work
fails after it has written something, all are undone and each runs as a transaction of its own.

The pieces run in the order of their games, in every process: so two processes on one database take
the locks of the games in the same order and cannot wait for each other in a circle.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from engine.values import replace
from pbem.dice.bounded_cache import Recent
from pbem.dice.schema import Dialect, Execute
from pbem.dice.sealing import Sealer
from pbem.dice.server.witness import Witness
from pbem.dice.store import Work
from pbem.dice.vault import Seeds
from pbem.wire.errors import DiceError

MOST = 64
_TRIES = 5
_GAMES = 1_024
"""As many games may be under way at the same time before seeds are hashed more than once; 256 of
each are in memory, as the storage key is, which opens all of them."""
_LOG = logging.getLogger("pbem.dice")
T = TypeVar("T")


class Database(Protocol):
    """One connection that writes, and one for each reading. Any error in `errors` may be raised."""

    dialect: Dialect
    errors: tuple[type[Exception], ...]
    conflicts: tuple[type[Exception], ...]
    """The ones of `errors` that mean that somebody else has written this first."""

    def begin(self) -> Execute:
        """Begin the one transaction that writes."""
        ...

    def commit(self) -> None:
        """End it; it is on disk when this returns."""
        ...

    def undo(self) -> None:
        """Give it up, as if it had never begun."""
        ...

    def drop(self) -> None:
        """Give it up together with its connection; the next one gets a new connection."""
        ...

    def look(self, job: Callable[[Execute], T]) -> T:
        """Run a job on a state of the database that does not change, for reading only."""
        ...

    def close(self) -> None:
        """Give back everything."""
        ...


class QueuedJob:
    """A piece of work for one game, and what became of it: an error or nothing."""

    __slots__ = ("done", "error", "game", "job", "lost_race")

    def __init__(self, job: Callable[[Work], None], game: bytes) -> None:
        """job: may be done more than once; only the last time counts."""
        self.job = job
        self.game = game
        self.done = False
        self.lost_race = False
        self.error: Exception | None = None


class GroupStore:
    """A store (see `pbem.dice.store.Store`) for many threads at once."""

    def __init__(
        self, database: Database, sealer: Sealer, witness: Witness, seeds: Seeds | None = None
    ) -> None:
        """Database and witness are closed with the store, and when this raises.

        seeds: what `new_seeds` has made, for the stores that share it.
        Raises DiceError `dice-store`, `store-older`.
        """
        self._database = database
        self._sealer = sealer
        self._witness = witness
        self._seeds = new_seeds() if seeds is None else seeds
        self._waiting: deque[QueuedJob] = deque()
        self._at_work = threading.Lock()
        try:
            witness.check(self.look(Work.newest))
        except DiceError:
            self.close()
            raise

    def run(self, job: Callable[[Work], T], game: bytes = b"") -> T:
        """See `Store`."""
        results: list[T] = []

        def keep(work: Work) -> None:
            results[:] = [job(work)]

        piece = QueuedJob(keep, game)
        self.run_all([piece])
        if piece.error is not None:
            raise piece.error
        return results[0]

    def run_all(self, pieces: Sequence[QueuedJob]) -> None:
        """Do pieces of work: on disk when this returns, except those that have an error then."""
        waiting = list(pieces)
        for _ in range(_TRIES):
            for piece in waiting:
                piece.done = piece.lost_race = False
            self._waiting.extend(waiting)
            with self._at_work:
                while not all(piece.done for piece in waiting):
                    self._commit([self._waiting.popleft() for _ in range(self._number())])
            # Where somebody else has answered in between, their answer can be found now.
            waiting = [piece for piece in waiting if piece.lost_race]
            if not waiting:
                return
        for piece in waiting:
            piece.error = out_of_order()

    def look(self, job: Callable[[Work], T]) -> T:
        """See `Store`."""
        unlocked = replace(self._database.dialect, lock="")
        try:
            return self._database.look(lambda execute: job(Work(execute, unlocked, self._sealer)))
        except self._database.errors as error:
            _LOG.error("store", extra={"reason": str(error)})
            raise out_of_order() from error

    def close(self) -> None:
        """Give back the connections, when no work is waiting."""
        with self._at_work:
            self._database.close()
            self._witness.close()

    def _number(self) -> int:
        return min(MOST, len(self._waiting))

    def _commit(self, pieces: list[QueuedJob]) -> None:
        """Run pieces of work as one transaction, or each as its own if one spoils it."""
        try:
            if not self._try_commit(pieces):
                for piece in pieces:
                    if not self._try_commit([piece]):
                        piece.lost_race = piece.error is None
        except BaseException as error:
            self._database.drop()
            for piece in pieces:
                piece.error = piece.error or out_of_order()
            if not isinstance(error, (*self._database.errors, OSError)):
                raise
            _LOG.error("store", extra={"reason": str(error)})
        finally:
            for piece in pieces:
                piece.done = True

    def _try_commit(self, pieces: list[QueuedJob]) -> bool:
        """Whether all pieces are committed; False, with nothing changed, when one must be undone.

        That is so when it failed after it had written, or when somebody else was faster.
        """
        execute = self._database.begin()
        work = Work(execute, self._database.dialect, self._sealer, self._seeds)
        try:
            if len(pieces) > 1:
                work.read_together(sorted({piece.game for piece in pieces}))
            is_sound = all(self._do(piece, work) for piece in sorted(pieces, key=_by_game))
            work.flush()
        except self._database.conflicts:
            is_sound = False
        if not is_sound:
            self._database.undo()
            return False
        self._database.commit()
        self._witness.note(work.mark)
        return True

    def _do(self, piece: QueuedJob, work: Work) -> bool:
        """Do one piece; False when it has failed after it had written."""
        piece.error = None
        writes = work.writes
        try:
            piece.job(work)
        except self._database.errors:
            raise
        except Exception as error:
            piece.error = error
        return piece.error is None or work.writes == writes


def new_seeds() -> Seeds:
    """Room for the seeds that were hashed lately."""
    return Recent(_GAMES)


def _by_game(piece: QueuedJob) -> bytes:
    return piece.game


def out_of_order() -> DiceError:
    """The error for players of a store that cannot be used: what is wrong with it is in the log."""
    return DiceError(
        "dice-store",
        "the dice server cannot keep answers at the moment",
        "Nothing is lost: try again later. Its operator finds the reason in its log.",
    )
