"""Writing that fails, or that kills the process, at the n-th call.

Counted are, in the order in which they are made: files opened for writing, writes to them, flushes
to the disk, renamings, links, removals, new folders, changes of rights, connections, and the
statements of SQLite.  Audit hooks of Python see most of them; fsync, the writes of `os.fdopen` and
SQLite's statements are wrapped, because no hook sees those.

Not counted: what SQLite writes within a statement (its journal makes that whole or nothing), what
is sent over a connection once it stands (tests/support/tcpproxy.py cuts those), and text that
`Path.write_text` writes after opening.
"""

import errno
import io
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, cast, get_args

How: TypeAlias = Literal["kill", "fail", "full"]
"""kill: the process, at the n-th call, of a write after half of it; fail: the n-th call only, with
an error of the disk; full: no call from the n-th on that needs room succeeds."""

HOWS: tuple[How, ...] = get_args(How)

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EVENTS = {
    "os.rename": False,
    "os.link": True,
    "os.remove": False,
    "os.rmdir": False,
    "os.mkdir": True,
    "os.truncate": False,
    "os.chmod": False,
    "socket.connect": False,
}
"""What a hook sees, and whether it needs room on the disk."""
_NO_ROOM_NEEDED = ("SELECT", "BEGIN", "ROLLBACK", "PRAGMA")


class Faults:
    """Counts the calls that write, and lets one of them go wrong; made once in a process."""

    def __init__(self, how: How, fatal: int) -> None:
        """fatal: the number of the call, from 1; 0 to count only."""
        self._how = how
        self._fatal = fatal
        self._is_on = True
        self.calls: list[str] = []
        """What was called."""

    @property
    def count(self) -> int:
        """How many calls there were."""
        return len(self.calls)

    def stop(self) -> None:
        """From now on all goes well."""
        self._is_on = False

    def pass_one(self, call: str, *, needs_room: bool, half: Callable[[], object] = int) -> None:
        """Before a call: OSError if it has to fail; half: does the half of it."""
        if not self._is_on:
            return
        self.calls.append(call)
        number = len(self.calls)
        if self._how == "full" and needs_room and 0 < self._fatal <= number:
            half()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if number != self._fatal or self._how == "full":
            return
        half()
        if self._how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def install(how: How, fatal: int) -> Faults:
    """Watch this process from now on; there is no way back, so it should be one of its own."""
    faults = Faults(how, fatal)
    # Bytecode that Python keeps is not the program's writing.
    sys.dont_write_bytecode = True
    sys.addaudithook(lambda event, arguments: _hear(faults, event, arguments))
    plain_fsync, plain_fdopen, plain_connect = os.fsync, os.fdopen, sqlite3.connect

    def fsync(descriptor: int) -> None:
        faults.pass_one("fsync", needs_room=False)
        plain_fsync(descriptor)

    def fdopen(descriptor: int, mode: str = "r", *arguments: object, **named: object) -> object:
        if mode == "wb":
            return io.BufferedWriter(_Raw(descriptor, faults))
        return plain_fdopen(descriptor, mode, *arguments, **named)  # type: ignore[call-overload]

    def connect(*arguments: object, **named: object) -> sqlite3.Connection:
        made = plain_connect(*arguments, factory=_Counted, **named)  # type: ignore[call-overload]
        counted = cast(_Counted, made)
        counted.faults = faults
        return counted

    os.fsync = fsync  # type: ignore[assignment]
    os.fdopen = fdopen  # type: ignore[assignment]
    sqlite3.connect = connect  # type: ignore[assignment]
    return faults


def _hear(faults: Faults, event: str, arguments: Sequence[object]) -> None:
    if event in _EVENTS:
        faults.pass_one(event, needs_room=_EVENTS[event])
    elif event == "open":
        path, _, flags = arguments
        is_device = str(path).startswith("/dev/")
        if isinstance(flags, int) and flags & _WRITING and not is_device:
            faults.pass_one("open", needs_room=bool(flags & os.O_CREAT))


class _Raw(io.FileIO):
    """A file whose writes count; the one that goes wrong is half done."""

    def __init__(self, descriptor: int, faults: Faults) -> None:
        super().__init__(descriptor, "wb")
        self._faults = faults

    def write(self, data: object) -> int:
        """See `io.RawIOBase`."""
        view = memoryview(data)  # type: ignore[arg-type]
        plain = super().write
        self._faults.pass_one("write", needs_room=True, half=lambda: plain(view[: len(view) // 2]))
        return plain(view)


class _Counted(sqlite3.Connection):
    """A connection whose statements count."""

    faults: Faults

    def execute(self, query: str, *values: object) -> sqlite3.Cursor:
        """See `sqlite3.Connection`."""
        needs_room = not query.lstrip().upper().startswith(_NO_ROOM_NEEDED)
        try:
            self.faults.pass_one(f"sql {query.split(maxsplit=1)[0]}", needs_room=needs_room)
        except OSError as error:
            raise sqlite3.OperationalError(error.strerror) from error
        return super().execute(query, *values)  # type: ignore[arg-type]
