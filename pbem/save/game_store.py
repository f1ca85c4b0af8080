"""Where a player's saves live: one folder per game, nothing lost, nothing older over newer.

    <root>/<game id>-<genesis head>/current.pbem    the newest save
    <root>/.../origin       whether this player has to do with the game, and how it came
    <root>/.../turns/       every save that was ever handed on and came here
    <root>/.../so-far.pbem  a turn that its player shows before it is over (pbem.save.so_far)
    <root>/.../to-do        there while something may be left to do in the game
    <root>/.../forks/       proofs of two histories (pbem.save.forks)
    <root>/scenarios/<hash in hex>.msgpack   the scenario of every game of the player's own

Of a game of strangers only the newest save is kept: they can send any number.  No part of a path
comes from a save's texts. The newest save is written last, so that a crash at any moment leaves a
store that is as it was or as it should be.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.files import locked, write_atomic
from pbem.save import format as container
from pbem.save.chain import scenario_hash
from pbem.save.comparing import Comparison, Lineage, compare
from pbem.save.forks import Fork, forks_of, keep_fork
from pbem.save.invite import merge
from pbem.save.keyring import Keyring
from pbem.save.record_parts import take_apart
from pbem.save.shelf import (
    CURRENT,
    GameRef,
    Origin,
    Standing,
    read_origin,
    ref_of,
    stored_games,
)
from pbem.save.so_far import SoFarFile
from pbem.save.trust import Known, open_save
from pbem.save.trusted_save import TrustedSave
from pbem.save.unpacking import packed_end
from pbem.text import file_stem
from pbem.wire.errors import OutOfTurnError, SaveError

FORKS = "forks"
_ORIGIN = "origin"
_TO_DO = "to-do"
_SO_FAR = "so-far.pbem"
_SCENARIOS = "scenarios"
_OWN = Origin()
_CHANGING = (Lineage.FIRST, Lineage.NEWER, Lineage.MERGED)
"""Where the current save changes."""
_ENDS = ("start", "turn_end", "agreement")
"""The records after which a save is handed on."""


def file_name(save: TrustedSave) -> str:
    """A name to send a save under: game name, start of the game id, number of records."""
    stem = file_stem(save.genesis.name)
    return f"{stem}-{save.genesis.game.hex()[:8]}-{len(save.entries):05d}.pbem"


def begins_with(save: TrustedSave, frames: Sequence[bytes]) -> bool:
    """Whether the log of a save begins with that of these frames, which are from a sound file.

    Only bodies are compared, and of closed turns the last signature: it covers all before it.
    """
    place = 0
    for frame in frames:
        if place >= len(save.entries):
            return False
        if not container.is_packed(frame):
            same = take_apart(frame, is_first=not place).envelope.body == save.entries[place].body
            place += 1
        elif frame == save.packed:
            same = True
            place = save.open_index
        else:
            count, signature = packed_end(frame)
            place += count
            same = place <= len(save.entries) and save.entries[place - 1].signature == signature
        if not same:
            return False
    return True


class GameStore:
    """The saves under one root folder."""

    def __init__(
        self,
        root: Path,
        packaged: Callable[[TrustedSave], bytes | None] = lambda _: None,
        known: Known | None = None,
    ) -> None:
        """packaged: gives the scenario of a save that did not bring it, if the program has it.

        known: what was verified before of a save that is loaded.
        """
        self.root = root
        self._packaged = packaged
        self._known = known

    def folder(self, ref: GameRef) -> Path:
        """The folder of a game, whether it exists or not."""
        return self.root / ref.folder_name

    def current(self, ref: GameRef) -> Path:
        """The file of the current save of a game, whether it exists or not."""
        return self.folder(ref) / CURRENT

    def games(self) -> tuple[GameRef, ...]:
        """All games that have a current save, in order of id."""
        return stored_games(self.root)

    def games_with_id(self, game: bytes) -> tuple[GameRef, ...]:
        """The games of an id (16 bytes), of which there is one unless somebody squats it."""
        return tuple(ref for ref in self.games() if ref.game == game)

    def game_founded_by(self, genesis: bytes) -> GameRef | None:
        """The game whose genesis record has this head, or None."""
        return next((ref for ref in self.games() if ref.genesis == genesis), None)

    def origin(self, ref: GameRef) -> Origin:
        """How a game came here."""
        try:
            return read_origin((self.folder(ref) / _ORIGIN).read_bytes())
        except FileNotFoundError:
            return _OWN

    def is_guest(self, ref: GameRef) -> bool:
        """Whether a game is one of strangers."""
        return self.origin(ref).standing is Standing.GUEST

    def own_games(self) -> tuple[GameRef, ...]:
        """All games but those of strangers: in the home of a club, those that it follows."""
        return tuple(ref for ref in self.games() if not self.is_guest(ref))

    def own(self, ref: GameRef) -> None:
        """Note that this player has something to do with a game now."""
        folder = self.folder(ref)
        with locked(folder / ".lock"):
            self._settle(folder, _OWN)

    def load(self, game: GameRef, keyring: Keyring | None = None) -> TrustedSave | None:
        """The current save of a game, verified, or None. Raises SaveError."""
        try:
            data = (self.folder(game) / CURRENT).read_bytes()
        except FileNotFoundError:
            return None
        return open_save(data, keyring, self.scenario, self._known)

    def scenario(self, name: bytes) -> bytes | None:
        """The kept scenario with a hash, in canonical msgpack; None when there is none."""
        try:
            tree = self._scenario_path(name).read_bytes()
        except OSError:
            return None
        return tree if scenario_hash(tree) == name else None

    def keep_scenario(self, save: TrustedSave) -> None:
        """Keep the scenario of a game: a later version of the program may have another one."""
        path = self._scenario_path(save.genesis.scenario)
        if path.is_file():
            return
        tree = save.scenario or self._packaged(save)
        if tree is not None:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomic(path, tree, mode=0o600)

    def _scenario_path(self, name: bytes) -> Path:
        return self.root / _SCENARIOS / f"{name.hex()}.msgpack"

    def store(self, save: TrustedSave, origin: Origin = _OWN) -> Comparison:
        """Take in a save, and say how it relates to the known one.

        FIRST, NEWER: it becomes the current save. MERGED: the current save gets both sets of joins.
        SAME, OLDER: nothing changes. FORK: both are kept under `forks/`, the current save stays.
        Raises what `merge` raises for joins that contradict each other; then nothing changes.

        origin: how it came; a game of the player's own stays their own.
        """
        folder = self.folder(ref_of(save))
        for part in (folder, folder / "turns", folder / FORKS):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(folder / ".lock"):
            is_guest = self._settle(folder, origin).standing is Standing.GUEST
            if not is_guest:
                self.keep_scenario(save)
            comparison = self._extension(folder, save)
            if comparison is None:
                known = open_save((folder / CURRENT).read_bytes(), save.keyring, self.scenario)
                comparison = compare(known, save)
                if comparison.lineage is Lineage.FORK and not is_guest:
                    keep_fork(folder / FORKS, known, save, comparison.index or 0)
                elif comparison.lineage is Lineage.MERGED:
                    save = merge(known, save)
            if comparison.lineage in _CHANGING and is_guest:
                write_atomic(folder / CURRENT, save.to_bytes(), mode=0o600)
            elif comparison.lineage in _CHANGING:
                self._mark(folder)
                self._keep(folder, save)
            elif comparison.lineage is Lineage.OLDER and not is_guest:
                self._file(folder, save, len(save.entries), save.to_bytes())
            return comparison

    def file_older(self, save: TrustedSave, records: int, data: bytes) -> None:
        """Keep an older save of a game that has come after a newer one.

        save: the newer one, which begins with all that is in the older one; records: how many
        those are; data: the older one, as it came.
        """
        ref = ref_of(save)
        if not self.is_guest(ref):
            with locked(self.folder(ref) / ".lock"):
                self._file(self.folder(ref), save, records, data)

    def extend(self, save: TrustedSave) -> None:
        """Store a save that has grown out of the current one while a turn is played.

        It compares records without verifying them again, so it is cheap enough for every roll. A
        copy goes to `turns/` when the turn is over or something has been agreed. Raises
        OutOfTurnError `stale` when the current save is not the beginning of this one (another
        process has played on meanwhile).
        """
        folder = self.folder(ref_of(save))
        with locked(folder / ".lock"):
            self._settle(folder, _OWN)
            known = container.parse((folder / CURRENT).read_bytes(), container.SAVE).records
            if not begins_with(save, known):
                raise _stale()
            if save.entries[-1].kind in _ENDS:
                # A complete proposal may be this player's to put into the log now.
                self._mark(folder)
                self._keep(folder, save)
            else:
                write_atomic(folder / CURRENT, save.to_bytes(), mode=0o600)

    def games_that_hold(self, key: bytes) -> tuple[GameRef, ...]:
        """The games with these bytes in a record: every game in which a key may be a player's, and
        perhaps more; nothing is verified.
        """
        return tuple(game for game in self.games() if self.holds(game, key))

    def holds(self, game: GameRef, *words: bytes) -> bool:
        """Whether any of these bytes are in a record of a game; nothing is verified."""
        return any(word in frame for frame in self._frames_of(game) for word in words)

    def mark(self, game: GameRef) -> None:
        """Note durably that something may be left to do in a game; before what is new is filed."""
        folder = self.folder(game)
        with locked(folder / ".lock"):
            self._mark(folder)

    def marked(self) -> tuple[tuple[GameRef, bytes], ...]:
        """The marked games, in order of id, each with its mark."""
        found = ((game, self.folder(game) / _TO_DO) for game in self.games())
        return tuple((game, path.read_bytes()) for game, path in found if path.is_file())

    def unmark(self, game: GameRef, mark: bytes) -> None:
        """Remove a mark, unless the game was marked again since it was read."""
        path = self.folder(game) / _TO_DO
        with locked(self.folder(game) / ".lock"):
            if path.is_file() and path.read_bytes() == mark:
                path.unlink()

    def forks(self, save: TrustedSave) -> tuple[Fork, ...]:
        """The forks of a game in which this save is one branch."""
        return forks_of(self.folder(ref_of(save)) / FORKS, save)

    def so_far(self, ref: GameRef) -> SoFarFile:
        """Where the turn is kept that another player of a game shows before it is over."""
        return SoFarFile(self.folder(ref) / _SO_FAR)

    def note_fork(self, known: TrustedSave, other: TrustedSave, index: int) -> Fork:
        """Keep the proof of two histories, of which `known` is the current one."""
        folder = self.folder(ref_of(known))
        with locked(folder / ".lock"):
            return Fork(index, keep_fork(folder / FORKS, known, other, index), known, other)

    def adopt(self, fork: Fork) -> None:
        """Go on with the other branch of a fork; the proof of both stays.

        Raises OutOfTurnError `stale` when the current save is no longer that of the fork.
        """
        folder = self.folder(ref_of(fork.mine))
        with locked(folder / ".lock"):
            if (folder / CURRENT).read_bytes() != fork.mine.to_bytes():
                raise _stale()
            keep_fork(folder / FORKS, fork.mine, fork.other, fork.index)
            self._mark(folder)
            self._keep(folder, fork.other)

    def forget(self, ref: GameRef, keep: Path | None = None) -> None:
        """Remove a game with everything beside it.

        keep: a folder for what only others could give back, its newest save and proofs of forks.
        """
        import shutil  # noqa: PLC0415 - slow to import

        folder = self.folder(ref)
        with locked(folder / ".lock"):
            if keep is not None:
                data = (folder / CURRENT).read_bytes()
                keep.mkdir(mode=0o700, parents=True, exist_ok=True)
                name = f"{hashlib.sha256(data).hexdigest()[:16]}.pbem"
                write_atomic(keep / name, data, mode=0o600)
                shutil.copytree(folder / FORKS, keep / FORKS, dirs_exist_ok=True)
            # First what makes it a game: a crash after this leaves nothing that is shown.
            (folder / CURRENT).unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def _settle(folder: Path, origin: Origin) -> Origin:
        """How a game came, after something came or was done in it; written before the save is."""
        path = folder / _ORIGIN
        try:
            known = read_origin(path.read_bytes())
        except FileNotFoundError:
            if (folder / CURRENT).is_file():
                return _OWN
            write_atomic(path, origin.to_bytes(), mode=0o600)
            return origin
        if known.standing is origin.standing or known.standing is Standing.OWN:
            return known
        owned = Origin(Standing.OWN, known.words)
        GameStore._mark(folder)
        write_atomic(path, owned.to_bytes(), mode=0o600)
        return owned

    @staticmethod
    def _mark(folder: Path) -> None:
        write_atomic(folder / _TO_DO, os.urandom(8).hex().encode())

    def _frames_of(self, game: GameRef) -> tuple[bytes, ...]:
        """The frames of the current save as they lie there; () when it is damaged."""
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
            return Comparison(Lineage.FIRST)
        known = container.parse(data, container.SAVE).records
        new = save.frames
        if known == new:
            return Comparison(Lineage.SAME)
        if begins_with(save, known):
            return Comparison(Lineage.NEWER)
        return Comparison(Lineage.OLDER) if known[: len(new)] == new else None

    @staticmethod
    def _keep(folder: Path, save: TrustedSave) -> None:
        data = save.to_bytes()
        write_atomic(_turn_path(folder, save, len(save.entries)), data, mode=0o600)
        write_atomic(folder / CURRENT, data, mode=0o600)

    @staticmethod
    def _file(folder: Path, save: TrustedSave, records: int, data: bytes) -> None:
        """Keep an older save once; none that ends inside of a turn, of which anybody who has a save
        could send hundreds."""
        path = _turn_path(folder, save, records)
        if save.entries[records - 1].kind in _ENDS and not path.exists():
            write_atomic(path, data, mode=0o600)


def _turn_path(folder: Path, save: TrustedSave, records: int) -> Path:
    """Of the save with the first so many records of this one."""
    return folder / "turns" / f"{records:05d}-{save.entries[records - 1].head.hex()[:16]}.pbem"


def _stale() -> OutOfTurnError:
    return OutOfTurnError(
        "stale",
        "your save of this game has changed while you were playing",
        "Open it again and go on from there.",
    )
