"""The store in a folder: one SQLite file.

The embedded authority opens the file for every transaction, with a rollback journal and
synchronous=EXTRA: it works on any disk that the players share, and two programs may use it at once.
FULL is not enough there: it does not flush the removal of the journal, so a power cut could undo an
answer that was sent. A server uses the same file in another way: pbem.dice.server.database.

Source: sqlite.org/pragma.html#pragma_synchronous; docs/adr/0002-dice-protocol.md.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pbem.dice.schema import DICE, SQLITE, Schema, Value, migrate
from pbem.dice.sealing import Unsealed
from pbem.dice.store import Work, unusable

DATABASE = DICE.file
_WAIT = 60.0
T = TypeVar("T")


def make_file(folder: Path, schema: Schema = DICE) -> Path:
    """The database file in a folder, both made for their owner only if they are missing.

    Made before SQLite opens it, so that the seeds are never readable by others.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / schema.file
    path.touch(mode=0o600)
    return path


def execute(
    connection: sqlite3.Connection, query: str, values: Sequence[Value]
) -> list[tuple[object, ...]]:
    """Run one statement; its rows."""
    rows: list[tuple[object, ...]] = connection.execute(query, tuple(values)).fetchall()
    return rows


class FolderStore:
    """The embedded authority's folder, created with access for its owner only."""

    def __init__(self, folder: Path) -> None:
        """Raises DiceError `dice-store`, `store-newer`."""
        self._path = make_file(folder)
        with self._begun() as connection:
            migrate(lambda query, values: execute(connection, query, values), SQLITE)

    def run(self, job: Callable[[Work], T], game: bytes = b"") -> T:
        """See `pbem.dice.store.Store`."""
        del game
        with self.transaction() as work:
            return job(work)

    def look(self, job: Callable[[Work], T]) -> T:
        """See `pbem.dice.store.Store`."""
        return self.run(job)

    @contextmanager
    def transaction(self) -> Iterator[Work]:
        """One all-or-nothing piece of work; it is on disk when the block has ended.

        Raises DiceError `dice-store` when the file cannot be used; nothing has changed then.
        """
        with self._begun() as connection:
            work = Work(
                lambda query, values: execute(connection, query, values), SQLITE, Unsealed()
            )
            yield work
            work.flush()

    @contextmanager
    def _begun(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
        except sqlite3.Error as error:
            raise unusable(error) from error
        try:
            connection.execute("PRAGMA synchronous=EXTRA")
            connection.execute("PRAGMA fullfsync=ON")
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise unusable(error) from error
        finally:
            # Closing rolls back whatever was not committed.
            connection.close()
