"""Files that a program keeps for itself to be quicker the next time.

A file counts only if this very program wrote it, in this home, under this name: it begins with an
HMAC under a key of the home over all of that.  Everything else is as good as no file, and nothing
is lost with one.  Decision: docs/adr/0035.  This module imports nothing that is slow.
"""

import contextlib
import hashlib
import hmac
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_KEY = "key"
_SIZE = 32
_PACKAGES = ("engine", "pbem")
_SUFFIX = ".kept"
_COMPILED = "__pycache__"


class KeptFiles:
    """The files in one folder: at most `most`, none larger than `largest` bytes."""

    def __init__(self, folder: Path, most: int, largest: int) -> None:
        """folder: need not exist yet."""
        self.folder = folder
        self.most = most
        self.largest = largest

    def read(self, name: str) -> bytes | None:
        """What was kept under a name; None when there is nothing, or not from this program."""
        try:
            key = (self.folder / _KEY).read_bytes()
            with self._path(name).open("rb") as file:
                data = file.read(self.largest + 1)
        except OSError:
            return None
        if len(key) != _SIZE or not _SIZE <= len(data) <= self.largest:
            return None
        content = memoryview(data)[_SIZE:]
        is_ours = hmac.compare_digest(_mac(key, name, content), data[:_SIZE])
        return bytes(content) if is_ours else None

    def write(self, name: str, content: bytes) -> None:
        """Keep something under a name, in place of what was there; at worst it is not kept."""
        if _SIZE + len(content) > self.largest:
            return
        path = self._path(name)
        temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
        # A crash leaves no file or one whose HMAC does not fit, so nothing has to be flushed.
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            mac = _mac(self._own_key(), name, content)
            self._make_room(path)
            try:
                _write_new(temporary, mac + content)
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Forget what was kept under a name."""
        with contextlib.suppress(OSError):
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{_SUFFIX}"

    def _own_key(self) -> bytes:
        """The key of the home, made on first use; of two processes the first one makes it."""
        path = self.folder / _KEY
        with contextlib.suppress(FileExistsError):
            _write_new(path, os.urandom(_SIZE))
        key = path.read_bytes()
        if len(key) != _SIZE:
            # Another process is writing it now, or a crash has left a part of it.
            path.unlink(missing_ok=True)
            raise OSError("the key is damaged")
        return key

    def _make_room(self, path: Path) -> None:
        """Remove the oldest files, and what killed processes left of others."""
        kept = [
            entry
            for entry in self.folder.iterdir()
            if entry.name != _KEY and entry != path and entry.is_file()
        ]
        kept.sort(key=lambda entry: entry.stat().st_mtime_ns)
        for entry in kept[: max(0, len(kept) + 1 - self.most)]:
            entry.unlink(missing_ok=True)


def _write_new(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read; FileExistsError if it is there."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def _mac(key: bytes, name: str, content: bytes | memoryview) -> bytes:
    """HMAC-SHA256 over build, name and content; the first two have a length of their own."""
    begun = hmac.new(key, _build(), hashlib.sha256)
    begun.update(hashlib.sha256(name.encode()).digest())
    begun.update(content)
    return begun.digest()


@cache
def _build() -> bytes:
    """Which program this is (32 bytes)."""
    root = Path(__file__).resolve().parents[1]
    told = f"{sys.version} {sys.implementation.cache_tag}".encode()
    return hashlib.sha256(told + build_of([root / name for name in _PACKAGES])).digest()


def build_of(folders: Sequence[Path]) -> bytes:
    """The files in these folders as 32 bytes, others after any change of one of them.

    By size and time of each file and not by its content, as the interpreter itself decides whether
    a module has to be compiled anew.
    """
    told = hashlib.sha256()
    left = [str(folder) for folder in folders]
    while left:
        with os.scandir(left.pop()) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                left += [entry.path] if entry.name != _COMPILED else []
                continue
            status = entry.stat()
            told.update(f"{entry.path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return told.digest()
