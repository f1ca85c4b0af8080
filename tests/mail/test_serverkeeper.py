"""No server outlives the test process, however that ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import mailservers, missing, serverkeeper

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the keeper of the servers needs Linux's prctl"
)
ROOT = Path(__file__).parents[2]
KEEPER = Path(str(serverkeeper.__file__))
# A server with a child, and one with a child that has left its parent and its session.
FAMILIES = (["sh", "-c", "sleep 300 & sleep 300"], ["sh", "-c", "(setsid sleep 300 &); sleep 300"])


def descendants(pid: int) -> Iterator[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    for child in path.read_text().split() if path.exists() else ():
        yield int(child)
        yield from descendants(int(child))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 20
    while alive := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < deadline, f"still running: {alive}"
        time.sleep(0.02)


def wait_for_descendants(pid: int, count: int) -> list[int]:
    deadline = time.monotonic() + 20
    while len(found := list(descendants(pid))) < count:
        assert time.monotonic() < deadline, f"only {found} of {count} processes started"
        time.sleep(0.02)
    return found


def keep(folder: Path, *commands: list[str]) -> subprocess.Popen[bytes]:
    argv = [sys.executable, "-I", str(KEEPER), str(folder), *map(json.dumps, commands)]
    return subprocess.Popen(argv, stdin=subprocess.PIPE)


def test_children_and_orphans_end_with_standard_input(tmp_path: Path) -> None:
    folder = tmp_path / "servers"
    folder.mkdir()
    with keep(folder, *FAMILIES) as keeper:
        pids = wait_for_descendants(keeper.pid, 4)
        # What asks politely does not count: the test process is still there.
        keeper.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        assert keeper.poll() is None
        assert keeper.stdin is not None
        keeper.stdin.close()
        assert keeper.wait(timeout=20) == 0
    wait_until_gone(pids)
    assert not folder.exists()


def test_server_that_ends_by_itself_takes_the_others_along(tmp_path: Path) -> None:
    with keep(tmp_path, ["sh", "-c", "sleep 0.5"], *FAMILIES) as keeper:
        pids = wait_for_descendants(keeper.pid, 5)
        assert keeper.wait(timeout=20) == 1
    wait_until_gone(pids)
    assert tmp_path.exists()


@pytest.mark.servers
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_real_servers_end_with_a_killed_test_process(number: int) -> None:
    reason = mailservers.missing_reason()
    if reason:
        missing.skip_or_fail(reason, missing.SERVERS)
    code = (
        "import time\n"
        "from tests.support.mailservers import start_mail_servers\n"
        "with start_mail_servers() as servers:\n"
        "    print(servers.folder, flush=True)\n"
        "    time.sleep(300)\n"
    )
    argv = [sys.executable, "-c", code]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        folder = Path(tests.stdout.readline().strip())
        pids = wait_for_descendants(tests.pid, 6)
        commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids]
        assert any(b"dovecot" in command for command in commands)
        assert any(b"postfix" in command for command in commands)
        assert folder.is_dir()
        tests.send_signal(number)
    # The keeper is among them, and the last thing it does is to remove the folder.
    wait_until_gone(pids)
    assert not folder.exists()
