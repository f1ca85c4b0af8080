"""Files that survive a kill or a power cut at any moment, and a lock for one folder.

A file appears whole or not at all: it is written under another name, flushed to the disk, renamed,
and the folder is flushed too.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.mail.errors import SpoolError

_PARTIAL = ".partial"


def sync_folder(folder: Path) -> None:
    """Flush the folder's list of names to the disk (Windows has no such call and needs none)."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_synced(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file in place and flush it; an older file of that name is replaced."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_durably(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file so that at any moment the old or the new content is there, never a mixture.

    Raises SpoolError `mail-folder` when the folder cannot be written.
    """
    partial = path.with_name(path.name + _PARTIAL)
    try:
        write_synced(partial, data, mode)
        partial.replace(path)
        sync_folder(path.parent)
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
    try:
        descriptor = os.open(folder / f".{purpose}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise folder_error(folder, error) from error
    try:
        _wait_for_lock(descriptor, folder, wait)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, folder: Path, wait: float) -> None:
    deadline = time.monotonic() + wait
    while True:
        try:
            _lock(descriptor)
        except OSError as error:
            if time.monotonic() < deadline:
                time.sleep(0.05)
                continue
            raise SpoolError(
                "mail-busy",
                f"Another pbem is using the folder {folder} at this moment.",
                "Try again when it has finished.",
            ) from error
        return


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
