"""A turn that its player shows before it is over (ADR 0081).

Such a save ends in the middle of a turn of somebody else. It is kept beside the game, in one file,
to be looked at, and never takes the place of the current save: only a turn that is closed does.
"""

from collections.abc import Callable
from pathlib import Path

from pbem.files import write_atomic
from pbem.save import format as container
from pbem.save.errors import SaveError
from pbem.save.forks import Fork
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave


def before_turn(save: TrustedSave) -> bytes:
    """The save file as it was before the turn under way had a record."""
    opening = save.frames[: save.start_index + 1]
    return container.build(container.SAVE, (*opening, *filter(None, (save.packed,))))


def rolled_twice(fork: Fork) -> tuple[int, ...]:
    """The numbers of the rolls that were answered on both branches, for two different requests."""
    mine, other = (
        {
            entry.record.request.index: entry.body
            for entry in save.entries[fork.index :]
            if isinstance(entry.record, Roll)
        }
        for save in (fork.mine, fork.other)
    )
    return tuple(sorted(index for index in mine.keys() & other if mine[index] != other[index]))


class SoFarFile:
    """Where the turn that another player shows is kept; one file for each game."""

    def __init__(self, path: Path) -> None:
        """path: need not exist."""
        self._path = path

    def read(self, opened: Callable[[bytes], TrustedSave]) -> TrustedSave | None:
        """What was shown last, as `opened` verifies it; None for nothing."""
        try:
            return opened(self._path.read_bytes())
        except (SaveError, OSError):
            return None

    def keep(self, save: TrustedSave) -> None:
        """Keep what is shown, in place of what was shown before."""
        write_atomic(self._path, save.to_bytes(), mode=0o600)

    def drop(self) -> None:
        """Forget it: the turn is over."""
        self._path.unlink(missing_ok=True)
