"""Runs servers for the tests, and ends them when the tests end, in whatever way that happens.

    python serverkeeper.py FOLDER ARGV-AS-JSON ARGV-AS-JSON …

It starts each command line and waits for the end of its own standard input, a pipe that only the
test process holds. A byte there restarts the servers and comes back on standard output when the new
ones are started. It closes when that process stops the servers, crashes, runs into a timeout or
is killed with a signal that nobody can catch. Then every process that came of the commands is
killed, also those that have left their parents and sessions, and FOLDER is removed. Linux only.

It has a session of its own and ignores the signals that can be ignored. Nothing stands behind it:
who kills the keeper itself with SIGKILL has to end the servers (the signal that the kernel can send
when a parent dies is lost on Postfix and Dovecot, because they change users).

Standard library only: it is run as a file, alone. Exit code 0; 1 when a server ended by itself
(then FOLDER stays, with its logs).
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

# prctl(2)
_PR_SET_CHILD_SUBREAPER = 36
_KILL_TIME = 10.0


def main(arguments: list[str]) -> int:
    """Keep the servers of the command line until standard input closes."""
    folder, *commands = arguments
    libc = ctypes.CDLL(None, use_errno=True)
    # Orphans of the servers become our children, so that none is lost from sight.
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1) != 0:
        raise OSError(ctypes.get_errno(), "no child subreaper")
    # Only the end of the test process counts; a signal to all its relatives ends the same way.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)

    def before_exec() -> None:
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)

    servers = [_start(json.loads(command), before_exec) for command in commands]
    failed = False
    while not failed and (heard := _heard(0.1)) != b"":
        failed = any(server.poll() is not None for server in servers)
        if heard and not failed:
            _end(servers)
            servers = [_start(json.loads(command), before_exec) for command in commands]
            os.write(1, heard)
    _end(servers)
    if not failed:
        shutil.rmtree(folder, ignore_errors=True)
    return int(failed)


def _start(argv: list[str], before_exec: Callable[[], None]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=before_exec,  # noqa: PLW1509 - there is one thread only
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C"},
    )


def _heard(seconds: float) -> bytes | None:
    """What the test process says within a while: b"" when it has gone, None for nothing."""
    ready, _, _ = select.select([0], [], [], seconds)
    return os.read(0, 1) if ready else None


def _end(servers: Sequence[subprocess.Popen[bytes]]) -> None:
    for server in servers:
        if server.poll() is None:
            server.terminate()
    for server in servers:
        try:
            server.wait(timeout=3)
        except subprocess.TimeoutExpired:
            server.kill()
    _kill_children()


def _kill_children() -> None:
    """Kill what is left. Killed parents hand us their children, so it takes several rounds."""
    deadline = time.monotonic() + _KILL_TIME
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while (pids := children.read_text().split()) and time.monotonic() < deadline:
        for pid in pids:
            os.kill(int(pid), signal.SIGKILL)
        for pid in pids:
            os.waitpid(int(pid), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
