"""The dice server works with the restrictions of its systemd unit, and they do restrict it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.dice.http import ServerClient
from tests.support import sandbox
from tests.support.dicegame import new_game_at
from tests.support.diceserver import make_key_file
from tests.support.sandbox import NOT_TRIED, USER, Sandbox, settings_of

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(bool(sandbox.missing()), reason=sandbox.missing()),
]

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "docs" / "dice-server" / "pbem-dice.service"
TRIED = {
    "User", "StateDirectory", "StateDirectoryMode", "LoadCredential", "UMask", "NoNewPrivileges",
    "ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices", "PrivateUsers", "PrivateIPC",
    "ProtectHostname", "ProtectProc", "ProcSubset", "RestrictAddressFamilies",
    "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality",
    "MemoryDenyWriteExecute", "SystemCallArchitectures", "SystemCallFilter",
    "SystemCallErrorNumber", "CapabilityBoundingSet", "LimitNOFILE",
}  # fmt: skip
FOLLOWS = {
    # Without a capability, with everything read-only, and with these groups of calls refused,
    # nothing is left that these would refuse.
    "ProtectClock", "ProtectKernelLogs", "ProtectKernelTunables", "ProtectKernelModules",
    "ProtectControlGroups", "RemoveIPC",
}  # fmt: skip
MANAGER = {"Environment", "ExecStart", "Restart", "RestartSec"}
PROBE = """
import ctypes, mmap, os, socket
def tried(name, act):
    try:
        act()
    except (OSError, ValueError) as error:
        print(name, type(error).__name__)
    else:
        print(name, "ALLOWED")
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)
tried("system", lambda: open("/usr/pbem-probe", "w"))
tried("etc", lambda: open("/etc/pbem-probe", "w"))
tried("home", lambda: os.listdir("/root"))
tried("writable-code", lambda: mmap.mmap(-1, 4096, prot=7))
tried("packet", lambda: socket.socket(17, socket.SOCK_RAW))
tried("namespace", lambda: call("unshare", 0x10000000))
tried("root", lambda: os.setuid(0))
tried("suid", lambda: os.chmod("/var/lib/pbem-dice/probe", 0o4700))
tried("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
tried("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
tried("others", lambda: os.stat("/proc/1"))
tried("disk", lambda: os.stat("/dev/vda"))
tried("state", lambda: open("/var/lib/pbem-dice/probe", "w"))
"""


def boxed(tmp_path: Path, *words: str) -> Sandbox:
    """A command in the sandbox of the unit, with a store in a folder of the test."""
    python, packages = sandbox.interpreter()
    if not python:
        pytest.skip("needs a Python outside the homes, which the unit hides")
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    os.chown(state, USER, USER)
    held = {"PBEM_DICE_STORE": "/var/lib/pbem-dice/store"}
    held |= {"PBEM_DICE_WITNESS": "/var/lib/pbem-dice/witness", "PATH": "/usr/bin:/bin"}
    held |= {"PBEM_DICE_KEY_FILE": "/run/credentials/storage.key", "PYTHONUNBUFFERED": "1"}
    held["PYTHONPATH"] = f"{ROOT}:{packages}"
    held["PYTHONDONTWRITEBYTECODE"] = "1"
    key = make_key_file(tmp_path)
    return Sandbox(settings_of(UNIT), str(state), str(key), [python, *words], held)


@contextmanager
def served(box: Sandbox) -> Iterator[tuple[ServerClient, list[str]]]:
    process = sandbox.start(box, stderr=subprocess.PIPE)
    lines: list[str] = []
    listening = threading.Event()

    def read() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            lines.append(line)
            if "Dice are served at" in line:
                listening.set()
        listening.set()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        assert listening.wait(60)
        found = re.search(r"Dice are served at (\S+)", "".join(lines))
        assert found is not None, "".join(lines)
        yield ServerClient(found[1]), lines
    finally:
        process.terminate()
        assert process.wait(30) is not None
        reader.join(10)
        assert process.stderr is not None
        process.stderr.close()


def test_the_server_works_with_the_restrictions_of_its_unit(tmp_path: Path) -> None:
    """It is founded, rolls, closes and shows its journal; nothing that it needs is refused."""
    words = ("-m", "pbem", "dice", "serve", "--host", "127.0.0.1", "--port", "0")
    box = boxed(tmp_path, *words, "--chain", "600")
    with served(box) as (client, lines):
        game = new_game_at(client)
        for index in range(1, 6):
            game.answers[index] = client.roll(game.request(index))
        client.close(game.closing(6, 1))
        assert game.check(client.journal(game.game)) == 5
        assert client.log_head(game.game)
    assert "Traceback" not in "".join(lines)
    store = Path(box.state) / "store"
    assert store.stat().st_uid == USER
    assert all(one.stat().st_mode & 0o077 == 0 for one in (store, *store.iterdir()))


def test_the_restrictions_restrict(tmp_path: Path) -> None:
    """The same sandbox, with a program that tries what the unit forbids."""
    with sandbox.start(boxed(tmp_path, "-c", PROBE), stdout=subprocess.PIPE) as process:
        said, _ = process.communicate(timeout=60)
    found = dict(line.split() for line in said.splitlines())
    assert found.pop("state") == "ALLOWED"
    assert [name for name, answer in found.items() if answer == "ALLOWED"] == []
    assert len(found) == 12


def test_every_setting_of_the_unit_is_tried_or_named() -> None:
    names = {name for name, _ in settings_of(UNIT)}
    assert names == TRIED | FOLLOWS | MANAGER | set(NOT_TRIED)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_says_what_the_unit_says_of_itself() -> None:
    said = subprocess.run(
        ["systemd-analyze", "--no-pager", "security", "--offline=true", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    found = re.search(r"Overall exposure level for pbem-dice.service: ([\d.]+)", said)
    assert found is not None
    assert f"--offline=true` says of this file: {found[1]}." in UNIT.read_text(encoding="utf-8")
    assert float(found[1]) <= 1.2
    assert sys.platform == "linux"
