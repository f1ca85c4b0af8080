"""Where a player's saves live: one folder per game, nothing lost, nothing older over newer.

    <root>/<game id in hex>/current.pbem      the newest save
    <root>/<game id in hex>/turns/            every save that was ever stored here
    <root>/<game id in hex>/to-do             there while something may be left to do in the game
    <root>/<game id in hex>/forks/<index>-<head>-<head>/{known,new}.pbem   proofs of two histories

No part of a path comes from a save's texts. The newest save is written last, so that a crash at any
moment leaves a store that is as it was or as it should be.
"""

import re
import secrets
from enum import StrEnum
from pathlib import Path

from engine.values import dataclass
from pbem.files import locked, write_atomic
from pbem.save import format as container
from pbem.save.chain import genesis_head
from pbem.save.invite import merge
from pbem.save.keyring import Keyring
from pbem.save.trust import INVITING, TrustedSave, open_save
from pbem.text import file_stem
from pbem.wire.errors import OutOfTurnError, SaveError

CURRENT = "current.pbem"
_TO_DO = "to-do"
_GAME_FOLDER = re.compile(r"[0-9a-f]{32}\Z")


class Relation(StrEnum):
    """How an incoming save relates to the known one."""

    FIRST = "first"
    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    MERGED = "merged"
    FORK = "fork"


_CHANGING = (Relation.FIRST, Relation.NEWER, Relation.MERGED)
"""Where the current save changes."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`index`: for a fork the first record that differs, else None."""

    relation: Relation
    index: int | None = None


def compare(known: TrustedSave, new: TrustedSave) -> Comparison:
    """How `new` relates to `known`.

    While players are joining, answers may have come in any order: then only the set of joins
    counts, and MERGED means that each save has joins that the other lacks. Saves of the same game
    id but another genesis record are a fork at record 0. Raises OutOfTurnError `different-game`.
    """
    if known.genesis.game != new.genesis.game:
        raise OutOfTurnError("different-game", "the two saves are from different games")
    if known.genesis_head != new.genesis_head:
        return Comparison(Relation.FORK, 0)
    if INVITING in (known.state, new.state):
        return Comparison(_compare_invitations(known, new))
    if known.head == new.head:
        return Comparison(Relation.SAME)
    shared = min(len(known.entries), len(new.entries))
    if known.entries[shared - 1].head == new.entries[shared - 1].head:
        newer = len(new.entries) > len(known.entries)
        return Comparison(Relation.NEWER if newer else Relation.OLDER)
    low, high = 0, shared - 1
    while high - low > 1:
        middle = (low + high) // 2
        if known.entries[middle].head == new.entries[middle].head:
            low = middle
        else:
            high = middle
    return Comparison(Relation.FORK, high)


def _compare_invitations(known: TrustedSave, new: TrustedSave) -> Relation:
    if known.state != new.state:
        return Relation.NEWER if known.state == INVITING else Relation.OLDER
    mine = {entry.raw for entry in known.entries}
    theirs = {entry.raw for entry in new.entries}
    if mine == theirs:
        return Relation.SAME
    if mine < theirs:
        return Relation.NEWER
    return Relation.OLDER if theirs < mine else Relation.MERGED


def file_name(save: TrustedSave) -> str:
    """A name to send a save under: game name, start of the game id, number of records."""
    stem = file_stem(save.genesis.name)
    return f"{stem}-{save.genesis.game.hex()[:8]}-{len(save.entries):05d}.pbem"


class GameStore:
    """The saves under one root folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, game: bytes) -> Path:
        """The folder of a game (16-byte id), whether it exists or not."""
        return self.root / game.hex()

    def games(self) -> tuple[bytes, ...]:
        """The ids of all games that have a current save, in order of id."""
        if not self.root.is_dir():
            return ()
        return tuple(
            bytes.fromhex(folder.name)
            for folder in sorted(self.root.iterdir())
            if _GAME_FOLDER.match(folder.name) and (folder / CURRENT).is_file()
        )

    def load(self, game: bytes, keyring: Keyring | None = None) -> TrustedSave | None:
        """The current save of a game, verified again, or None. Raises SaveError."""
        try:
            data = (self.folder(game) / CURRENT).read_bytes()
        except FileNotFoundError:
            return None
        return open_save(data, keyring)

    def store(self, save: TrustedSave) -> Comparison:
        """Take in a save, and say how it relates to the known one.

        FIRST, NEWER: it becomes the current save. MERGED: the current save gets both sets of joins.
        SAME, OLDER: nothing changes. FORK: both are kept under `forks/`, the current save stays.
        Raises what `merge` raises for joins that contradict each other; then nothing changes.
        """
        folder = self.folder(save.genesis.game)
        for part in (folder, folder / "turns", folder / "forks"):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(folder / ".lock"):
            comparison = self._extension(folder, save)
            if comparison is None:
                known = open_save((folder / CURRENT).read_bytes(), save.keyring)
                comparison = compare(known, save)
                if comparison.relation is Relation.FORK:
                    self._keep_fork(folder, known, save, comparison.index or 0)
                elif comparison.relation is Relation.MERGED:
                    save = merge(known, save)
            if comparison.relation in _CHANGING:
                self._mark(folder)
                self._keep(folder, save)
            return comparison

    def extend(self, save: TrustedSave) -> None:
        """Store a save that has grown out of the current one while a turn is played.

        It compares records without verifying them again, so it is cheap enough for every roll. A
        copy goes to `turns/` when the turn is over or something has been agreed. Raises
        OutOfTurnError `stale` when the current save is not the beginning of this one (another
        process has played on meanwhile).
        """
        folder = self.folder(save.genesis.game)
        with locked(folder / ".lock"):
            known = container.parse((folder / CURRENT).read_bytes(), container.SAVE).records
            if known != tuple(entry.raw for entry in save.entries[: len(known)]):
                raise OutOfTurnError(
                    "stale",
                    "your save of this game has changed while you were playing",
                    "Open it again and go on from there.",
                )
            if save.entries[-1].kind == "agreement":
                # Another proposal may have all its consents now.
                self._mark(folder)
            if save.entries[-1].kind in ("turn_end", "agreement"):
                self._keep(folder, save)
            else:
                write_atomic(folder / CURRENT, save.to_bytes(), mode=0o600)

    def games_founded_by(self, head: bytes) -> tuple[bytes, ...]:
        """The games whose genesis record has this head; nothing is verified."""
        return tuple(
            game
            for game in self.games()
            if (records := self._records_of(game)) and genesis_head(records[0]) == head
        )

    def games_that_hold(self, key: bytes) -> tuple[bytes, ...]:
        """The games with these bytes in a record: every game in which a key may be a player's, and
        perhaps more; nothing is verified.
        """
        return tuple(
            game for game in self.games() if any(key in record for record in self._records_of(game))
        )

    def mark(self, game: bytes) -> None:
        """Note durably that something may be left to do in a game; before what is new is filed."""
        folder = self.folder(game)
        with locked(folder / ".lock"):
            self._mark(folder)

    def marked(self) -> tuple[tuple[bytes, bytes], ...]:
        """The marked games, in order of id, each with its mark."""
        found = ((game, self.folder(game) / _TO_DO) for game in self.games())
        return tuple((game, path.read_bytes()) for game, path in found if path.is_file())

    def unmark(self, game: bytes, mark: bytes) -> None:
        """Remove a mark, unless the game was marked again since it was read."""
        path = self.folder(game) / _TO_DO
        with locked(self.folder(game) / ".lock"):
            if path.is_file() and path.read_bytes() == mark:
                path.unlink()

    @staticmethod
    def _mark(folder: Path) -> None:
        write_atomic(folder / _TO_DO, secrets.token_hex(8).encode())

    def _records_of(self, game: bytes) -> tuple[bytes, ...]:
        """The records of the current save as they lie there; () when it is damaged."""
        try:
            return container.parse(
                (self.folder(game) / CURRENT).read_bytes(), container.SAVE
            ).records
        except (OSError, SaveError):
            return ()

    @staticmethod
    def _extension(folder: Path, save: TrustedSave) -> Comparison | None:
        """How a verified save relates to the current one, as far as their records tell.

        Where one begins with all of the other, nothing has to be verified again; None elsewhere.
        """
        try:
            data = (folder / CURRENT).read_bytes()
        except FileNotFoundError:
            return Comparison(Relation.FIRST)
        known = container.parse(data, container.SAVE).records
        new = tuple(entry.raw for entry in save.entries)
        if known == new:
            return Comparison(Relation.SAME)
        if new[: len(known)] == known:
            return Comparison(Relation.NEWER)
        return Comparison(Relation.OLDER) if known[: len(new)] == new else None

    @staticmethod
    def _keep(folder: Path, save: TrustedSave) -> None:
        data = save.to_bytes()
        name = f"{len(save.entries):05d}-{save.head.hex()[:16]}.pbem"
        write_atomic(folder / "turns" / name, data, mode=0o600)
        write_atomic(folder / CURRENT, data, mode=0o600)

    @staticmethod
    def _keep_fork(folder: Path, known: TrustedSave, new: TrustedSave, index: int) -> None:
        heads = f"{known.entries[index].head.hex()[:16]}-{new.entries[index].head.hex()[:16]}"
        proof = folder / "forks" / f"{index:05d}-{heads}"
        proof.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(proof / "known.pbem", known.to_bytes(), mode=0o600)
        write_atomic(proof / "new.pbem", new.to_bytes(), mode=0o600)
