"""A small file beside the store that knows how far the store has come.

A backup that is older than an answer must not be used: it would answer an index twice. The
server writes the numbers of its newest roll and closing into this file after each commit, and
refuses to start on a store that has not come as far. The file is not flushed, so it costs nothing
and says too little after a loss of power, never too much. It must not be part of the backup.
"""

import os
import threading
from pathlib import Path

from pbem.dice.rows import HighWaterMark
from pbem.wire.errors import DiceError

_WIDTH = 20
_SIZE = 2 * (_WIDTH + 1)


class Witness:
    """The file of one server process, or of several on one machine, one after the other."""

    def __init__(self, path: Path | None) -> None:
        """path: None for no witness, so that nothing is noticed.

        Raises DiceError `witness-unusable`.
        """
        self._descriptor = -1
        self._highest = HighWaterMark()
        self._lock = threading.Lock()
        if path is None:
            return
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            self._highest = _parse(os.pread(self._descriptor, _SIZE, 0))
        except (OSError, ValueError) as error:
            raise DiceError(
                "witness-unusable",
                f"the witness file {path} cannot be used ({error})",
                "Repair it or name another one; remove it only if the store is the newest.",
            ) from None

    def check(self, newest: HighWaterMark) -> None:
        """Raise DiceError `store-older` when the store has not come as far as the file says."""
        if newest.roll >= self._highest.roll and newest.closing >= self._highest.closing:
            return
        raise DiceError(
            "store-older",
            "the dice store is older than an answer that was sent: it must not answer again",
            "If the newer store is lost, use `pbem dice restore`, which stops the running games.",
        )

    def note(self, mark: HighWaterMark) -> None:
        """The store has kept answers with these numbers, 0 for none."""
        highest = HighWaterMark(
            max(mark.roll, self._highest.roll), max(mark.closing, self._highest.closing)
        )
        if self._descriptor >= 0 and highest != self._highest:
            text = f"{highest.roll:>{_WIDTH}} {highest.closing:>{_WIDTH}}\n"
            os.pwrite(self._descriptor, text.encode("ascii"), 0)
        self._highest = highest

    def close(self) -> None:
        """Give back the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _parse(data: bytes) -> HighWaterMark:
    if not data:
        return HighWaterMark()
    roll, closing = data.decode("ascii").split()
    return HighWaterMark(int(roll), int(closing))
