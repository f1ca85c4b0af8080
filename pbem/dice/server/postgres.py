"""PostgreSQL under a server, for clubs that outgrow one machine: any number of server processes.

The one-answer rule is a constraint in the database (the primary keys of pbem.dice.schema), so two
processes that get the same index at the same moment give one answer. A lock on the game's row makes
the second one wait for the first, so that no roll slips between the look at the last index and a
closing.

An answer is durable before it is sent only if the database flushes at each commit: a server whose
settings say otherwise is refused.

Source: postgresql.org/docs/15/runtime-config-wal.html.
"""

from collections.abc import Callable, Sequence
from typing import LiteralString, TypeVar

import psycopg

from pbem.dice.schema import DICE, POSTGRES, Execute, Schema, Value, migrate
from pbem.dice.store import unusable
from pbem.wire.errors import DiceError

_SECONDS = 5
_SETTINGS = (
    "SET synchronous_commit = on",
    # Or statements with few rows, which are found by their keys anyway, are planned every time.
    "SET plan_cache_mode = force_generic_plan",
    "SET statement_timeout = '15s'",
    "SET lock_timeout = '10s'",
    "SET idle_in_transaction_session_timeout = '30s'",
)
# Any number will do, as long as all servers use the same one.
_MIGRATION_LOCK = 0x7062656D
T = TypeVar("T")


class PostgresDatabase:
    """A `pbem.dice.server.group.Database` at a URL."""

    dialect = POSTGRES
    errors: tuple[type[Exception], ...] = (psycopg.Error,)
    conflicts: tuple[type[Exception], ...] = (psycopg.errors.IntegrityError,)

    def __init__(self, url: str, schema: Schema = DICE) -> None:
        """url: as libpq takes it. Raises DiceError `dice-store`, `store-unsafe`, `store-newer`."""
        self._url = url
        self._writer: psycopg.Connection | None = None
        self._readers: list[psycopg.Connection] = []
        try:
            execute = self.begin()
            _check_durable(execute)
            execute("SELECT pg_advisory_xact_lock(?)", (_MIGRATION_LOCK,))
            migrate(execute, POSTGRES, schema)
            self.commit()
        except psycopg.Error as error:
            self.close()
            raise unusable(error, schema) from error
        except DiceError:
            self.close()
            raise

    def begin(self) -> Execute:
        """See `Database`; a connection that has gone in the meantime is made anew once."""
        if self._writer is not None:
            try:
                _say(self._writer, "BEGIN")
            except psycopg.OperationalError:
                self.drop()
        if self._writer is None:
            self._writer = self._connect()
            _say(self._writer, "BEGIN")
        return _execute_on(self._writer)

    def commit(self) -> None:
        """See `Database`."""
        if self._writer is not None:
            _say(self._writer, "COMMIT")

    def undo(self) -> None:
        """See `Database`."""
        if self._writer is not None:
            _say(self._writer, "ROLLBACK")

    def drop(self) -> None:
        """See `Database`."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def look(self, job: Callable[[Execute], T]) -> T:
        """See `Database`."""
        reader = self._readers.pop() if self._readers else self._connect()
        try:
            _say(reader, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return job(_execute_on(reader))
        finally:
            self._give_back(reader)

    def close(self) -> None:
        """See `Database`."""
        self.drop()
        while self._readers:
            self._readers.pop().close()

    def _give_back(self, reader: psycopg.Connection) -> None:
        """Keep a connection for the next reading, unless it can no longer be used."""
        try:
            _say(reader, "ROLLBACK")
        except psycopg.Error:
            reader.close()
        else:
            self._readers.append(reader)

    def _connect(self) -> psycopg.Connection:
        connection = psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=_SECONDS,
            application_name="pbem-dice",
            keepalives_idle=30,
            tcp_user_timeout=20_000,
        )
        for setting in _SETTINGS:
            connection.execute(setting.encode("ascii"))
        return connection


def _say(connection: psycopg.Connection, statement: LiteralString) -> None:
    """Begin or end a transaction, always in one message.

    psycopg would prepare a statement that it has run five times: one more round trip before that
    COMMIT, and nothing is gained, as there is nothing to plan.
    """
    connection.execute(statement, prepare=False)


def _execute_on(connection: psycopg.Connection) -> Execute:
    def execute(query: str, values: Sequence[Value]) -> list[tuple[object, ...]]:
        # In binary form: as text, bytes in an array are twice as long and slow to spell.
        query = query.replace("?", "%b")
        done = connection.execute(query.encode("ascii"), tuple(values), binary=True)
        return [] if done.description is None else list(done.fetchall())

    return execute


def _check_durable(execute: Execute) -> None:
    for setting in ("fsync", "full_page_writes"):
        if execute(f"SHOW {setting}", ())[0][0] != "on":
            raise DiceError(
                "store-unsafe",
                f"the database runs with {setting} off, so an answer could be lost and given anew",
                f"Set {setting} = on in postgresql.conf.",
            )
