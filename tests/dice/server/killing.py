"""A server under load that is killed with SIGKILL at random moments, again and again.

    python -m tests.dice.server.killing [--times 200] [--database sqlite] [--seed 1]

Several clients roll in games of their own and in one that they share, in which they compete for
the same indices. At most a second after the first answer the server is killed and started again,
and every request that was under way is sent again. In the end the journals must hold every answer
that anyone saw, without gaps, each in one chain. Exit code 0 when they do.

Both databases are tried unless one is named; PostgreSQL is started for this, in a folder of its
own. 200 kills of one take about five minutes on an ordinary machine, most of it for starting the
server again.
"""

import argparse
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pbem.dice.http import ServerClient
from pbem.wire.errors import DiceError, DiceUnavailableError
from tests.support.dicegame import DiceGame, new_game_at
from tests.support.diceserver import DiceServer, dice_server
from tests.support.postgres import running_postgres

WORKERS = 6
DATABASES = ("sqlite", "postgresql")
ARGUMENTS = ("--chain", "20000", "--log-level", "warning", "--no-limits")


@dataclass
class Load:
    """What the clients have seen.

    `lost`: requests that may have been answered or not; `taken`: the highest index of the shared
    game that somebody has seen rolled; `failures`: of the clients themselves.
    """

    address: str
    own: list[DiceGame]
    shared: DiceGame
    stop: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    lost: list[tuple[DiceGame, int, bytes]] = field(default_factory=list)
    refused: int = 0
    taken: int = 0
    failures: list[BaseException] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, number: int) -> None:
        """What one thread does."""
        try:
            self.work(number)
        except BaseException as error:
            self.failures.append(error)

    def work(self, number: int) -> None:
        """Ask until the server goes away."""
        client = ServerClient(self.address, _give_up)
        while not self.stop.is_set():
            for game in (self.own[number], self.shared):
                index = self.next_index(game)
                request = game.request(index)
                try:
                    self.seen(game, index, client.roll(request))
                except DiceError as error:
                    self.was_refused(game, index, error)
                except (DiceUnavailableError, _GoneError):
                    with self.lock:
                        self.lost.append((game, index, request))
                    return

    def next_index(self, game: DiceGame) -> int:
        """The index after those that are known to be rolled."""
        with self.lock:
            taken = self.taken if game is self.shared else 0
            return max(taken, *game.answers, 0) + 1

    def seen(self, game: DiceGame, index: int, receipt: bytes) -> None:
        """A client holds an answer: nobody may ever hold another one."""
        self.begun.set()
        with self.lock:
            assert game.answers.setdefault(index, receipt) == receipt

    def was_refused(self, game: DiceGame, index: int, error: DiceError) -> None:
        """Somebody else was faster; only that is possible: `roll-wrong-index` would mean a gap."""
        assert game is self.shared, f"{error.code} for a roll that nobody else asked for"
        assert error.code == "reroll-refused", error.code
        with self.lock:
            self.refused += 1
            self.taken = max(self.taken, index)

    def ask_again(self, client: ServerClient) -> None:
        """Ask again for what was under way: one receipt, or a refusal in the shared game."""
        lost, self.lost = self.lost, []
        for game, index, request in lost:
            try:
                receipt = client.roll(request)
            except DiceError as error:
                self.was_refused(game, index, error)
                continue
            self.seen(game, index, receipt)
            assert client.roll(request) == receipt


class _GoneError(Exception):
    """The server does not answer: it has been killed."""


def _give_up(seconds: float) -> None:
    raise _GoneError


def kill_again_and_again(
    server: DiceServer, times: int, chance: random.Random, say: Callable[[str], None]
) -> None:
    """Load the server and kill it `times` times; AssertionError for whatever must not happen."""
    client = ServerClient(server.address)
    shared = new_game_at(client)
    load = Load(server.address, [new_game_at(client) for _ in range(WORKERS)], shared)
    for number in range(times):
        threads = [threading.Thread(target=load.run, args=(n,)) for n in range(WORKERS)]
        for thread in threads:
            thread.start()
        # On a busy machine the clients need a while before they ask for anything.
        assert load.begun.wait(60)
        time.sleep(chance.random())
        server.kill()
        load.stop.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        load.stop.clear()
        load.begun.clear()
        assert not load.failures, load.failures
        server.start()
        load.ask_again(client)
        if number % 20 == 19:
            say(f"{number + 1} kills, {sum(len(one.answers) for one in load.own)} answers")
    for game in (*load.own, shared):
        game.check(client.journal(game.game))
    total = sum(len(game.answers) for game in (*load.own, shared))
    say(f"{times} kills, {total} answers, {load.refused} refused, none lost, none twice")
    assert total > times


def main() -> None:
    """Kill servers as often as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--database", choices=DATABASES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for database in (options.database,) if options.database else DATABASES:
        with _store(database) as store, tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            print(f"{database}:", flush=True)
            with dice_server(Path(folder), *ARGUMENTS, store=store) as server:
                kill_again_and_again(server, options.times, random.Random(options.seed), _say)
            _say(f"{time.monotonic() - begun:.0f} seconds")


def _say(text: str) -> None:
    print(f"  {text}", flush=True)


@contextmanager
def _store(database: str) -> Iterator[str]:
    """The URL of a fresh database of a PostgreSQL that runs for this; "" for a folder."""
    if database == "sqlite":
        yield ""
        return
    with running_postgres() as cluster:
        if cluster is None:
            raise SystemExit("There is no PostgreSQL here (Debian: apt-get install postgresql).")
        yield cluster.new_database()


if __name__ == "__main__":
    main()
