"""Load for a dice server from outside this program: wrk, with requests that were signed before.

A client is one connection of wrk, which rolls for some games of its own in turn. The games and the
requests are made once and are good for any number of fresh servers.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.dice.http import ServerClient
from pbem.dice.protocol import DiceRequest, RollSpec
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey
from tests.support.dicegame import NATION, listed_seats

GAMES = 512
ROLLS = 120
"""For each game: more than any server answers while it is measured."""
_SPEC = RollSpec("combat", "Eastern Poland", 1, "fire", "attacker", 3, 6)
_SCRIPT = Path(__file__).with_name("rolls.lua")


@dataclass(frozen=True, slots=True)
class Game:
    """What a fresh server must be told, and the signed requests for all rolls, in order."""

    game: bytes
    host: SigningKey
    seats: bytes
    requests: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it: answers per second, median and 99th percentile of their times in seconds,
    and seconds of CPU that the servers needed for one answer."""

    rate: float
    median: float
    slow: float
    cpu: float


def has_wrk() -> bool:
    """Whether there is a wrk (Debian: wrk)."""
    return shutil.which("wrk") is not None


def make_games() -> list[Game]:
    """All games, which takes some seconds: every request is signed."""
    games = []
    for _ in range(GAMES):
        game, host, player = os.urandom(16), SigningKey.generate(), SigningKey.generate()
        requests = tuple(
            DiceRequest(game, index, os.urandom(32), NATION, _SPEC).sign(player)
            for index in range(1, ROLLS + 1)
        )
        games.append(Game(game, host, listed_seats(game, host, player), requests))
    return games


def write_requests(games: Sequence[Game], clients: int, folder: Path) -> None:
    """A file for each client, named by its number: bodies, each after its length in two bytes."""
    for number in range(clients):
        with (folder / str(number)).open("wb") as file:
            for index in range(ROLLS):
                for one in games[number::clients]:
                    body = encode({"request": one.requests[index]})
                    file.write(len(body).to_bytes(2, "big") + body)


def register(games: Sequence[Game], address: str) -> None:
    """Make the games known to a fresh server."""
    client = ServerClient(address)
    for one in games:
        client.register(one.game, one.host.public)
        client.register_seats(one.seats)


def press(
    servers: Sequence[tuple[int, int]], folder: Path, clients: int, seconds: int, pause: float = 0.0
) -> Load:
    """Let clients ask as fast as they are answered, or with a mean pause (seconds) between.

    servers: (port on loopback, process id) of each, all on one store.  AssertionError for any
    answer that is an error.
    """
    ports = " ".join(str(port) for port, _ in servers)
    command = ["wrk", f"-t{clients}", f"-c{clients}", f"-d{seconds}s", "-s", str(_SCRIPT)]
    command += [f"http://127.0.0.1:{servers[0][0]}", "--", str(folder), f"{pause * 1000:.3f}"]
    before = sum(cpu_seconds(process) for _, process in servers)
    done = subprocess.run(
        command, env={**os.environ, "PORTS": ports}, capture_output=True, text=True, check=True
    )
    used = sum(cpu_seconds(process) for _, process in servers) - before
    line = next(line for line in done.stdout.splitlines() if line.startswith("figures "))
    answers, duration, median, slow, errors = (int(word) for word in line.split()[1:])
    assert errors == 0 and answers, done.stdout
    return Load(answers / duration * 1e6, median / 1e6, slow / 1e6, used / answers)


def cpu_seconds(process: int) -> float:
    """CPU time that a process has used so far (Linux)."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
