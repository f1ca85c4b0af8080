"""What a relay keeps of a game, and the queries that read and write it.

Source: docs/formats/dice-v1.md, section "Relay".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.dice.relay_requests import ListFacts, SaveFacts
from pbem.dice.rows import blob, integer
from pbem.dice.schema import Execute

MAX_KEYS = 4
"""So many keys may ask under the address of one observer: those of their computers."""


@dataclass(frozen=True, slots=True)
class RelayedRow:
    """A save that a player has put, without its bytes; the fields are those of `SaveFacts`.

    signer: who has put it; size: of the file in bytes.
    """

    signer: bytes
    head: bytes
    genesis: bytes
    host: bytes
    holders: frozenset[bytes]
    changes: int
    turns: int
    open_heads: frozenset[bytes]
    size: int


@dataclass(frozen=True, slots=True)
class KeptList:
    """The newest list of observers of a game; file: as the host has signed it."""

    time: int
    file: bytes


class Relayed:
    """These queries within one transaction."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute

    def rows(self, game: bytes) -> tuple[RelayedRow, ...]:
        """The saves of a game, those with the most closed turns first, then the newest ones."""
        rows = self._execute(
            "SELECT signer, head, genesis, host, holders, changes, turns, open_heads, size "
            "FROM relayed WHERE game = ? ORDER BY turns DESC, time DESC, signer",
            (game,),
        )
        return tuple(
            RelayedRow(
                signer=blob(row[0]),
                head=blob(row[1]),
                genesis=blob(row[2]),
                host=blob(row[3]),
                holders=_split(row[4]),
                changes=integer(row[5]),
                turns=integer(row[6]),
                open_heads=_split(row[7]),
                size=integer(row[8]),
            )
            for row in rows
        )

    def heads(self, games: Sequence[bytes]) -> dict[bytes, list[bytes]]:
        """The heads of the saves of some games, of each in the order of `rows`."""
        found: dict[bytes, list[bytes]] = {game: [] for game in games}
        asked = ", ".join("?" * len(games))
        query = (
            f"SELECT game, head FROM relayed WHERE game IN ({asked}) "  # noqa: S608
            "ORDER BY turns DESC, time DESC, signer"
        )
        for game, head in self._execute(query, tuple(games)):
            found[blob(game)].append(blob(head))
        return found

    def file(self, game: bytes, signer: bytes) -> bytes:
        """The save that a player has put; b"" for none."""
        rows = self._execute(
            "SELECT save FROM relayed WHERE game = ? AND signer = ?", (game, signer)
        )
        return blob(rows[0][0]) if rows else b""

    def size(self) -> int:
        """Bytes of all saves of all games."""
        return integer(self._execute("SELECT coalesce(sum(size), 0) FROM relayed", ())[0][0])

    def keep(self, facts: SaveFacts, signer: bytes, data: bytes, time: int) -> None:
        """Keep a save in the place of this player's last one."""
        self.drop(facts.game, signer)
        self._execute(
            "INSERT INTO relayed (game, signer, head, genesis, host, holders, changes, turns, "
            "open_heads, size, time, save) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                facts.game,
                signer,
                facts.head,
                facts.genesis,
                facts.host,
                b"".join(sorted(facts.holders)),
                facts.changes,
                facts.turns,
                b"".join(facts.open_heads),
                len(data),
                time,
                data,
            ),
        )

    def drop(self, game: bytes, signer: bytes) -> None:
        """Forget what a player has put."""
        self._execute("DELETE FROM relayed WHERE game = ? AND signer = ?", (game, signer))

    def shown(self, game: bytes, turn: int, nation: str) -> int:
        """Since when all who play could fetch a closed turn, Unix seconds; 0 for never."""
        rows = self._execute(
            "SELECT time FROM relay_shown WHERE game = ? AND turn = ? AND nation = ?",
            (game, turn, nation.encode()),
        )
        return integer(rows[0][0]) if rows else 0

    def set_shown(self, game: bytes, closed: Sequence[tuple[int, str]], time: int) -> None:
        """Keep that turns can be fetched now, those after the last one of which that is known."""
        rows = self._execute(
            "SELECT coalesce(max(turn), 0) FROM relay_shown WHERE game = ?", (game,)
        )
        for turn, nation in closed:
            if turn > integer(rows[0][0]):
                self._execute(
                    "INSERT INTO relay_shown (game, turn, nation, time) VALUES (?, ?, ?, ?)",
                    (game, turn, nation.encode(), time),
                )

    def touch(self, game: bytes, time: int) -> None:
        """Keep that a game goes on, so that no save of it is too old."""
        self._execute("UPDATE relayed SET time = ? WHERE game = ? AND time < ?", (time, game, time))

    def drop_older(self, time: int) -> None:
        """Forget the saves of games in which nothing was put since a time, and their observers."""
        self._execute("DELETE FROM relayed WHERE time < ?", (time,))
        self._execute("DELETE FROM relay_list WHERE game NOT IN (SELECT game FROM relayed)", ())
        self._execute("DELETE FROM relay_observer WHERE game NOT IN (SELECT game FROM relayed)", ())

    def listed(self, game: bytes, genesis: bytes) -> KeptList | None:
        """The newest list of observers that the host has signed, if one was shown."""
        rows = self._execute(
            "SELECT time, list FROM relay_list WHERE game = ? AND genesis = ?", (game, genesis)
        )
        return KeptList(integer(rows[0][0]), blob(rows[0][1])) if rows else None

    def keep_list(self, game: bytes, facts: ListFacts, data: bytes) -> None:
        """Keep a newer list; whoever is not in it observes no more."""
        self._execute(
            "DELETE FROM relay_list WHERE game = ? AND genesis = ?", (game, facts.genesis)
        )
        self._execute(
            "INSERT INTO relay_list (game, genesis, time, list) VALUES (?, ?, ?, ?)",
            (game, facts.genesis, facts.time, data),
        )
        for row in self._execute("SELECT address FROM relay_observer WHERE game = ?", (game,)):
            if (address := blob(row[0])).decode() not in facts.addresses:
                self._execute(
                    "DELETE FROM relay_observer WHERE game = ? AND address = ?", (game, address)
                )

    def is_observer(self, game: bytes, address: str, key: bytes) -> bool:
        """Whether a key has shown the newest list under an address."""
        return bool(
            self._execute(
                "SELECT 1 FROM relay_observer WHERE game = ? AND address = ? AND key = ?",
                (game, address.encode(), key),
            )
        )

    def add_observer(self, game: bytes, address: str, key: bytes, time: int) -> None:
        """A key may ask under an address, beside the newest others of it."""
        self._execute(
            "INSERT INTO relay_observer (game, address, key, time) VALUES (?, ?, ?, ?)",
            (game, address.encode(), key, time),
        )
        self._execute(
            "DELETE FROM relay_observer WHERE game = ? AND address = ? AND key NOT IN (SELECT key "
            "FROM relay_observer WHERE game = ? AND address = ? ORDER BY time DESC, key LIMIT ?)",
            (game, address.encode(), game, address.encode(), MAX_KEYS),
        )


def _split(value: object) -> frozenset[bytes]:
    """Keys or heads that were written one after the other."""
    data = blob(value)
    return frozenset(data[place : place + 32] for place in range(0, len(data), 32))
