"""Files that survive a kill or a power cut at any moment, and a lock that dies with its process.

A file appears whole or not at all: it is written under another name, flushed to the drive and
renamed, and the folder is flushed too.  What is not a regular file, such as a device or a pipe, is
written to and stays what it is.
"""

import contextlib
import os
import re
import stat
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

IS_WINDOWS = sys.platform == "win32"
_RENAME_ATTEMPTS = 50
_STANDARD = (1, 2)
"""The descriptors of a program's own output."""


def write_atomic(path: Path, data: bytes, *, mode: int = 0o644, replace: bool = True) -> None:
    """Write a file so that at any moment the old or the new content is there, never a mixture.

    With `replace` false an existing file is kept and FileExistsError raised. What killed processes
    left in the folder more than an hour ago is removed. A device, a pipe, or a link to one or to
    this program's own output is written to instead, whatever its mode.
    """
    if replace and _is_stream(path):
        _write_into(path, data)
        return
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}.tmp")
    try:
        write_synced(temporary, data, mode)
        _remove_stale(temporary)
        if replace:
            rename(temporary, path)
        else:
            _name_anew(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def _is_stream(path: Path) -> bool:
    """Whether a path names something that is written to and not replaced.

    A link that somebody else may have laid to a regular file is not followed.
    """
    try:
        own, mode = path.lstat().st_mode, path.stat().st_mode
    except OSError:
        return False
    if stat.S_ISLNK(own) and stat.S_ISREG(mode):
        return _standard(path) is not None
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _standard(path: Path) -> int | None:
    """The descriptor of this program's output that a path names, as /dev/stdout does, or None."""
    for descriptor in _STANDARD:
        with contextlib.suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(descriptor)):
                return descriptor
    return None


def _write_into(path: Path, data: bytes) -> None:
    """Write to what is there; into the program's own output behind what stands there already."""
    own = _standard(path)
    if own is not None:
        sys.stdout.flush()
    descriptor = os.dup(own) if own is not None else os.open(path, os.O_WRONLY)
    with _naming(path), os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def rename(temporary: Path, path: Path) -> None:
    """Give a file the name of another one, in whose place it comes.

    On Windows that is refused while another program, such as a virus scanner or a backup, has one
    of them open; so it is tried again for a second.  Raises PermissionError after that.
    """
    for attempt in range(_RENAME_ATTEMPTS):
        try:
            temporary.replace(path)
        except PermissionError:
            if not IS_WINDOWS or attempt == _RENAME_ATTEMPTS - 1:
                raise
            time.sleep(_PAUSE)
        else:
            return


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
        _flush_to_drive(stream.fileno())


def _flush_to_drive(descriptor: int) -> None:
    """Wait until a file is on the drive.

    On a Mac fsync leaves it in the cache of the drive, which a power cut empties; F_FULLFSYNC does
    not, and is refused by disks that do not know it, such as network shares.
    """
    full = getattr(fcntl, "F_FULLFSYNC", None) if sys.platform != "win32" else None
    if full is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, full)
            return
    os.fsync(descriptor)


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
        rename(temporary, path)


def sync_folder(folder: Path) -> None:
    """Flush a folder's list of names to the disk (Windows has no such call and needs none)."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with _naming(folder):
            _flush_to_drive(descriptor)
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
