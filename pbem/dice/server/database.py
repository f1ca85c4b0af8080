"""SQLite under a server: a write-ahead log with synchronous=FULL, one connection that writes.

There a commit adds to the log, and FULL flushes that before the commit returns; NORMAL would flush
at checkpoints only, and a power cut could undo an answer that was sent. EXTRA adds nothing: it
flushes the removal of a rollback journal, and there is none. Reading never waits for writing.

Only one process may serve a file: two processes that move the log into the file (a checkpoint) at
the same moment can damage it with SQLite before 3.51.3, and one process is the quicker way anyway.

Source: sqlite.org/pragma.html#pragma_synchronous, sqlite.org/wal.html.
"""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from pbem.dice.schema import DICE, SQLITE, Execute, Schema, migrate
from pbem.dice.server.group import Database
from pbem.dice.sqlite import execute, make_file
from pbem.dice.store import unusable
from pbem.files import locked
from pbem.wire.errors import DiceError

LOCK = "serving.lock"
POSTGRES_URLS = ("postgresql://", "postgres://")
_WAIT = 10.0
T = TypeVar("T")


class SqliteDatabase:
    """A `pbem.dice.server.group.Database` in a folder."""

    dialect = SQLITE
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    conflicts: tuple[type[Exception], ...] = (sqlite3.IntegrityError,)

    def __init__(self, folder: Path, schema: Schema = DICE) -> None:
        """Raises DiceError `dice-store`, `store-busy`, `store-newer`."""
        self._writer: sqlite3.Connection | None = None
        self._held = ExitStack()
        try:
            self._path = make_file(folder, schema)
            self._held.enter_context(locked(folder / LOCK, 0))
            migrate(self.begin(), SQLITE, schema)
            self.commit()
        except TimeoutError:
            raise DiceError(
                "store-busy",
                f"another program is using the {schema.name} in {folder}",
                "Stop that program first. Several at once need PostgreSQL.",
            ) from None
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise unusable(error, schema) from error
        except DiceError:
            self.close()
            raise

    def begin(self) -> Execute:
        """See `Database`."""
        if self._writer is None:
            self._writer = _connect(self._path)
        writer = self._writer
        writer.execute("BEGIN IMMEDIATE")
        return lambda query, values: execute(writer, query, values)

    def commit(self) -> None:
        """See `Database`."""
        if self._writer is not None:
            self._writer.execute("COMMIT")

    def undo(self) -> None:
        """See `Database`."""
        if self._writer is not None:
            self._writer.execute("ROLLBACK")

    def drop(self) -> None:
        """See `Database`."""
        if self._writer is not None:
            # Closing rolls back whatever was not committed.
            self._writer.close()
            self._writer = None

    def look(self, job: Callable[[Execute], T]) -> T:
        """See `Database`."""
        with closing(_connect(self._path)) as reader:
            reader.execute("PRAGMA query_only=ON")
            reader.execute("BEGIN")
            return job(lambda query, values: execute(reader, query, values))

    def close(self) -> None:
        """See `Database`."""
        self.drop()
        self._held.close()


def open_database(store: str, schema: Schema = DICE) -> Database:
    """The database that a setting names, a folder or a URL. Raises DiceError as they do."""
    if store.startswith(POSTGRES_URLS):
        from pbem.dice.server.postgres import PostgresDatabase  # noqa: PLC0415 - may be missing

        return PostgresDatabase(store, schema)
    return SqliteDatabase(Path(store), schema)


def _connect(path: Path) -> sqlite3.Connection:
    # Used by one thread at a time, though not always by the same.
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA fullfsync=ON")
        connection.execute("PRAGMA checkpoint_fullfsync=ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
