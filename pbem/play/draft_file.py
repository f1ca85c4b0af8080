"""The turn of a game on the disk: its lock, its version, and its draft (ADR 0063).

Several programs may have the same turn open: terminals, the page, a file of orders, the computer.
What changes it holds the lock, and knows the version that is there: how far the log goes, and
what the draft holds. So nobody writes over what another one did, nor rolls or signs after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.values import dataclass
from pbem.files import locked, write_atomic
from pbem.home import Home
from pbem.named_files import read_plain_file
from pbem.replay.errors import NotYourTurnError
from pbem.save import format as container
from pbem.save.shelf import CURRENT, GameRef
from pbem.save.trusted_save import TrustedSave

MOST_BYTES: Final = 16 * 1024 * 1024
_LOST_NAME: Final = "draft-lost.orders"
_LOCK_NAME: Final = ".lock-turn"

PATIENCE: Final = 10.0
"""Seconds to wait for another program that changes the turn: it may be asking for dice."""


class MovedOnError(NotYourTurnError):
    """The turn is not any more what its player saw."""

    def __init__(self) -> None:
        """Nothing was taken."""
        super().__init__(
            "moved-on",
            "the turn went on elsewhere: in another tab, at a terminal, from a file of orders, "
            "by the computer, or by mail",
            "Nothing of what you just did was taken; go on from how it stands now.",
        )


class BusyTurnError(NotYourTurnError):
    """Another program holds the turn, and did not let go of it in time."""

    def __init__(self) -> None:
        """Nothing was taken."""
        super().__init__(
            "turn-busy",
            "another program is changing this turn at the moment, or waits for its dice",
            "Nothing of what you just did was taken; do it again in a moment.",
        )


@dataclass(frozen=True, slots=True)
class Version:
    """What tells one state of a turn on the disk from another.

    log: size, time and number of the file of the log; draft: the bytes of the draft.
    """

    log: tuple[int, ...]
    draft: bytes


_UNKNOWN = Version((), b"")


@contextmanager
def turn_held(home: Home, ref: GameRef) -> Iterator[None]:
    """Hold the turn of a game for the block, against all other programs.

    Raises BusyTurnError when another one does not let go of it.
    """
    try:
        with locked(home.game_store.folder(ref) / _LOCK_NAME, PATIENCE):
            yield
    except TimeoutError as error:
        raise BusyTurnError from error


class DraftFile:
    """The draft of a turn, and the version of the turn that this program knows.

    known: of what this program last read or wrote; lost: the text of a draft some of which no
    longer fits, which is put aside before the draft is written over.
    """

    def __init__(self, home: Home, ref: GameRef) -> None:
        """Nothing is read before it is asked for."""
        self._home = home
        self._ref = ref
        self._path = home.draft_path(ref)
        self.known = _UNKNOWN
        self.lost = b""

    def now(self) -> Version:
        """The version that is there; OSError when the game is gone."""
        folder = self._home.game_store.folder(self._ref)
        log = (folder / CURRENT).stat()
        return Version((log.st_size, log.st_mtime_ns, log.st_ino), self._read())

    def _read(self) -> bytes:
        return read_plain_file(self._path, MOST_BYTES) if self._path.is_file() else b""

    def look(self) -> Version:
        """Know what is there; before the log is read, or what comes after it is overlooked."""
        self.known = self.now()
        return self.known

    def forget(self) -> None:
        """Know nothing any more: whatever is there, it is something else."""
        self.known = _UNKNOWN

    @property
    def has_moved_on(self) -> bool:
        """Whether something else is there by now than this program knows."""
        return self.now() != self.known

    @contextmanager
    def taken_up(self, save: TrustedSave) -> Iterator[bytes]:
        """The draft of a turn that begins with a save, held while it is taken up.

        Raises MovedOnError when the log has gone on since the save was read.
        """
        with turn_held(self._home, self._ref):
            self.look()
            data = self._home.game_store.current(self._ref).read_bytes()
            if container.parse(data, container.SAVE).records != save.frames:
                raise MovedOnError
            yield self.known.draft

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the turn for a change.

        Raises MovedOnError when it is another one by now than this program knows, and
        BusyTurnError.
        """
        with turn_held(self._home, self._ref):
            if self.has_moved_on:
                raise MovedOnError
            yield

    def write(self, data: bytes) -> None:
        """Keep a draft, b"" for none; only while the turn is held."""
        if data != self.known.draft:
            lost = self._path.with_name(_LOST_NAME)
            if self.lost and not (lost.is_file() and lost.read_bytes() == self.lost):
                write_atomic(lost, self.lost, mode=0o600)
            self.lost = b""
            if data:
                write_atomic(self._path, data, mode=0o600)
            else:
                self._path.unlink(missing_ok=True)
        self.look()
