"""The system calls of a process that write, seen and made to go wrong from outside, by strace.

A fault is given by the words that strace needs for it (`-e inject=…`), so that it can be handed on
as text.  The numbers in them count the calls of one name, as strace does.

Not seen: what is written to mapped memory.  SQLite maps nothing but the index of a write-ahead log,
which it makes anew after a crash.
"""

import ctypes
import mmap
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

How: TypeAlias = Literal["kill", "fail", "full"]
"""kill: the process, instead of the call; fail: the call, with an error of the disk or of the
connection; full: this call and all later ones that need room on the disk."""

HOWS: tuple[How, ...] = get_args(How)
_ROOM = (
    "write",
    "writev",
    "pwrite64",
    "pwritev",
    "fallocate",
    "link",
    "linkat",
    "mkdir",
    "mkdirat",
)
_OPENS = ("open", "openat")
_CONNECTION = ("connect", "sendto", "sendmsg", "sendmmsg", "shutdown")
_OTHERS = (
    *("fsync", "fdatasync", "sync_file_range", "ftruncate", "truncate", "sendfile"),
    *("copy_file_range", "rename", "renameat", "renameat2", "symlink", "symlinkat", "unlink"),
    *("unlinkat", "rmdir", "chmod", "fchmod", "fchmodat"),
)
# A question mark: not every kind of processor has all of them.
_TRACED = ",".join(f"?{name}" for name in (*_ROOM, *_OPENS, *_CONNECTION, *_OTHERS, "getppid"))
_LINE = re.compile(r"\d+ +(\w+)\((.*)")
_WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
_MARK = "getppid"
_PR_SET_PTRACER = 0x59616D61
_ANYBODY = ctypes.c_ulong(-1)
_SAID = 1 << 20
_PAUSE = 0.002
_ATTACH_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Call:
    """A call that writes: its name, and how many of that name there were up to it."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a watched process ended: killed, or with an exit code; what it said; what it called."""

    was_killed: bool
    code: int
    said: str
    calls: tuple[Call, ...]


@cache
def missing() -> str:
    """Why no process can be watched here, or an empty text."""
    if shutil.which("strace") is None:
        return "needs strace (Debian: strace)"
    done = subprocess.run(
        ["strace", "-qq", "-e", "inject=getppid:retval=1", "true"], capture_output=True, check=False
    )
    return "" if done.returncode == 0 else f"strace may not watch here: {done.stderr.decode()}"


def faults_at(calls: Sequence[Call], how: How) -> list[tuple[str, ...]]:
    """The words of strace for each call of a run that can go wrong in this way, in their order."""
    if how == "full":
        places = [place for place, call in enumerate(calls) if call.name in _ROOM]
        return [_full_from(calls, place) for place in places]
    return [(f"inject={call.name}:{_wrong(call, how)}:when={call.number}",) for call in calls]


def _wrong(call: Call, how: How) -> str:
    if how == "kill":
        return "signal=SIGKILL"
    return f"error={'ECONNRESET' if call.name in _CONNECTION else 'EIO'}"


def _full_from(calls: Sequence[Call], place: int) -> tuple[str, ...]:
    """No call from this place on that needs room succeeds."""
    before = dict.fromkeys(_ROOM, 0)
    for call in calls[:place]:
        if call.name in before:
            before[call.name] = call.number
    later = {call.name for call in calls[place:]}
    return tuple(
        f"inject={name}:error=ENOSPC:when={number + 1}+"
        for name, number in before.items()
        if name in later
    )


def run_watched(
    work: Callable[[], tuple[int, str]], folder: Path, faults: Sequence[str] = ()
) -> Ended:
    """Run something in a fork that strace watches; faults: as of `faults_at`.

    work: returns its exit code and what it said, which must need no call that writes.
    """
    log = folder / "calls.txt"
    # What is written to shared memory is not a system call.
    with mmap.mmap(-1, _SAID) as shared:
        child = os.fork()
        if child == 0:
            os._exit(_child(work, shared))
        with _attached(child, log, faults):
            shared[0] = 1
            _, status = os.waitpid(child, 0)
        said = shared[8 : 8 + int.from_bytes(shared[4:8], "big")].decode()
    code = os.waitstatus_to_exitcode(status)
    return Ended(os.WIFSIGNALED(status), code, said, tuple(read_calls(log.read_text())))


def _child(work: Callable[[], tuple[int, str]], shared: mmap.mmap) -> int:
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, _ANYBODY, 0, 0, 0)
    # Python would take half a file of bytecode for a whole one in every later test.
    sys.dont_write_bytecode = True
    while not shared[0]:
        os.getppid()
        time.sleep(_PAUSE)
    code, said = work()
    data = said.encode()[: _SAID - 8]
    shared[4 : 8 + len(data)] = len(data).to_bytes(4, "big") + data
    return code


@contextmanager
def _attached(process: int, log: Path, faults: Sequence[str]) -> Iterator[None]:
    """strace at a process that waits for the block and calls `getppid` meanwhile."""
    words = [word for fault in faults for word in ("-e", fault)]
    command = ["strace", "-f", "-qq", "-s0", "-p", str(process), "-o", str(log)]
    with subprocess.Popen(
        [*command, "-e", f"trace={_TRACED}", *words], stderr=subprocess.PIPE, text=True
    ) as watcher:
        end = time.monotonic() + _ATTACH_SECONDS
        while not (log.exists() and _MARK in log.read_text()):
            assert watcher.poll() is None and time.monotonic() < end, watcher.stderr
            time.sleep(_PAUSE)
        yield
        watcher.wait()


def read_calls(log: str) -> Iterator[Call]:
    """The calls in a log of strace that write.  AssertionError for more than one thread, since
    their calls would come in another order each time."""
    lines = [line for line in log.splitlines() if _LINE.match(line)]
    assert len({line.split()[0] for line in lines}) <= 1, "several threads write"
    numbers: dict[str, int] = {}
    for line in lines:
        found = _LINE.match(line)
        assert found is not None
        name, rest = found.groups()
        numbers[name] = numbers.get(name, 0) + 1
        is_opening = name in _OPENS
        if name == _MARK or (is_opening and (not _WRITING.search(rest) or '"/dev/' in rest)):
            continue
        yield Call(name, numbers[name])
