"""What an authority remembers, and the queries that read and write it.

A `Store` runs a piece of work as one transaction: when `run` has returned, it is on disk; when the
process dies, it has either happened or not. `pbem.dice.sqlite` is the store in a folder, which the
embedded authority uses, and a server by default; `pbem.dice.server.postgres` is the one for several
server processes. The queries are the same.

Source: docs/formats/dice-v1.md, section "One answer for ever".
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from pbem.dice.bounded_cache import Recent
from pbem.dice.closing import Closing
from pbem.dice.relayed import Relayed
from pbem.dice.rows import (
    EVENTS,
    HighWaterMark,
    JournalEntry,
    Kept,
    Last,
    LogExtent,
    RegisteredGame,
    answer_data,
    blob,
    game_row,
    integer,
    kept_row,
    last_row,
    told_row,
)
from pbem.dice.schema import DICE, Dialect, Execute, Row, Schema, Value
from pbem.dice.sealing import Sealer
from pbem.dice.timing import Timing
from pbem.dice.vault import Seeds, Vault
from pbem.wire.errors import DiceError

MAX_REFUSED = 1_000
# In these, three dots stand for a table of games, rolls or keys.
_GAME = (
    "SELECT id, host, length, commitment, registration, frozen, place, digest, asked "
    "FROM game WHERE id = ?"
)
_GAMES = _GAME.replace("= ?", "IN (...) ORDER BY id")
# Not a join: a database that has no statistics of its tables yet would read all of them for it.
_LAST_ROLLS = (
    "WITH asked (game) AS (...) SELECT game, "
    "(SELECT idx FROM roll WHERE roll.game = asked.game ORDER BY idx DESC LIMIT 1), "
    "(SELECT answered FROM roll WHERE roll.game = asked.game ORDER BY idx DESC LIMIT 1), "
    "(SELECT place FROM roll WHERE roll.game = asked.game ORDER BY idx DESC LIMIT 1), "
    "(SELECT digest FROM roll WHERE roll.game = asked.game ORDER BY idx DESC LIMIT 1), "
    "(SELECT asked FROM roll WHERE roll.game = asked.game ORDER BY idx DESC LIMIT 1) FROM asked"
)
_NEW_ROLLS = (
    "INSERT INTO roll (game, idx, request, signed, receipt, answered, place, digest, asked) "
    "... "
    "RETURNING rowid"
)
_CLOSED_ABOVE = (
    "SELECT EXISTS (SELECT 1 FROM closing WHERE game = ? AND turn > ? AND signer IN (...))"
)
LAST = 2**31 - 1
T = TypeVar("T")


class Store(Protocol):
    """Where an authority keeps its secrets and its answers."""

    def run(self, job: "Callable[[Work], T]", game: bytes = b"") -> T:
        """Run a job as one transaction that is on disk when this returns; its result.

        game: the one that the job is about.  The job may be run a second time, so it must only
        read and write the store.  Raises what the job raises, with nothing changed, and DiceError
        `dice-store` when the store cannot be used; then nobody knows whether anything changed, and
        asking again is safe.
        """
        ...

    def look(self, job: "Callable[[Work], T]") -> T:
        """Run a job that only reads; it neither waits for writers nor holds them up.

        Raises as `run`.
        """
        ...


class Work:
    """The queries of one transaction."""

    def __init__(
        self, execute: Execute, dialect: Dialect, sealer: Sealer, seeds: Seeds | None = None
    ) -> None:
        """seeds: the ones that were hashed lately, which only a server is worth keeping for."""
        self._ask = execute
        self._dialect = dialect
        self.vault = Vault(self._execute, sealer, Recent(1) if seeds is None else seeds)
        self.timing = Timing(self._execute)
        self.relayed = Relayed(self._execute)
        # The numbers of what was added in this transaction, 0 for nothing.
        self.mark = HighWaterMark()
        # How many statements were run, or are yet to be, that may change something.
        self.writes = 0
        self._games: dict[bytes, RegisteredGame] = {}
        # Of those games that were read together.
        self._last: dict[bytes, Last] = {}
        self._new_rolls: list[tuple[bytes | int, ...]] = []

    def _execute(self, query: str, values: Sequence[Value]) -> Sequence[tuple[object, ...]]:
        self.flush()
        self.writes += not query.startswith("SELECT")
        return self._ask(query, values)

    def _with_table(self, query: str, rows: Sequence[Row]) -> tuple[str, Sequence[Value]]:
        """A query with rows in the place of its three dots, and its values."""
        table, values = self._dialect.table(rows)
        return query.replace("...", table), values

    def flush(self) -> None:
        """Write the new rolls, all in one statement; a transaction must not end without this."""
        rolls, self._new_rolls = self._new_rolls, []
        if not rolls:
            return
        rows = self._ask(*self._with_table(_NEW_ROLLS, rolls))
        newest = max(integer(row[0]) for row in rows)
        self.mark = HighWaterMark(max(newest, self.mark.roll), self.mark.closing)

    def read_together(self, games: Sequence[bytes]) -> None:
        """Read several games at once, in one order for all who do so; see `game`."""
        query, values = self._with_table(_GAMES, [(game,) for game in games])
        for row in self._execute(query + self._dialect.lock, values):
            self._games[blob(row[0])] = game_row(row[1:])
        if not self._games:
            return
        # A statement of its own, since only now can nobody else add a roll.
        known = [(game,) for game in self._games]
        for row in self._execute(*self._with_table(_LAST_ROLLS, known)):
            self._last[blob(row[0])] = last_row(row[1:])

    def game(self, game: bytes) -> RegisteredGame | None:
        """The registered game, if any; nobody else can change it until this transaction ends."""
        if game in self._games:
            return self._games[game]
        rows = self._execute(_GAME + self._dialect.lock, (game,))
        return game_row(rows[0][1:]) if rows else None

    def add_game(self, game: bytes, host: bytes, chain: Sequence[bytes], signed: bytes) -> None:
        """Keep a new game and its `chain` of seeds, s[0] to s[length]."""
        self._execute(
            "INSERT INTO game (id, host, length, commitment) VALUES (?, ?, ?, ?)",
            (game, host, len(chain) - 1, signed),
        )
        self.vault.add_chain(game, chain)

    def set_registration(self, game: bytes, signed: bytes) -> None:
        """Keep the host's list of seats."""
        self._games.pop(game, None)
        self._execute("UPDATE game SET registration = ? WHERE id = ?", (signed, game))

    def freeze(self) -> None:
        """No game that is registered now gets a new answer until it is thawed."""
        self._games.clear()
        self._execute("UPDATE game SET frozen = 1", ())

    def thaw(self, game: bytes) -> None:
        """A game gets new answers again."""
        self._games.pop(game, None)
        self._execute("UPDATE game SET frozen = 0 WHERE id = ?", (game,))

    def roll(self, game: bytes, index: int) -> Kept | None:
        """What was answered for this index, if anything."""
        return self.roll_and_last(game, index)[0]

    def roll_and_last(self, game: bytes, index: int) -> tuple[Kept | None, Last]:
        """What `roll` says for an index, and the last answered roll."""
        known = self._last.get(game)
        if known is not None and known.index < index:
            return None, known
        rows = self._execute(
            "SELECT idx, answered, place, digest, asked, request, signed, receipt FROM roll "
            "WHERE game = ? AND (idx = ? OR idx = (SELECT max(idx) FROM roll WHERE game = ?)) "
            "ORDER BY idx",
            (game, index, game),
        )
        if not rows:
            return None, Last()
        found = [row for row in rows if integer(row[0]) == index]
        return (kept_row(found[0][5:]) if found else None), last_row(rows[-1][:5])

    def last(self, game: bytes) -> Last:
        """The last answered roll."""
        if game in self._last:
            return self._last[game]
        rows = self._execute(
            "SELECT idx, answered, place, digest, asked FROM roll "
            "WHERE game = ? ORDER BY idx DESC LIMIT 1",
            (game,),
        )
        return last_row(rows[0]) if rows else Last()

    def add_roll(self, game: bytes, kept: Kept, last: Last) -> None:
        """Keep an answer; the primary key makes a second one for the index impossible.

        last: what the last roll of the game is with this one.
        """
        self.writes += 1
        answer = (kept.request, kept.signed, kept.receipt)
        self._new_rolls.append((game, last.index, *answer, last.answered, *told_row(last.told)))
        if game in self._last:
            self._last[game] = last

    def set_followed(self, game: bytes) -> None:
        """Another authority answers after this one in a game."""
        self._execute("INSERT INTO followed VALUES (?) ON CONFLICT DO NOTHING", (game,))

    def shown_before(self, game: bytes) -> int:
        """The index below which the receipts of rolls are shown to everybody.

        All of them, unless another authority answers after this one: then those before which, and
        only there, a turn was closed.
        """
        rows = self._execute(
            "SELECT EXISTS (SELECT 1 FROM followed WHERE game = ?), "
            "(SELECT coalesce(max(idx), 0) FROM closing WHERE game = ?)",
            (game, game),
        )
        return integer(rows[0][1]) if rows[0][0] else LAST

    def add_refused(
        self, game: bytes, index: int, request: bytes, signed: bytes, time: int
    ) -> None:
        """Keep an attempted re-roll, once per request and at most 1,000 per game."""
        rows = self._execute("SELECT count(*) FROM refused WHERE game = ?", (game,))
        place = integer(rows[0][0])
        if place < MAX_REFUSED:
            self._execute(
                "INSERT INTO refused VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (game, index, request, signed, time, place),
            )

    def closing(self, game: bytes, turn: int, nation: str) -> Kept | None:
        """What was answered at the end of a nation's turn, if it was closed."""
        rows = self._execute(
            "SELECT request, signed, receipt FROM closing "
            "WHERE game = ? AND turn = ? AND nation = ?",
            (game, turn, nation.encode()),
        )
        return kept_row(rows[0]) if rows else None

    def has_closed_above(self, game: bytes, turn: int, keys: Sequence[bytes]) -> bool:
        """Whether one of these keys has closed a turn with a number above `turn`."""
        if not keys:
            return False
        query, values = self._with_table(_CLOSED_ABOVE, [(key,) for key in keys])
        rows = self._execute(query, (game, turn, *values))
        return bool(rows[0][0])

    def add_closing(self, closing: Closing, kept: Kept, signer: bytes, told: LogExtent) -> None:
        """Keep a closing; the primary key makes a second one of the same turn impossible.

        signer: the key that asked for it; told: the log up to this closing.
        """
        rows = self._execute(
            "INSERT INTO closing (game, turn, nation, idx, request, signed, receipt, signer, place)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING rowid",
            (
                closing.game,
                closing.turn,
                closing.nation.encode(),
                closing.index,
                kept.request,
                kept.signed,
                kept.receipt,
                signer,
                told.count,
            ),
        )
        self._games.pop(closing.game, None)
        self._execute(
            "UPDATE game SET place = ?, digest = ?, asked = ? WHERE id = ?",
            (*told_row(told), closing.game),
        )
        self.mark = HighWaterMark(self.mark.roll, integer(rows[0][0]))

    def add_refused_closing(
        self, closing: Closing, request: bytes, signed: bytes, time: int
    ) -> None:
        """Keep a refused closing, once per request and at most 1,000 per game."""
        rows = self._execute("SELECT count(*) FROM refused_closing WHERE game = ?", (closing.game,))
        place = integer(rows[0][0])
        if place < MAX_REFUSED:
            self._execute(
                "INSERT INTO refused_closing VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (closing.game, closing.turn, closing.index, request, signed, time, place),
            )

    def journal(self, game: bytes, first: int = 0, stop: int = LAST) -> tuple[JournalEntry, ...]:
        """By index: the turns closed before the roll, the roll, and the refused requests for it.

        Each in the order in which they came. As a turn is closed for the next index only, all
        answers are: a log that is read later begins with the one that was read before.

        first, stop: indices from first on and below stop.
        """
        span = (game, first, stop)
        rows = self._execute(
            "SELECT idx, 0, place, receipt, 0, signed FROM closing "
            "WHERE game = ? AND idx >= ? AND idx < ? "
            "UNION ALL SELECT idx, 1, place, receipt, 0, signed FROM roll "
            "WHERE game = ? AND idx >= ? AND idx < ? "
            "UNION ALL SELECT idx, 2, place, signed, time, NULL FROM refused "
            "WHERE game = ? AND idx >= ? AND idx < ? "
            "UNION ALL SELECT idx, 3, place, signed, time, NULL FROM refused_closing "
            "WHERE game = ? AND idx >= ? AND idx < ? ORDER BY 1, 2, 3",
            (*span, *span, *span, *span),
        )
        return tuple(
            JournalEntry(
                EVENTS[integer(row[1])],
                integer(row[0]),
                blob(row[3]) if row[5] is None else answer_data(blob(row[5]), blob(row[3])),
                integer(row[4]),
            )
            for row in rows
        )

    def has_entries(self, game: bytes, first: int) -> bool:
        """Whether a journal has entries of an index from first on."""
        rows = self._execute(
            "SELECT EXISTS (SELECT 1 FROM roll WHERE game = ? AND idx >= ?) "
            "OR EXISTS (SELECT 1 FROM closing WHERE game = ? AND idx >= ?) "
            "OR EXISTS (SELECT 1 FROM refused WHERE game = ? AND idx >= ?) "
            "OR EXISTS (SELECT 1 FROM refused_closing WHERE game = ? AND idx >= ?)",
            (game, first) * 4,
        )
        return bool(rows[0][0])

    def newest(self) -> HighWaterMark:
        """How far the store has come."""
        rows = self._execute(
            "SELECT (SELECT coalesce(max(rowid), 0) FROM roll), "
            "(SELECT coalesce(max(rowid), 0) FROM closing)",
            (),
        )
        return HighWaterMark(integer(rows[0][0]), integer(rows[0][1]))


def unusable(error: Exception, schema: Schema = DICE) -> DiceError:
    """The error of a store that cannot be used now."""
    return DiceError(
        "dice-store",
        f"the {schema.name} cannot be used ({error})",
        "Check that the disk is not full and that the folder may be written, then try again.",
    )
