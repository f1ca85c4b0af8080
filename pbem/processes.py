"""Programs of the player's own that are run: what they may see, and how they are ended."""

import contextlib
import os
import signal
import subprocess
import sys
from typing import IO, Final

from pbem.text import plain

_SECRETS: Final = frozenset({"PBEM_PASSPHRASE"})
_MOST_OF_A_COMPLAINT: Final = 200


def environment() -> dict[str, str]:
    """The environment for a program of the player's own: without what is secret."""
    return {name: value for name, value in os.environ.items() if name not in _SECRETS}


def end(running: subprocess.Popen[bytes]) -> None:
    """End a program that was started in a session of its own, and what it has started."""
    with contextlib.suppress(OSError):
        if sys.platform != "win32":
            os.killpg(running.pid, signal.SIGKILL)
        else:
            running.kill()
    running.wait()


def ending(code: int, complaint: IO[bytes]) -> str:
    """How a program has ended, as a clause; complaint: what it wrote to standard error."""
    complaint.seek(0, os.SEEK_END)
    complaint.seek(max(0, complaint.tell() - _MOST_OF_A_COMPLAINT))
    said = complaint.read().decode("utf-8", "replace").strip()
    return f"it ended with exit code {code}{f': {plain(said)}' if said else ''}"


def cannot_run(command: str, error: Exception) -> str:
    """Why a program could not be started, as a clause."""
    reason = getattr(error, "strerror", None) or type(error).__name__
    return f"{plain(command)} cannot be run: {reason}"
