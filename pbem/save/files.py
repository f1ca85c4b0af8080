"""Writing files so that a crash leaves the old one or the new one, never half of one."""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def write_atomic(path: Path, data: bytes, *, mode: int = 0o644, replace: bool = True) -> None:
    """Write `path` by way of a temporary file beside it, flushed to disk before it is renamed.

    With `replace` false an existing file is kept and FileExistsError raised.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if replace:
            temporary.replace(path)
        else:
            _name_anew(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


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
    """Flush a folder's list of names, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file for the block; the system frees it if the process dies."""
    with path.open("ab") as stream:
        if sys.platform == "win32":
            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield
