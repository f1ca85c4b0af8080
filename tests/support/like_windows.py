"""Windows as far as it can be shown elsewhere: what it lacks is hidden, what it refuses is refused.

As a plugin, `python -m pytest -p tests.support.like_windows tests/cli/test_mail.py`, or as a
program, `python -m tests.support.like_windows games`, for a command of pbem:

* `fcntl`, `termios`, `pwd` and their like are not there, nor what `os`, `signal` and `socket` lack;
* a folder cannot be opened, and so not flushed;
* names with a colon or another reserved sign, of devices, or with a full stop at the end are
  refused;
* a file that this program has open is neither replaced nor removed;
* files of text without a named encoding are cp1252, as what the program prints is;
* everybody may read every file, as its mode says.

What a path looks like, how upper and lower case are told apart, and how programs are started is
not shown.
"""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import errno
import importlib
import io
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import types
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_FIRST = (
    # Libraries that have decided what they run on are left alone.
    "aiosmtplib", "asyncio", "click", "concurrent.futures", "cryptography.hazmat.bindings._rust",
    "ctypes", "email.mime.multipart", "getpass", "http.client", "imapclient", "jinja2", "logging",
    "msgpack", "msgspec", "multiprocessing", "mailbox", "numpy", "olefile", "pathlib", "platform",
    "platformdirs", "prompt_toolkit.application", "resvg_py", "shutil", "sqlite3", "ssl",
    "starlette.applications", "subprocess", "tempfile", "threading",
    "urllib.request", "uvicorn", "uvicorn.protocols.http.h11_impl",
    "uvicorn.loops.asyncio", "webbrowser", "zipfile", "zoneinfo", "keyring", "hypothesis",
)  # fmt: skip
_HIDDEN = frozenset({"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"})
_NOT_THERE = {
    os: ("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "chown", "fchmod", "fchown", "fork", "geteuid",
         "getpgid", "getuid", "killpg", "mkfifo", "pread", "pwrite", "setsid",
         "sysconf", "uname", "openpty"),
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "alarm", "setitimer", "pause"),
    socket: ("SO_REUSEPORT",),
}  # fmt: skip
_RESERVED = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]\Z')
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?\Z")
_ELSEWHERE = re.compile(
    r"^import (?:fcntl|pty|pwd|resource|termios)$|os\.(?:fork|geteuid|getuid|killpg|mkfifo)\b"
    r"|SIGKILL|SIGHUP|\.mkfifo\(|crashes import|support\.(?:serverkeeper|mailservers|memory)",
    re.MULTILINE,
)
_OF_OTHERS = frozenset(
    {
        "test_the_key_is_made_at_the_page_and_unlocked_after_the_next_start",
        "test_the_address_is_the_same_after_a_restart_and_the_cookie_is_not",
        "test_what_is_there_is_not_written_to_when_a_name_has_to_be_new",
        "test_each_renewal_keeps_the_new_refresh_token_in_a_file_closed_to_others",
        "test_secret_that_cannot_be_read",
        "test_key_file_on_disk",
    }
)
_SYSTEM = ("/dev/", "/proc/", "/sys/", "/usr/", "/lib/")


def become() -> None:
    """From here on this process is like one on Windows; nothing leads back."""
    for name in _FIRST:
        with_library(name)
    with contextlib.suppress(webbrowser.Error):
        webbrowser.get()  # it looks for browsers once, by the ways of the real system
    _fake_msvcrt()
    sys.meta_path.insert(0, _Hidden())
    for name in _HIDDEN:
        sys.modules.pop(name, None)
    for module, names in _NOT_THERE.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    _files()
    # There no file is without a name, and a program has one way to be ended.
    subprocess.Popen.kill = subprocess.Popen.terminate  # type: ignore[method-assign]
    tempfile.TemporaryFile = tempfile.NamedTemporaryFile  # type: ignore[assignment]
    # What asyncio calls its loop there; libraries ask for it by that name.
    asyncio.ProactorEventLoop = asyncio.SelectorEventLoop  # type: ignore[attr-defined]
    ssl.enum_certificates = lambda store: ()  # type: ignore[attr-defined]
    sys.platform = "win32"


def with_library(name: str) -> None:
    """Load a library that may be missing."""
    try:
        importlib.import_module(name)
    except ImportError:
        return


class _Hidden:
    """Says that a module is not there."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        del path, target
        if name in _HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _fake_msvcrt() -> None:
    """Locks of the same meaning, which Windows refuses with another error."""
    import fcntl  # noqa: PLC0415 - hidden later

    flock, exclusive, at_once, free = fcntl.flock, fcntl.LOCK_EX, fcntl.LOCK_NB, fcntl.LOCK_UN

    def locking(descriptor: int, mode: int, count: int) -> None:
        del count
        try:
            flock(descriptor, free if mode == 0 else exclusive | at_once)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    made = types.ModuleType("msvcrt")
    made.__dict__.update({"LK_UNLCK": 0, "LK_NBLCK": 2, "locking": locking})
    sys.modules["msvcrt"] = made


def _files() -> None:
    real_open, real_os_open, real_stat = io.open, os.open, os.stat

    def opened(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
        if isinstance(file, (str, os.PathLike)):
            _check_name(os.fspath(file))
            # What makes temporary files names their folder, and opens a file in it.
            if Path(file).is_dir() and "opener" not in named:
                raise PermissionError(errno.EACCES, "Permission denied", os.fspath(file))
        if "b" not in mode and len(more) < 2:
            named["encoding"] = named.get("encoding") or "cp1252"
        return real_open(file, mode, *more, **named)

    def os_opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
        _check_name(os.fspath(path))
        if not named and Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
        return real_os_open(path, flags, *more, **named)

    def looked_at(path: Any, *more: Any, **named: Any) -> os.stat_result:
        found = real_stat(path, *more, **named)
        if not stat.S_ISREG(found.st_mode):
            return found
        return os.stat_result(
            (found.st_mode | 0o666, *found[1:]), {"st_mtime_ns": found.st_mtime_ns}
        )

    io.open = builtins.open = opened
    os.open = os_opened
    os.stat = looked_at
    for name in ("replace", "rename", "unlink", "remove"):
        setattr(os, name, _unless_open(getattr(os, name)))
    for name in ("mkdir", "link", "symlink"):
        setattr(os, name, _named_well(getattr(os, name)))


def _unless_open(act: Callable[..., None]) -> Callable[..., None]:
    def acted(path: Any, *more: Any, **named: Any) -> None:
        for one in (path, *more):
            _check_name(os.fspath(one))
            if not named and _is_open(os.fspath(one)):
                raise PermissionError(errno.EACCES, "The file is in use", os.fspath(one))
        act(path, *more, **named)

    return acted


def _named_well(act: Callable[..., None]) -> Callable[..., None]:
    def acted(path: Any, *more: Any, **named: Any) -> None:
        _check_name(os.fspath(path))
        act(path, *more, **named)

    return acted


def _is_open(path: str | bytes) -> bool:
    whole = os.path.realpath(os.fsdecode(path))
    for one in Path("/proc/self/fd").iterdir():
        try:
            if str(one.readlink()) == whole:
                return True
        except OSError:
            continue
    return False


def _check_name(path: str | bytes | int) -> None:
    if isinstance(path, int):
        return
    text = os.fsdecode(path)
    name = Path(text).name
    if text.startswith(_SYSTEM) and not text.startswith("/dev/shm/"):
        return
    if name not in ("", ".", "..") and (_RESERVED.search(name) or _DEVICE.match(name)):
        raise OSError(errno.EINVAL, "The file name is not correct", text)


def main() -> int:
    """A command of pbem, with what it reads and prints as cp1252."""
    become()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="cp1252", errors="strict")  # type: ignore[union-attr]
    from pbem.cli import run  # noqa: PLC0415 - after what it runs on was hidden

    return run(sys.argv[1:])


def pytest_configure() -> None:
    """Before any test is read; what pytest itself runs on it has seen by now."""
    become()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Tests that themselves need what is hidden: kills, pipes in folders, rights of files."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    return bool(_ELSEWHERE.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests of the rights of files, which say nothing there, and of other systems."""
    items[:] = [item for item in items if item.originalname not in _OF_OTHERS]  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.exit(main())
