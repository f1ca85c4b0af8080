"""What the program did with the world outside, for whoever asks why: pbem.log in the home.

With `-v` it is told on standard error as well, with what happens inside.  Neither holds a secret:
only who was asked, how it ended, how long it took, and what is said of it to the player.  Whatever
is wrong with the file, the program goes on without it.
"""

import contextlib
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pbem.place import home_folder
from pbem.text import plain

NAME: Final = "pbem.log"
LOG: Final = logging.getLogger("pbem.did")
"""INFO is written to the file; DEBUG is told with `-v` alone."""
_LARGEST: Final = 1024 * 1024
"""Bytes after which the file is put aside as pbem.log.1, in the place of the one before."""


class _HomeFile(logging.Handler):
    """Adds a line to the file of the home in which the program works now."""

    def emit(self, record: logging.LogRecord) -> None:
        """Nothing is written where there is no home yet: looking at a game makes none."""
        with contextlib.suppress(OSError):
            file = home_folder() / NAME
            if file.parent.is_dir():
                _add(file, f"{self.format(record)}\n")


class _Told(logging.Handler):
    """Tells on standard error, whatever that is at the time."""

    def emit(self, record: logging.LogRecord) -> None:
        """With the milliseconds since the program began."""
        said = plain(record.getMessage(), limit=500)
        sys.stderr.write(f"pbem: {record.relativeCreated:6.0f} ms  {said}\n")


class _OneLine(logging.Formatter):
    """A record as one harmless line; the traceback of a fault follows it, indented."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """In UTC."""
        return time.strftime(datefmt or "%Y-%m-%d %H:%M:%S", time.gmtime(record.created))

    def format(self, record: logging.LogRecord) -> str:
        """Time in UTC, process, and what was done."""
        line = f"{self.formatTime(record)} {record.process} {plain(record.getMessage(), limit=500)}"
        if record.exc_info:
            trace = plain(self.formatException(record.exc_info), lines=True, limit=20_000)
            line += "".join(f"\n    {row}" for row in trace.splitlines())
        return line


def tell_all() -> Callable[[], None]:
    """Tell on standard error too what is done; the function that ends it."""
    told = _Told()
    LOG.addHandler(told)
    LOG.setLevel(logging.DEBUG)

    def hush() -> None:
        LOG.removeHandler(told)
        LOG.setLevel(logging.INFO)

    return hush


def _add(file: Path, line: str) -> None:
    if file.is_file() and file.stat().st_size > _LARGEST:
        file.replace(file.with_name(f"{NAME}.1"))
    # For the owner's eyes: it says with whom they play.
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(handle, "ab") as out:
        out.write(line.encode("utf-8", "replace"))


def _begin() -> None:
    kept = _HomeFile(logging.INFO)
    kept.setFormatter(_OneLine())
    LOG.addHandler(kept)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


_begin()
