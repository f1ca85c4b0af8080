"""What a club knows of its games, in a database: SQLite in its home, or PostgreSQL.

It is made of saves and can be made again of them; nothing here proves anything.  Several homes of a
club, each with a mailbox, may share a PostgreSQL database: the site shows the games of all.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from pbem.club.model import ClubGame, ClubTurn
from pbem.dice.schema import Execute, Schema
from pbem.dice.server.database import open_database
from pbem.usage import UsageError
from pbem.wire.errors import DiceError

T = TypeVar("T")

CLUB = Schema(
    "index of the club",
    "club.sqlite3",
    "club_version",
    (
        # 1: texts are bytes, since those of PostgreSQL cannot hold every character. A stamp is that
        # of the files from which a row was made, and home says who follows the game.
        """
CREATE TABLE club_game (
  ref {blob} PRIMARY KEY, home {blob} NOT NULL, stamp {blob} NOT NULL, row {blob} NOT NULL);
CREATE TABLE club_turn (
  ref {blob} NOT NULL, number INTEGER NOT NULL, closed BIGINT NOT NULL, row {blob} NOT NULL,
  PRIMARY KEY (ref, number));
CREATE INDEX club_turn_by_time ON club_turn (closed);
CREATE TABLE club_file (name {blob} PRIMARY KEY, digest {blob} NOT NULL)
""",
    ),
)


class ClubIndex:
    """The games that one home of a club follows, and what the site shows of them and of others."""

    def __init__(self, store: str, home: bytes) -> None:
        """store: a folder, or a postgresql:// URL; home: by which this home is told from others.

        Raises UsageError when it cannot be used, or another `pbem club` is at work there.
        """
        self._home = home
        try:
            self._database = open_database(store, CLUB)
        except DiceError as error:
            raise _as_usage(error) from None
        except ImportError as error:
            raise UsageError(
                "server-not-installed",
                f"PostgreSQL needs the Python package {error.name}, which is not installed.",
                "Install it: pip install 'pbem[server]'",
            ) from None

    def close(self) -> None:
        """Give the database back."""
        self._database.close()

    def stamps(self) -> dict[str, bytes]:
        """The stamp of each game of this home, by ref."""
        query = "SELECT ref, stamp FROM club_game WHERE home = ?"
        rows = self._look(query, (self._home,))
        return {_text(ref): _bytes(stamp) for ref, stamp in rows}

    def games(self) -> tuple[ClubGame, ...]:
        """The games of all homes, by ref."""
        rows = self._look("SELECT row FROM club_game ORDER BY ref", ())
        return tuple(_value(row[0], ClubGame) for row in rows)

    def game(self, ref: str) -> ClubGame | None:
        """One game, None where it is not known."""
        rows = self._look("SELECT row FROM club_game WHERE ref = ?", (ref.encode(),))
        return _value(rows[0][0], ClubGame) if rows else None

    def turns(self, ref: str) -> tuple[ClubTurn, ...]:
        """The turns of a game in order."""
        query = "SELECT row FROM club_turn WHERE ref = ? ORDER BY number"
        return tuple(_value(row[0], ClubTurn) for row in self._look(query, (ref.encode(),)))

    def newest(self, number: int) -> tuple[tuple[str, ClubTurn], ...]:
        """The turns that were closed last, the newest first, each with the ref of its game."""
        query = "SELECT ref, row FROM club_turn ORDER BY closed DESC, ref, number DESC LIMIT ?"
        rows = self._look(query, (number,))
        return tuple((_text(ref), _value(row, ClubTurn)) for ref, row in rows)

    def keep_game(self, game: ClubGame, stamp: bytes, kept: int, turns: Iterable[ClubTurn]) -> None:
        """Keep a game and its turns, of which the first `kept` are known already."""
        ref = game.ref.encode()
        with self._work() as run:
            run("DELETE FROM club_turn WHERE ref = ? AND number > ?", (ref, kept))
            for turn in turns:
                values = (ref, turn.number, turn.closed, msgspec.json.encode(turn))
                run("INSERT INTO club_turn (ref, number, closed, row) VALUES (?, ?, ?, ?)", values)
            run(
                "INSERT INTO club_game (ref, home, stamp, row) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (ref) DO UPDATE SET home = excluded.home, stamp = excluded.stamp, "
                "row = excluded.row",
                (ref, self._home, stamp, msgspec.json.encode(game)),
            )

    def drop_game(self, ref: str) -> None:
        """Forget a game and its turns."""
        with self._work() as run:
            for table in ("club_turn", "club_game"):
                run(f"DELETE FROM {table} WHERE ref = ?", (ref.encode(),))  # noqa: S608

    def forget_all(self) -> None:
        """Forget the games of this home, and what was published: all of it is made anew then."""
        mine = "SELECT ref FROM club_game WHERE home = ?"
        with self._work() as run:
            run(f"DELETE FROM club_turn WHERE ref IN ({mine})", (self._home,))  # noqa: S608
            run("DELETE FROM club_game WHERE home = ?", (self._home,))
            run("DELETE FROM club_file", ())

    def digests(self, names: Sequence[str]) -> dict[str, bytes]:
        """What was published under these names, as digests; without those that never were."""
        if not names:
            return {}
        asked = ", ".join("?" * len(names))
        query = f"SELECT name, digest FROM club_file WHERE name IN ({asked})"  # noqa: S608
        rows = self._look(query, tuple(name.encode() for name in names))
        return {_text(name): _bytes(digest) for name, digest in rows}

    def names_under(self, folder: str) -> tuple[str, ...]:
        """The published files of a folder; folder: with a slash at its end, "" for all."""
        first = folder.encode()
        query = "SELECT name FROM club_file WHERE name >= ? AND name < ? ORDER BY name"
        last = first[:-1] + bytes([first[-1] + 1]) if first else b"\xff"
        return tuple(_text(row[0]) for row in self._look(query, (first, last)))

    def note_files(self, digests: dict[str, bytes]) -> None:
        """Keep what was published now."""
        with self._work() as run:
            for name, digest in digests.items():
                run(
                    "INSERT INTO club_file (name, digest) VALUES (?, ?) "
                    "ON CONFLICT (name) DO UPDATE SET digest = excluded.digest",
                    (name.encode(), digest),
                )

    def forget_files(self, names: Iterable[str]) -> None:
        """Note that files are no longer there, or are to be written anew."""
        with self._work() as run:
            for name in names:
                run("DELETE FROM club_file WHERE name = ?", (name.encode(),))

    def _look(self, query: str, values: Sequence[bytes | int]) -> Sequence[Sequence[object]]:
        try:
            return self._database.look(lambda run: run(query, values))
        except self._database.errors as error:
            raise _broken(error) from None

    @contextmanager
    def _work(self) -> Iterator[Execute]:
        """One transaction; it is on disk when the block has ended."""
        try:
            run = self._database.begin()
            try:
                yield run
            except BaseException:
                self._database.undo()
                raise
            self._database.commit()
        except self._database.errors as error:
            self._database.drop()
            raise _broken(error) from None


def _broken(error: Exception) -> UsageError:
    return UsageError(
        "club-store",
        f"The index of the club cannot be used: {error}.",
        "Nothing is lost: it is made of the saves. Check its disk or its database.",
    )


def _as_usage(error: DiceError) -> UsageError:
    return UsageError("club-store", f"{error.reason[0].upper()}{error.reason[1:]}.", error.way_out)


def _value(data: object, made: type[T]) -> T:
    return msgspec.json.decode(_bytes(data), type=made)


def _text(data: object) -> str:
    return _bytes(data).decode()


def _bytes(data: object) -> bytes:
    if not isinstance(data, bytes):
        raise TypeError("the index of the club holds bytes")
    return data
