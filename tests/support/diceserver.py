"""A real dice server for tests: `pbem dice serve` in a process of its own, on a loopback port.

    with dice_server(tmp_path) as server:
        client = ServerClient(server.address)
        server.kill()        # SIGKILL, as a loss of power would be for the process
        server.start()       # the same store and the same port again

It ends with the test process, also when that is killed: the kernel sends it the signal (Linux).
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pbem.dice.sealing import new_storage_key

HOST = "127.0.0.1"
_PR_SET_PDEATHSIG = 1
_START_SECONDS = 60.0
_MARK = "Dice are served at "


@dataclass
class DiceServer:
    """A server over a store. `port` is 0 until the first start."""

    store: str
    key_file: Path
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    lines: list[str] = field(default_factory=list)
    process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> str:
        return "".join(self.lines)

    def start(self) -> None:
        """Start it and wait until it listens; AssertionError with its log if it ends instead."""
        command = [sys.executable, "-m", "pbem", "dice", "serve"]
        command += ["--store", self.store, "--key-file", str(self.key_file)]
        command += ["--port", str(self.port), *self.arguments]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_die_with_parent,  # noqa: PLW1509 - it takes no lock
            env={**os.environ, **self.environment},
        )
        listening = threading.Event()
        threading.Thread(target=self._read, args=(self.process, listening), daemon=True).start()
        assert listening.wait(_START_SECONDS), self.log
        assert self.process.poll() is None, self.log

    def _read(self, process: subprocess.Popen[str], listening: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                self.lines.append(line)
                if line.startswith(_MARK):
                    self.port = int(line.rpartition(":")[2])
                    listening.set()
        process.wait()
        listening.set()

    def kill(self) -> None:
        """Kill it, whatever it is doing."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """Ask it to end, as a service manager does."""
        assert self.process is not None
        self.process.terminate()
        # Its HTTP library lets the signal through in the end.
        assert self.process.wait(timeout=30) in (0, -signal.SIGTERM)
        self.process = None


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def make_key_file(folder: Path) -> Path:
    """A storage key in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "storage.key"
    path.touch(mode=0o600)
    path.write_text(f"{new_storage_key()}\n", encoding="ascii")
    return path


@contextmanager
def dice_server(
    folder: Path, *arguments: str, store: str = "", **environment: str
) -> Iterator[DiceServer]:
    """A running server; its store is in `folder`, or where `store` says."""
    server = DiceServer(
        store or str(folder / "store"), make_key_file(folder), arguments, environment
    )
    try:
        server.start()
        yield server
    finally:
        server.kill()
