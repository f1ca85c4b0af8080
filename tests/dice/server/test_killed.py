"""The server dies at random moments, or its database does; two servers share one database.

The script `tests/dice/server/killing.py` does the same 200 times (`make killing`).
"""

import json
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.dice.http import ServerClient
from pbem.wire.errors import DiceError, DiceUnavailableError
from tests.dice.server.killing import ARGUMENTS, kill_again_and_again
from tests.support.dicegame import new_game_at
from tests.support.diceserver import DiceServer, dice_server
from tests.support.postgres import Postgres

KILLS = 5


def quiet(text: str) -> None:
    del text


@pytest.mark.slow
def test_killed_under_load(store_name: str, tmp_path: Path) -> None:
    """No index answered twice, and nothing lost that a client saw."""
    with dice_server(tmp_path, *ARGUMENTS, store=store_name) as server:
        kill_again_and_again(server, KILLS, random.Random(7), quiet)


@contextmanager
def two_servers(folder: Path, url: str) -> Iterator[tuple[DiceServer, DiceServer]]:
    with dice_server(folder / "one", *ARGUMENTS, store=url) as one:
        two = DiceServer(url, one.key_file, ARGUMENTS)
        try:
            two.start()
            yield one, two
        finally:
            two.kill()


@pytest.mark.servers
def test_two_servers_on_one_database_give_one_answer(postgres: Postgres, tmp_path: Path) -> None:
    """Eight clients at two servers compete for the same indices, each with requests of its own."""
    rolls = 40
    with two_servers(tmp_path, postgres.new_database()) as servers:
        game = new_game_at(ServerClient(servers[0].address))
        won: list[dict[int, bytes]] = [{} for _ in range(8)]
        codes: set[str] = set()
        barrier = threading.Barrier(8)

        def ask(number: int) -> None:
            client = ServerClient(servers[number % 2].address)
            for index in range(1, rolls + 1):
                barrier.wait(60)
                try:
                    won[number][index] = client.roll(game.request(index))
                except DiceError as error:
                    codes.add(error.code)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        for answers in won:
            for index, receipt in answers.items():
                assert game.answers.setdefault(index, receipt) == receipt
        assert sum(len(answers) for answers in won) == rolls == len(game.answers)
        assert codes == {"reroll-refused"}
        winners = {number % 2 for number, answers in enumerate(won) if answers}
        assert winners == {0, 1}, "both servers must have won some"
        journals = [ServerClient(server.address).journal(game.game) for server in servers]
        assert journals[0] == journals[1]
        assert game.check(journals[0]) == rolls
        events = [entry.event for entry in journals[0]]
        assert events.count("attempted-re-roll") == 7 * rolls


@pytest.mark.servers
def test_the_same_request_to_two_servers_at_once_gets_one_receipt(
    postgres: Postgres, tmp_path: Path
) -> None:
    with two_servers(tmp_path, postgres.new_database()) as servers:
        game = new_game_at(ServerClient(servers[1].address))
        for index in range(1, 21):
            request = game.request(index)
            clients = [ServerClient(server.address) for server in servers * 2]
            with ThreadPoolExecutor(4) as pool:
                got = list(pool.map(lambda client, asked=request: client.roll(asked), clients))
            assert len(got) == 4 and len(set(got)) == 1
            game.answers[index] = got[0]
        assert game.check(ServerClient(servers[0].address).journal(game.game)) == 20


@pytest.mark.servers
def test_a_database_that_crashes_and_comes_back(postgres: Postgres, tmp_path: Path) -> None:
    """While it is away nothing is answered; afterwards everything that was answered is there."""
    url = postgres.new_database()
    with dice_server(tmp_path, *ARGUMENTS, store=url) as server:
        client = ServerClient(server.address)
        game = new_game_at(client)
        for index in range(1, 6):
            game.answers[index] = client.roll(game.request(index))
        postgres.crash()
        request = game.request(6)
        pauses: list[float] = []
        try:
            with pytest.raises(DiceUnavailableError) as caught:
                ServerClient(server.address, pauses.append).roll(request)
            assert "cannot keep answers at the moment" in str(caught.value)
            # Players do not learn what is wrong with the database.
            assert "127.0.0.1" not in str(caught.value).replace(server.address, "")
            assert any(json.loads(line).get("reason") for line in server.lines if "store" in line)
        finally:
            postgres.start()
        game.answers[6] = client.roll(request)
        assert client.roll(request) == game.answers[6]
        assert game.check(client.journal(game.game)) == 6
