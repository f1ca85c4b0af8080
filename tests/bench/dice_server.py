"""Durable rolls per second of a dice server, beside the bare database's durable commits.

`python -m tests.bench.dice_server`, or with everything else: `make bench`. For 1, 8 and 64 clients
at once: the database alone, with one row a commit and a connection for each client (at most 30);
the authority with its group commit in this process; the server in one of its own, over HTTP. A
ratio above 1 is what the group commit wins. The clients take their share of the machine.
"""

import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import psycopg

from pbem.dice.authority import Authority
from pbem.dice.client import DiceClient
from pbem.dice.http import ServerClient
from pbem.dice.server.serve import Settings, open_shards
from tests.support.dicegame import DiceGame, new_game_at
from tests.support.diceserver import dice_server
from tests.support.postgres import Postgres, running_postgres

Repeated: TypeAlias = "Callable[[], AbstractContextManager[Callable[[], None]]]"
CLIENTS = (1, 8, 64)
SECONDS = 4.0
_ROW = b"x" * 600
_ARGUMENTS = ("--chain", "20000", "--log-level", "warning", "--no-limits")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured: commits or rolls per second, and how long one took, in seconds."""

    rate: float
    median: float
    slow: float

    def __str__(self) -> str:
        return (
            f"{self.rate:8.0f}/s  p50 {self.median * 1000:7.1f} ms  p99 {self.slow * 1000:7.1f} ms"
        )


def main() -> None:
    """SQLite, and PostgreSQL where there is one."""
    with running_postgres() as postgres:
        for clients in CLIENTS:
            print(f"durable rolls, {clients} client{'s' if clients > 1 else ''}:")
            _sqlite(clients)
            if postgres is not None:
                _postgres(clients, postgres)


def _sqlite(clients: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bare = measure([partial(_sqlite_commits, Path(folder) / "bare") for _ in range(clients)])
        _compare("SQLite", bare, f"{folder}/one", f"{folder}/two", clients)


def _postgres(clients: int, postgres: Postgres) -> None:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (number SERIAL PRIMARY KEY, row BYTEA)")
    commits = min(clients, 30)
    bare = measure([partial(_postgres_commits, url) for _ in range(commits)])
    _compare("PostgreSQL", bare, postgres.new_database(), postgres.new_database(), clients)


def _compare(name: str, bare: Figures, one: str, two: str, clients: int) -> None:
    print(f"  {name + ', bare commits':<28}{bare}")
    store = open_shards(Settings(one, (b"k" * 32,)))
    inside = _rolls([Authority(store, lambda: 7, chain_length=20_000)] * clients)
    store.close()
    print(f"  {name + ', authority':<28}{inside}  ratio {inside.rate / bare.rate:5.2f}")
    with (
        tempfile.TemporaryDirectory() as folder,
        dice_server(Path(folder), *_ARGUMENTS, store=two) as server,
    ):
        outside = _rolls([ServerClient(server.address) for _ in range(clients)])
    print(f"  {name + ', over HTTP':<28}{outside}  ratio {outside.rate / bare.rate:5.2f}")


def _rolls(clients: list[Authority] | list[ServerClient]) -> Figures:
    return measure([partial(_roll_on, client, new_game_at(client)) for client in clients])


@contextmanager
def _roll_on(client: DiceClient, game: DiceGame) -> Iterator[Callable[[], None]]:
    # Signing is the players' work, so it is done before.
    requests = iter([game.request(index) for index in range(1, 4_001)])

    def roll() -> None:
        client.roll(next(requests))

    yield roll


@contextmanager
def _sqlite_commits(path: Path) -> Iterator[Callable[[], None]]:
    connection = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS bare (number INTEGER PRIMARY KEY, row BLOB)")

    def commit() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO bare (row) VALUES (?)", (_ROW,))
        connection.execute("COMMIT")

    yield commit
    connection.close()


@contextmanager
def _postgres_commits(url: str) -> Iterator[Callable[[], None]]:
    with psycopg.connect(url, autocommit=True) as connection:
        yield lambda: _insert(connection)


def _insert(connection: psycopg.Connection) -> None:
    connection.execute("INSERT INTO bare (row) VALUES (%s)", (_ROW,))


def measure(makers: list[Repeated]) -> Figures:
    """Let clients do the same thing again and again for some seconds, each in a thread."""
    taken: list[float] = []
    lock = threading.Lock()
    ready = threading.Barrier(len(makers) + 1)
    end = [0.0]

    def run(maker: Repeated) -> None:
        own: list[float] = []
        with maker() as action:
            ready.wait()
            while (begun := time.perf_counter()) < end[0]:
                action()
                own.append(time.perf_counter() - begun)
        with lock:
            taken.extend(own)

    threads = [threading.Thread(target=run, args=(maker,)) for maker in makers]
    for thread in threads:
        thread.start()
    end[0] = time.perf_counter() + 3600
    ready.wait()
    begun = time.perf_counter()
    end[0] = begun + SECONDS
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - begun
    cuts = statistics.quantiles(taken, n=100)
    return Figures(len(taken) / seconds, cuts[49], cuts[98])


if __name__ == "__main__":
    main()
