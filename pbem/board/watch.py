"""What changes while a page is open: games that other programs change, and mail that waits."""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pbem.home import Home
from pbem.mail.errors import MailError
from pbem.post import send_now
from pbem.save.shelf import CURRENT
from pbem.usage import UsageError

_QUIET: Final = 30
"""Seconds between two looks at the mail that waits."""


class Watch:
    """Looks at the home from time to time; clock: Unix seconds."""

    def __init__(self, home: Home, clock: Callable[[], int]) -> None:
        """Nothing is looked at yet."""
        self._home = home
        self._clock = clock
        self._looked = 0
        self._sending = threading.Lock()

    def stamp(self) -> tuple[object, ...]:
        """What tells one state of all games and of their mail from another."""
        folder = self._home.game_store.folder
        files = [folder(ref) / part for ref in self._home.game_store.games() for part in _PARTS]
        return (*map(_stamp, files), _stamp(self._home.outbox_path))

    def send_what_is_due(self) -> bool:
        """Try again to send what waits, if it is time; whether anything has changed.

        What goes wrong is said by the mail itself; a program that sends at the same time is not
        disturbed.
        """
        if self._clock() - self._looked < _QUIET or not self._sending.acquire(blocking=False):
            return False
        try:
            self._looked = self._clock()
            with contextlib.suppress(MailError, UsageError, OSError):
                report = send_now(self._home, self._clock(), due_only=True)
                return report is not None and bool(report.entries)
            return False
        finally:
            self._sending.release()


_PARTS: Final = (CURRENT, "proposals", "draft.orders")


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
