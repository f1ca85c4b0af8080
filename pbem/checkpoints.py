"""What this program has verified and played of each game, kept in the home (ADR 0035).

A checkpoint is a `TrustedSave` in which no turn is under way, with where its replay came to rest.
It stands for the part of a save that it shares with it; `pbem.save.trust` decides what that is.
"""

import contextlib
import hashlib
from dataclasses import replace
from pathlib import Path

import msgspec

from engine.stored import StoredError, stored_bytes
from pbem.cache_files import KeptFiles
from pbem.replay import Position, play_on
from pbem.replay.checkpoint import position_at, read_kept, rest_bytes, rest_of
from pbem.save import format as container
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave

MOST = 60
OF_A_CLUB = 1_000_000
"""A club plays on in each of its games, so each has one."""
LARGEST = 8 * 1024 * 1024


class Checkpoints:
    """The checkpoints under a folder of a home."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        """folder: need not exist yet; most: checkpoints, of which the newest are kept."""
        self._kept = KeptFiles(folder, most, LARGEST)

    def known(self, frames: tuple[bytes, ...]) -> TrustedSave | None:
        """What was verified of the game whose save has these frames; None when nothing was."""
        data = self._kept.read(_name(frames[0]))
        if data is None:
            return None
        try:
            return read_kept(TrustedSave, data)
        except StoredError:
            return None

    def position(self, save: TrustedSave) -> Position:
        """Where a save stands; raises as `read_position` does.

        It is kept where no turn is under way, if more was played than was known.
        """
        rest = rest_of(save)
        at_rest = position_at(save, rest) if rest is not None else None
        if at_rest is not None:
            return at_rest
        position = play_on(save, rest)
        if position.rest is not None and position.error is None:
            kept = replace(save, played=rest_bytes(position.rest))
            self._kept.write(_name(save.entries[0].raw), stored_bytes(kept))
        return position

    def forget(self, data: bytes) -> None:
        """Remove the checkpoint of the game in a save file, which may be damaged."""
        with contextlib.suppress(SaveError):
            self._kept.remove(_name(container.parse(data, container.SAVE).records[0]))


def _name(first: bytes) -> str:
    """A file name for the game that begins with this frame, and for the library that reads it."""
    told = hashlib.sha256(hashlib.sha256(first).digest() + msgspec.__version__.encode())
    return told.hexdigest()[:40]
