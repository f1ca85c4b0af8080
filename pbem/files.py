"""Files that survive a kill or a power cut at any moment, and a lock that dies with its process.

A file appears whole or not at all: it is written under another name, flushed to the disk and
renamed, and the folder is flushed too.
"""

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PAUSE = 0.02
_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}\.tmp")
_STALE_SECONDS = 3600


def write_atomic(path: Path, data: bytes, *, mode: int = 0o644, replace: bool = True) -> None:
    """Write a file so that at any moment the old or the new content is there, never a mixture.

    With `replace` false an existing file is kept and FileExistsError raised. What killed processes
    left in the folder more than an hour ago is removed.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}.tmp")
    try:
        write_synced(temporary, data, mode)
        _remove_stale(temporary)
        if replace:
            temporary.replace(path)
        else:
            _name_anew(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def _remove_stale(temporary: Path) -> None:
    """Remove the temporary files beside a new one that no process can still be writing.

    The file of a process that is writing now is young. Ages are taken from the clock of the disk,
    which on a network is not the clock of this machine.
    """
    with contextlib.suppress(OSError), os.scandir(temporary.parent) as entries:
        newest = temporary.stat().st_mtime - _STALE_SECONDS
        for entry in entries:
            if _TEMPORARY.fullmatch(entry.name) and entry.stat().st_mtime < newest:
                with contextlib.suppress(OSError):
                    Path(entry).unlink()


def write_synced(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file in place and flush it; a file of that name is unlinked first.

    For files that get their final name later: a crash can leave half of one.
    """
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with _naming(path), os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Say which file it was: an error of an open file knows no name."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def _name_anew(temporary: Path, path: Path) -> None:
    """Give a file its name unless that is taken: a hard link fails then, a rename would replace."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links.
        if path.exists():
            raise FileExistsError(path) from None
        temporary.replace(path)


def sync_folder(folder: Path) -> None:
    """Flush a folder's list of names to the disk (Windows has no such call and needs none)."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with _naming(folder):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def locked(path: Path, wait: float | None = None) -> Iterator[None]:
    """Hold a lock file for the block; the system frees it if the process dies.

    wait: at most this many seconds, None for as long as it takes.  Raises TimeoutError when
    another holder does not let go in time.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = None if wait is None else time.monotonic() + wait
        while not _try_lock(descriptor):
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"{path} is locked")
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    """Take the lock if nobody else has it; OSError when the file system has no locks."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        # Windows says "permission denied" where others say "would block".
        return False
    return True
