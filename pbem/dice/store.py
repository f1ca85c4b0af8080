"""Where an authority keeps its secrets and its answers: one SQLite file in a folder.

Every change is one transaction with synchronous=EXTRA (FULL does not flush the removal of the
rollback journal, so a power cut could undo an answer that was sent): when a transaction has ended,
it is on disk; when the process dies, the transaction has either happened or not. Two processes
may use the same folder: writers wait for each other.

Source: docs/formats/dice-v1.md, section "One answer for ever".
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pbem.dice.closing import Closing
from pbem.dice.protocol import previous_seed
from pbem.wire.errors import DiceError

DATABASE = "dice.sqlite3"
CHECKPOINT = 256
MAX_REFUSED = 1_000
_WAIT = 60.0

_SCHEMA = """
CREATE TABLE IF NOT EXISTS authority (id INTEGER PRIMARY KEY CHECK (id = 1), secret BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS game (
  id BLOB PRIMARY KEY, host BLOB NOT NULL, length INTEGER NOT NULL, commitment BLOB NOT NULL,
  registration BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seed (
  game BLOB NOT NULL, idx INTEGER NOT NULL, seed BLOB NOT NULL,
  PRIMARY KEY (game, idx)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS roll (
  game BLOB NOT NULL, idx INTEGER NOT NULL, request BLOB NOT NULL, receipt BLOB NOT NULL,
  PRIMARY KEY (game, idx));
CREATE TABLE IF NOT EXISTS refused (
  game BLOB NOT NULL, idx INTEGER NOT NULL, request BLOB NOT NULL, signed BLOB NOT NULL,
  time INTEGER NOT NULL, PRIMARY KEY (game, request));
CREATE TABLE IF NOT EXISTS closing (
  game BLOB NOT NULL, turn INTEGER NOT NULL, nation TEXT NOT NULL, idx INTEGER NOT NULL,
  request BLOB NOT NULL, receipt BLOB NOT NULL, PRIMARY KEY (game, turn, nation));
CREATE TABLE IF NOT EXISTS refused_closing (
  game BLOB NOT NULL, turn INTEGER NOT NULL, idx INTEGER NOT NULL, request BLOB NOT NULL,
  signed BLOB NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (game, request));
"""
_EVENTS = ("closing", "roll", "attempted-re-roll", "attempted-closing")


@dataclass(frozen=True, slots=True)
class GameRow:
    """A registered game: `registration` is the host's signed list of seats, or None."""

    host: bytes
    length: int
    commitment: bytes
    registration: bytes | None


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a game's public journal.

    `event` is "roll" or "closing" (`data` is the receipt), "attempted-re-roll" or
    "attempted-closing" (`data` is the signed request that was refused); `index` is that of the
    roll, or for a closing that of the roll after it; `time` is Unix seconds, 0 for a receipt (it
    holds the time itself).
    """

    event: str
    index: int
    data: bytes
    time: int


class Store:
    """The authority's folder, created with access for its owner only."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = folder / DATABASE
        # Made before SQLite opens it, so that the seeds are never readable by others.
        self._path.touch(mode=0o600)
        with self.transaction() as work:
            work.create()

    @contextmanager
    def transaction(self) -> Iterator["Work"]:
        """One all-or-nothing piece of work; it is on disk when the block has ended.

        Raises DiceError `dice-store` when the file cannot be used; nothing has changed then.
        """
        try:
            connection = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
        except sqlite3.Error as error:
            raise _unusable(error) from error
        try:
            connection.execute("PRAGMA synchronous=EXTRA")
            connection.execute("BEGIN IMMEDIATE")
            yield Work(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise _unusable(error) from error
        finally:
            # Closing rolls back whatever was not committed.
            connection.close()


class Work:
    """The queries of one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create(self) -> None:
        """Make the tables if they are missing."""
        for statement in _SCHEMA.split(";"):
            self._connection.execute(statement)

    def secret(self) -> bytes | None:
        """The authority's own Ed25519 secret, if it has been set."""
        row = self._row("SELECT secret FROM authority")
        return _blob(row[0]) if row else None

    def set_secret(self, secret: bytes) -> None:
        """Set the authority's own secret, once."""
        self._connection.execute("INSERT INTO authority VALUES (1, ?)", (secret,))

    def game(self, game: bytes) -> GameRow | None:
        """The registered game, if any."""
        row = self._row(
            "SELECT host, length, commitment, registration FROM game WHERE id = ?", game
        )
        if row is None:
            return None
        registration = None if row[3] is None else _blob(row[3])
        return GameRow(_blob(row[0]), _number(row[1]), _blob(row[2]), registration)

    def add_game(self, game: bytes, host: bytes, chain: tuple[bytes, ...], signed: bytes) -> None:
        """Keep a new game; of `chain` (s[0] to s[length]) every 256th seed and the last."""
        length = len(chain) - 1
        self._connection.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, NULL)", (game, host, length, signed)
        )
        kept = sorted({*range(0, length + 1, CHECKPOINT), length})
        self._connection.executemany(
            "INSERT INTO seed VALUES (?, ?, ?)", [(game, index, chain[index]) for index in kept]
        )

    def set_registration(self, game: bytes, signed: bytes) -> None:
        """Keep the host's list of seats."""
        self._connection.execute("UPDATE game SET registration = ? WHERE id = ?", (signed, game))

    def seed(self, game: bytes, index: int) -> bytes:
        """s[index], hashed down from the next kept seed above it."""
        row = self._row(
            "SELECT idx, seed FROM seed WHERE game = ? AND idx >= ? ORDER BY idx", game, index
        )
        if row is None:
            raise DiceError("chain-exhausted", "the authority has no more seeds for this game")
        seed = _blob(row[1])
        for _ in range(_number(row[0]) - index):
            seed = previous_seed(seed)
        return seed

    def roll(self, game: bytes, index: int) -> tuple[bytes, bytes] | None:
        """(request body, receipt) that was answered for this index, if any."""
        row = self._row("SELECT request, receipt FROM roll WHERE game = ? AND idx = ?", game, index)
        return (_blob(row[0]), _blob(row[1])) if row else None

    def last_index(self, game: bytes) -> int:
        """The index of the last answered roll, 0 before the first."""
        row = self._row("SELECT coalesce(max(idx), 0) FROM roll WHERE game = ?", game)
        return _number(row[0]) if row else 0

    def add_roll(self, game: bytes, index: int, request: bytes, receipt: bytes) -> None:
        """Keep an answer; the primary key makes a second one for the index impossible."""
        self._connection.execute(
            "INSERT INTO roll VALUES (?, ?, ?, ?)", (game, index, request, receipt)
        )

    def add_refused(
        self, game: bytes, index: int, request: bytes, signed: bytes, time: int
    ) -> None:
        """Keep an attempted re-roll, once per request and at most 1,000 per game."""
        row = self._row("SELECT count(*) FROM refused WHERE game = ?", game)
        if row is None or _number(row[0]) < MAX_REFUSED:
            self._connection.execute(
                "INSERT OR IGNORE INTO refused VALUES (?, ?, ?, ?, ?)",
                (game, index, request, signed, time),
            )

    def closing(self, game: bytes, turn: int, nation: str) -> tuple[bytes, bytes] | None:
        """(request body, receipt) of the closing of a nation's turn, if it was closed."""
        row = self._row(
            "SELECT request, receipt FROM closing WHERE game = ? AND turn = ? AND nation = ?",
            game,
            turn,
            nation,
        )
        return (_blob(row[0]), _blob(row[1])) if row else None

    def add_closing(self, closing: Closing, request: bytes, receipt: bytes) -> None:
        """Keep a closing; the primary key makes a second one of the same turn impossible."""
        self._connection.execute(
            "INSERT INTO closing VALUES (?, ?, ?, ?, ?, ?)",
            (closing.game, closing.turn, closing.nation, closing.index, request, receipt),
        )

    def add_refused_closing(
        self, closing: Closing, request: bytes, signed: bytes, time: int
    ) -> None:
        """Keep a refused closing, once per request and at most 1,000 per game."""
        row = self._row("SELECT count(*) FROM refused_closing WHERE game = ?", closing.game)
        if row is None or _number(row[0]) < MAX_REFUSED:
            self._connection.execute(
                "INSERT OR IGNORE INTO refused_closing VALUES (?, ?, ?, ?, ?, ?)",
                (closing.game, closing.turn, closing.index, request, signed, time),
            )

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        """By index: the turns closed before the roll, the roll, and the refused requests for it."""
        rows = self._connection.execute(
            "SELECT idx, 0, turn, receipt, 0 FROM closing WHERE game = ?1 "
            "UNION ALL SELECT idx, 1, 0, receipt, 0 FROM roll WHERE game = ?1 "
            "UNION ALL SELECT idx, 2, 0, signed, time FROM refused WHERE game = ?1 "
            "UNION ALL SELECT idx, 3, turn, signed, time FROM refused_closing WHERE game = ?1 "
            "ORDER BY 1, 2, 3, 5, 4",
            (game,),
        )
        return tuple(
            JournalEntry(_EVENTS[_number(row[1])], _number(row[0]), _blob(row[3]), _number(row[4]))
            for row in rows
        )

    def _row(self, query: str, *values: bytes | int | str) -> tuple[object, ...] | None:
        row: object = self._connection.execute(query, values).fetchone()
        return row if isinstance(row, tuple) else None


def _blob(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise DiceError("dice-store", "the dice store holds something other than bytes")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise DiceError("dice-store", "the dice store holds something other than a number")
    return value


def _unusable(error: Exception) -> DiceError:
    return DiceError(
        "dice-store",
        f"the dice store cannot be used ({error})",
        "Check that the disk is not full and that the folder may be written, then try again.",
    )
