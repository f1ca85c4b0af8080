"""A server under load that is killed with SIGKILL at random moments, again and again.

    python -m tests.dice.server.killing --times 200 [--store postgresql://…] [--seed 1]

Several clients roll and close in games of their own and in one that they share, in which they fight
for the same indices. After each kill the server is started again and every request that was
answered, or was on its way, is asked again. In the end the journals must hold every answer that
anyone saw, without gaps, each in one chain. Exit code 0 when that is so.
"""

import argparse
import random
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pbem.dice.http import ServerClient
from pbem.wire.errors import DiceError, DiceUnavailableError
from tests.support.dicegame import DiceGame, new_game_at
from tests.support.diceserver import DiceServer, dice_server

WORKERS = 6
ARGUMENTS = ("--chain", "20000", "--log-level", "warning", "--no-limits")


@dataclass
class Load:
    """What the clients have seen. `last` is a request that may have been answered or not."""

    address: str
    own: list[DiceGame]
    shared: DiceGame
    stop: threading.Event = field(default_factory=threading.Event)
    lost: list[tuple[DiceGame, int, bytes]] = field(default_factory=list)
    refused: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def work(self, number: int) -> None:
        """Ask until the server goes away."""
        client = ServerClient(self.address, _give_up)
        game = self.own[number]
        while not self.stop.is_set():
            for one in (game, self.shared):
                index = max(one.answers, default=0) + 1
                request = one.request(index)
                try:
                    self.seen(one, index, client.roll(request))
                except DiceError as error:
                    # Somebody else was faster, or an answer was lost that has been made.
                    assert error.code in ("reroll-refused", "roll-wrong-index"), error.code
                    self.catch_up(one, client)
                except (DiceUnavailableError, _GoneError):
                    with self.lock:
                        self.lost.append((one, index, request))
                    return

    def seen(self, game: DiceGame, index: int, receipt: bytes) -> None:
        """A client holds an answer: nobody may ever hold another one."""
        with self.lock:
            assert game.answers.setdefault(index, receipt) == receipt

    def catch_up(self, game: DiceGame, client: ServerClient) -> None:
        """Learn from the journal what was answered in the meantime."""
        with self.lock:
            self.refused += 1
        try:
            journal = client.journal(game.game)
        except (DiceUnavailableError, _GoneError):
            return
        for entry in journal:
            if entry.event == "roll":
                self.seen(game, entry.index, entry.data)


class _GoneError(Exception):
    """The server does not answer: the killing has come."""


def _give_up(seconds: float) -> None:
    raise _GoneError


def kill_again_and_again(
    server: DiceServer, times: int, chance: random.Random, say: Callable[[str], None]
) -> None:
    """Load the server and kill it so many times; AssertionError for whatever must not happen."""
    client = ServerClient(server.address)
    shared = new_game_at(client)
    load = Load(server.address, [new_game_at(client) for _ in range(WORKERS)], shared)
    for number in range(times):
        threads = [threading.Thread(target=_worker, args=(load, n)) for n in range(WORKERS)]
        for thread in threads:
            thread.start()
        time.sleep(chance.random())
        server.kill()
        load.stop.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        load.stop.clear()
        assert not FAILURES, FAILURES
        server.start()
        resume(load, client)
        if number % 20 == 19:
            say(f"{number + 1} kills, {sum(len(one.answers) for one in load.own)} answers")
    for game in (*load.own, shared):
        game.check(client.journal(game.game))
    total = sum(len(game.answers) for game in (*load.own, shared))
    say(f"{times} kills, {total} answers, {load.refused} refused, none lost, none twice")
    assert total > times


FAILURES: list[BaseException] = []


def _worker(load: Load, number: int) -> None:
    try:
        load.work(number)
    except BaseException as error:
        FAILURES.append(error)


def resume(load: Load, client: ServerClient) -> None:
    """Ask again for what was on its way: one receipt, or a refusal in the shared game."""
    lost, load.lost = load.lost, []
    for game, index, request in lost:
        try:
            receipt = client.roll(request)
        except DiceError as error:
            assert game is load.shared, f"{error.code} for a roll that nobody else asked for"
            load.catch_up(game, client)
            continue
        load.seen(game, index, receipt)
        assert client.roll(request) == receipt


def main() -> None:
    """Kill a server so many times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--store", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        dice_server(Path(folder), *ARGUMENTS, store=options.store) as server,
    ):
        kill_again_and_again(server, options.times, random.Random(options.seed), print)


if __name__ == "__main__":
    main()
