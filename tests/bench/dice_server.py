"""Durable rolls per second of a dice server, beside the bare database's durable commits.

`python -m tests.bench.dice_server`, or with everything else: `make bench`.  Three things are
measured in turn, several times: bare commits of the database; the authority in this process, which
is asked for as many rolls at once as there are clients; the server over HTTP, asked by wrk, which
is a program of its own and sends requests that were signed before.  A ratio is to the bare commits
of the same turn.  The load shares the machine with the server.

Bare commits: on SQLite one row a commit, and as many rows a commit as there are clients (a group
commit); on PostgreSQL one row a commit, sent without waiting for the one before (pipelined), on as
many connections as there are servers.  Signatures alone: as many pairs of them as all processors
could make and check if they did nothing else, which is the most that any server can reach.
The steady figure on a busy machine is the CPU time for one answer, here also as a multiple of that
of the two Ed25519 operations that it needs.
"""

import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import psycopg

from pbem.dice.authority import Authority
from pbem.dice.server.group import QueuedJob
from pbem.dice.server.serve import Settings, open_store
from pbem.wire.signing import SigningKey, Verifier, parse_envelope
from tests.bench.load import Game, Load, has_wrk, make_games, press, register, write_requests
from tests.support.diceserver import DiceServer, dice_server
from tests.support.postgres import Postgres, running_postgres

CLIENTS = (1, 8, 64)
SERVERS = 2
"""Server processes on one PostgreSQL database."""
SECONDS = 3
TURNS = 3
_PROCESSORS = len(os.sched_getaffinity(0))
_KEY = b"k" * 32
_ROW = b"x" * 600
_ARGUMENTS = ("--chain", "300", "--log-level", "warning", "--no-limits")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn of measuring has found, per second; `signatures` is CPU time in seconds."""

    bare: float
    grouped: float
    inside: float
    load: Load
    signatures: float


def main() -> None:
    """SQLite, and PostgreSQL where there is one."""
    if not has_wrk():
        print("dice server: not measured, for want of wrk (Debian: wrk)")
        return
    games = make_games()
    with running_postgres() as postgres:
        for clients in CLIENTS:
            print(f"durable rolls, {clients} client{'s' if clients > 1 else ''}:")
            with tempfile.TemporaryDirectory() as folder:
                _sqlite(games, clients, Path(folder))
            if postgres is not None:
                with tempfile.TemporaryDirectory() as folder:
                    _postgres(games, clients, Path(folder), postgres)


def _sqlite(games: Sequence[Game], clients: int, folder: Path) -> None:
    turns = []
    for number in range(TURNS):
        here = folder / str(number)
        here.mkdir()
        bare = _sqlite_commits(here / "bare", 1)
        grouped = _sqlite_commits(here / "grouped", clients)
        inside = _inside(games, clients, str(here / "inside"))
        load = _over_http(games, clients, here, [str(here / "outside")])
        turns.append(Turn(bare, grouped, inside, load, _signatures()))
    _show("SQLite", turns, "one server")
    _half(games, clients, folder, statistics.median(turn.load.rate for turn in turns))


def _postgres(games: Sequence[Game], clients: int, folder: Path, postgres: Postgres) -> None:
    turns = []
    servers = min(clients, SERVERS)
    for number in range(TURNS):
        here = folder / str(number)
        here.mkdir()
        bare = _postgres_commits(postgres.new_database(), servers, clients)
        inside = _inside(games, clients, postgres.new_database())
        load = _over_http(games, clients, here, [postgres.new_database()] * servers)
        turns.append(Turn(bare, bare, inside, load, _signatures()))
    _show("PostgreSQL", turns, f"{servers} servers")


def _show(database: str, turns: Sequence[Turn], servers: str) -> None:
    def line(what: str, rate: Callable[[Turn], float], more: str = "") -> None:
        middle = statistics.median(rate(turn) for turn in turns)
        ratio = statistics.median(rate(turn) / turn.bare for turn in turns)
        group = statistics.median(rate(turn) / turn.grouped for turn in turns)
        ratios = f"ratio {ratio:5.2f}" + (
            f"  to a group commit {group:5.2f}" if group != ratio else ""
        )
        print(f"  {database + ', ' + what:<32}{middle:8.0f}/s  {ratios}{more}")

    line("bare commits", lambda turn: turn.bare)
    line("signatures alone", lambda turn: _PROCESSORS / turn.signatures)
    line("authority", lambda turn: turn.inside)
    cpu = statistics.median(turn.load.cpu for turn in turns)
    signs = statistics.median(turn.load.cpu / turn.signatures for turn in turns)
    slow = statistics.median(turn.load.slow for turn in turns)
    line(
        f"{servers} over HTTP",
        lambda turn: turn.load.rate,
        f"  p99 {slow * 1000:.0f} ms, CPU {cpu * 1e6:.0f} us = {signs:.1f} times the signatures",
    )


def _half(games: Sequence[Game], clients: int, folder: Path, rate: float) -> None:
    """The same server at half of that load."""
    load = _over_http(games, clients, folder, [str(folder / "half")], 2 * clients / rate)
    print(
        f"    at half load ({load.rate:.0f}/s): p50 {load.median * 1000:.1f} ms, "
        f"p99 {load.slow * 1000:.1f} ms"
    )


def _inside(games: Sequence[Game], clients: int, store: str) -> float:
    """Rolls per second of an authority in this process, `clients` of them at once."""
    opened = open_store(Settings(store, (_KEY,)))
    authority = Authority(opened, lambda: 7, chain_length=300)
    for game in games:
        authority.register(game.game, game.host.public)
        authority.register_seats(game.seats)
    place = 0
    begun = time.perf_counter()
    while (taken := time.perf_counter() - begun) < SECONDS:
        row, first = divmod(place, len(games))
        batch = games[first : first + clients]
        questions = [authority.read_roll(game.requests[row]) for game in batch]
        pieces = [QueuedJob(_job(question.answer), question.game) for question in questions]
        opened.run_all(pieces)
        assert all(piece.error is None for piece in pieces)
        place += len(batch)
    opened.close()
    return place / taken


def _job(answer: Callable[..., object]) -> Callable[..., None]:
    def run(work: object) -> None:
        answer(work)

    return run


def _over_http(
    games: Sequence[Game], clients: int, folder: Path, stores: Sequence[str], pause: float = 0.0
) -> Load:
    """A server for each store; those of one name work on one database."""
    requests = folder / "requests"
    requests.mkdir()
    write_requests(games, clients, requests)
    with ExitStack() as stack:
        first = stack.enter_context(dice_server(folder, *_ARGUMENTS, store=stores[0]))
        servers = [first]
        for store in stores[1:]:
            servers.append(DiceServer(store, first.key_file, _ARGUMENTS))
            stack.callback(servers[-1].kill)
            servers[-1].start()
        register(games, first.address)
        running = [(one.port, one.process.pid) for one in servers if one.process is not None]
        return press(running, requests, clients, SECONDS, pause)


def _sqlite_commits(path: Path, rows: int) -> float:
    """Rows per second, so many a commit."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE bare (number INTEGER PRIMARY KEY, row BLOB)")
    done = 0
    begun = time.perf_counter()
    while (taken := time.perf_counter() - begun) < SECONDS:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO bare (row) VALUES (?)", [(_ROW,)] * rows)
        connection.execute("COMMIT")
        done += rows
    connection.close()
    return done / taken


def _postgres_commits(url: str, connections: int, clients: int) -> float:
    """Rows per second, one a commit, pipelined on each of some connections."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (number SERIAL PRIMARY KEY, row BYTEA)")
    done = [0] * connections
    end = time.perf_counter() + SECONDS

    def run(number: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while time.perf_counter() < end:
                at_once = max(1, clients // connections)
                with connection.pipeline() as pipeline:
                    for _ in range(at_once):
                        connection.execute("INSERT INTO bare (row) VALUES (%s)", (_ROW,))
                        pipeline.sync()
                done[number] += at_once

    threads = [Thread(target=run, args=(number,)) for number in range(connections)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - begun)


def _signatures() -> float:
    """CPU seconds for checking one signature and making another, at this moment."""
    key = SigningKey.generate()
    envelope = parse_envelope(key.seal("request", os.urandom(250)), 4_096)
    verifier = Verifier()
    number = 300
    begun = time.process_time()
    for _ in range(number):
        verifier.signer(envelope, "request")
        key.seal("roll", envelope.body)
    return (time.process_time() - begun) / number


if __name__ == "__main__":
    main()
