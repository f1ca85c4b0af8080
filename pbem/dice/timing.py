"""What an authority keeps for the clocks of a game, and the queries that read and write it.

When it first knew who plays, who said that they are here, how far each nation's turns have been
closed, and when nobody could ask it.

Source: docs/formats/dice-v1.md, sections "Seats", "Closing a turn" and "The state of a turn".
"""

from typing import Final

from pbem.dice.closing import Closing
from pbem.dice.rows import blob, integer
from pbem.dice.schema import Execute
from pbem.dice.seating import Seating
from pbem.dice.turn_state import MAX_HEARD, MAX_SILENCES, Here
from pbem.wire.errors import DiceError

MAX_AHEAD: Final = 4
"""Two authorities of a game may be apart by turns that one of them has closed and that are lost."""
OUTAGE: Final = 10 * 60
"""Seconds without a sign of life that count as an outage; a server gives one every minute."""
MAX_ALONE: Final = 100
"""So many more turns may be closed for one key than for any other."""


class Timing:
    """These queries within one transaction."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute

    def seated(self, game: bytes) -> int:
        """When the seats of a game were first accepted, Unix seconds; 0 if they never were."""
        rows = self._execute("SELECT time FROM seated WHERE game = ?", (game,))
        return integer(rows[0][0]) if rows else 0

    def set_seated(self, game: bytes, time: int) -> None:
        """Keep when the seats of a game were first accepted, once for ever."""
        self._execute("INSERT INTO seated VALUES (?, ?) ON CONFLICT DO NOTHING", (game, time))

    def heard(self, game: bytes, nation: str) -> tuple[tuple[bytes, int], ...]:
        """The heads that the holder of a seat said they have, and when they last did, newest first.

        At most four.
        """
        rows = self._execute(
            "SELECT head, time FROM heard WHERE game = ? AND nation = ? ORDER BY time DESC, head "
            "LIMIT ?",
            (game, nation.encode(), MAX_HEARD),
        )
        return tuple((blob(row[0]), integer(row[1])) for row in rows)

    def set_heard(self, here: Here, time: int) -> None:
        """Keep that the holder of a seat is here, once for each of the newest heads."""
        game, nation = here.game, here.nation.encode()
        self._execute(
            "INSERT INTO heard (game, nation, head, time) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (game, nation, head) DO UPDATE SET time = excluded.time",
            (game, nation, here.head, time),
        )
        self._execute(
            "DELETE FROM heard WHERE game = ? AND nation = ? AND head NOT IN (SELECT head "
            "FROM heard WHERE game = ? AND nation = ? ORDER BY time DESC, head LIMIT ?)",
            (game, nation, game, nation, MAX_HEARD),
        )

    def note_awake(self, time: int) -> None:
        """Keep that a server runs at `time`, and that none did before, if it was long enough."""
        rows = self._execute("SELECT time FROM awake", ())
        last = integer(rows[0][0]) if rows else time
        if time - last > OUTAGE:
            self._execute(
                "INSERT INTO silence VALUES (?, ?) ON CONFLICT DO NOTHING",
                (last, time),
            )
        self._execute(
            "INSERT INTO awake VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET time = excluded.time",
            (time,),
        )

    def forget_awake(self) -> None:
        """Nobody knows how long a server has run since a backup was made."""
        self._execute("DELETE FROM awake", ())

    def silences(self) -> tuple[tuple[int, int], ...]:
        """From when until when no server ran, the newest eight times, the oldest of them first."""
        rows = self._execute(
            "SELECT since, until FROM silence ORDER BY since DESC LIMIT ?", (MAX_SILENCES,)
        )
        return tuple((integer(row[0]), integer(row[1])) for row in reversed(rows))

    def last_turn(self, game: bytes, nation: str) -> int:
        """The highest number of a turn that was closed for a nation, 0 for none."""
        rows = self._execute(
            "SELECT coalesce(max(turn), 0) FROM closing WHERE game = ? AND nation = ?",
            (game, nation.encode()),
        )
        return integer(rows[0][0])

    def check_ahead(self, closing: Closing, seating: Seating, signer: bytes) -> None:
        """DiceError `closing-ahead` for a turn that cannot be the one that is open.

        signer: the key that holds its seat.
        """
        rows = self._execute(
            "SELECT coalesce(max(turn), 0), "
            "coalesce(max(CASE WHEN signer = ? THEN 0 ELSE turn END), 0) "
            "FROM closing WHERE game = ?",
            (signer, closing.game),
        )
        begun = seating.turn - 1
        newest, by_others = (max(integer(value), begun) for value in rows[0])
        is_alone = all(key == signer for key in seating.seats.values())
        if closing.turn <= newest + MAX_AHEAD and (
            is_alone or closing.turn <= by_others + MAX_ALONE
        ):
            return
        raise DiceError(
            "closing-ahead",
            f"turn {closing.turn} is not the one that is open: turn {newest} is the newest that "
            "this dice authority has closed",
            "Go on from the newest save of this game.",
        )
