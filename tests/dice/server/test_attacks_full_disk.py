"""A dice server whose disk is full says so, gives no half answer, and goes on when there is room.

On a small file system of its own, which only root can make; elsewhere SQLite's limit of pages plays
the disk (test_store.py).
"""

import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.dice.http import ServerClient
from pbem.wire.errors import SaveError
from tests.support.dicegame import DiceGame, new_game_at
from tests.support.diceserver import DiceServer, dice_server

BLOCK = 65_536


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """An empty file system of 3 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder))
    try:
        made = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if made.returncode:
        pytest.skip("a file system of its own can be made here by root only")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def server(disk: Path, tmp_path: Path) -> Iterator[DiceServer]:
    words = ("--chain", "600", "--witness", str(disk / "witness"))
    with dice_server(tmp_path, *words, store=str(disk / "store")) as running:
        yield running


def fill(disk: Path, room: int) -> Path:
    """A file that leaves about so many bytes of room."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(BLOCK))
        except OSError:
            file.truncate(max(0, file.tell() - room))
    return ballast


def refused(game: DiceGame, client: ServerClient) -> bytes:
    """Rolls until the server keeps no more; the request that it did not answer."""
    for index in range(len(game.answers) + 1, 600):
        request = game.request(index, count=100)
        try:
            game.answers[index] = client.roll(request)
        except SaveError as error:
            assert error.code == "dice-server-unavailable"
            assert error.reason.endswith("cannot keep answers at the moment")
            return request
    raise AssertionError("the disk was never full")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients do not ask again, as the server tells them to, some seconds later."""
    monkeypatch.setattr("pbem.dice.http._TRIES", 1)


@pytest.mark.parametrize("room", [0, 4 * BLOCK])
def test_a_server_without_room_loses_nothing_and_answers_nothing_twice(
    disk: Path, server: DiceServer, room: int
) -> None:
    client = ServerClient(server.address)
    game = new_game_at(client)
    ballast = fill(disk, room)
    request = refused(game, client)
    next_index = len(game.answers) + 1
    assert bool(game.answers) == bool(room)
    with pytest.raises(SaveError):
        client.close(game.closing(next_index, 1))
    # What was answered is still shown, also by a server that starts on the full disk.
    assert game.check(client.journal(game.game)) == len(game.answers)
    assert client.log_head(game.game)
    server.kill()
    server.start()
    client = ServerClient(server.address)
    assert game.check(client.journal(game.game)) == len(game.answers)
    ballast.unlink()
    game.answers[next_index] = client.roll(request)
    assert client.roll(request) == game.answers[next_index]
    assert game.check(client.journal(game.game)) == next_index
    assert urllib.request.urlopen(f"{server.address}/health", timeout=30).status == 200
