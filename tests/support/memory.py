"""Whether work takes more memory than it may: it is done in a process that gets no more.

Run as a program: `python -m tests.support.memory MODULE` does every piece of `MODULE.WORK`, a table
of names to (bytes that it may take, function), and prints the names of those that took more.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

Work = Mapping[str, tuple[int, Callable[[], object]]]
_STATUS = Path("/proc/self/status")


def too_hungry(module: str) -> list[str]:
    """The names of the work in a module that took more memory than it may; skips without Linux."""
    if not _STATUS.exists():
        pytest.skip("only Linux says how much memory a process has")
    done = subprocess.run(
        [sys.executable, "-m", __name__, module],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


@contextlib.contextmanager
def _at_most(room: int) -> Iterator[None]:
    """Let the block take at most this many bytes more than the process has now."""
    import resource  # noqa: PLC0415 - not on Windows

    found = re.search(r"VmSize:\s+(\d+) kB", _STATUS.read_text())
    assert found is not None
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (int(found[1]) * 1024 + room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def main() -> None:
    work: Work = importlib.import_module(sys.argv[1]).WORK
    for name, (room, piece) in work.items():
        try:
            with _at_most(room):
                piece()
        except MemoryError:
            print(name)


if __name__ == "__main__":
    main()
