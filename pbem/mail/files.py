"""The files of the mail folders: `pbem.files`, with errors that say which folder is at fault."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from pbem.files import locked, write_atomic
from pbem.mail.errors import SpoolError


def write_durably(path: Path, data: bytes) -> None:
    """Write a file of the owner's own; see `pbem.files.write_atomic`.

    Raises SpoolError `mail-folder` when the folder cannot be written.
    """
    try:
        write_atomic(path, data, mode=0o600)
    except OSError as error:
        raise folder_error(path.parent, error) from error


def folder_error(folder: Path, error: OSError) -> SpoolError:
    """Return the error for a folder that cannot be used."""
    return SpoolError(
        "mail-folder",
        f"The folder {folder} cannot be used: {error.strerror or error}.",
        "Check that it exists, that it is yours and that the disk is not full.",
    )


@contextlib.contextmanager
def folder_lock(folder: Path, purpose: str, wait: float = 0.0) -> Iterator[None]:
    """Hold the folder for one process; the lock vanishes with the process, even when killed.

    Each `purpose` has a lock of its own. Waits at most `wait` seconds.
    Raises SpoolError `mail-busy` when another process holds it.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(locked(folder / f".{purpose}.lock", wait))
        except TimeoutError as error:
            raise SpoolError(
                "mail-busy",
                f"Another pbem is using the folder {folder} at this moment.",
                "Try again when it has finished.",
            ) from error
        except OSError as error:
            raise folder_error(folder, error) from error
        yield
