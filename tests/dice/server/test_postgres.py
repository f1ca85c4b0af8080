"""PostgreSQL alone: settings that lose answers, and a connection that is cut at a COMMIT."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
import pytest

from pbem.dice.http import ServerClient
from pbem.dice.rows import Kept, Last, LogExtent, answer_data
from pbem.dice.server.group import GroupStore
from pbem.dice.store import Work
from pbem.wire.errors import DiceError
from tests.dice.server.test_admin import keeper
from tests.support.dicegame import new_game_at
from tests.support.diceserver import DiceServer, dice_server, make_key_file
from tests.support.ports import HOST
from tests.support.postgres import Postgres
from tests.support.tcpproxy import cutting_proxy

pytestmark = pytest.mark.servers
# The whole message, so that the COMMIT is cut when it is run, not when it is only prepared.
COMMIT = b"Q\0\0\0\x0bCOMMIT\0"
SHORT = ("--chain", "300", "--no-limits")


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_database_that_does_not_flush_is_refused(
    postgres: Postgres, tmp_path: Path, setting: str
) -> None:
    """Nothing is created in it, and afterwards it can be used like any other."""
    url = postgres.new_database()
    server = DiceServer(url, make_key_file(tmp_path), (*SHORT, "--port", "0"))
    configure(postgres, setting, "off")
    try:
        refused = keeper(tmp_path, server).run("dice", "serve", "--port", 0, "--json")
        assert (refused.code, refused.error["code"]) == (7, "store-unsafe")
        assert f"{setting} off" in str(refused.error["text"])
        with psycopg.connect(url) as connection:
            tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
            assert connection.execute(tables).fetchone() == (0,)
    finally:
        configure(postgres, setting, "on")
    with dice_server(tmp_path, *SHORT, store=url) as running:
        assert ServerClient(running.address).keys()


def configure(postgres: Postgres, setting: str, value: str) -> None:
    """Change a setting of the whole cluster and wait until it counts."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET {setting} = {value}".encode())
        connection.execute("SELECT pg_reload_conf()")
    for _ in range(1_000):
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            if connection.execute(f"SHOW {setting}".encode()).fetchone() == (value,):
                return
    raise AssertionError(f"{setting} is not {value}")


def test_a_statement_is_the_same_for_any_number_of_games(
    postgres: Postgres, open_stores: Callable[..., GroupStore]
) -> None:
    """So it is prepared and planned once, and not for each number."""
    store = open_stores(postgres.new_database())
    games = [bytes([number]) * 16 for number in range(12)]

    def fill(work: Work) -> None:
        for game in games:
            work.add_game(game, bytes(32), (bytes(32),) * 2, b"commitment")

    def roll(number: int, work: Work) -> None:
        work.read_together(games[:number])
        for game in games[:number]:
            last = Last(work.last(game).index + 1, bytes(32), LogExtent(1, bytes(32)))
            work.add_roll(game, Kept(b"r", b"s", b"a"), last)

    def prepared(work: Work) -> set[object]:
        rows = work._execute("SELECT statement FROM pg_prepared_statements", ())
        return {row[0] for row in rows if "unnest" in str(row[0])}

    store.run(fill)
    for number in range(2, 13):
        store.run(partial(roll, number))
    assert len(store.run(prepared)) == 3


class _LostError(Exception):
    """The client would ask again: the test looks at the database first."""


def stop(seconds: float) -> None:
    raise _LostError


@dataclass(frozen=True, slots=True)
class Shaky:
    """A server whose connection to the database can be cut.

    client: asks until there is an answer; hasty: gives up at the first failure; armed: whether the
    next COMMIT is the last that the server says on its connection; url: of the database itself.
    """

    client: ServerClient
    hasty: ServerClient
    armed: threading.Event
    url: str

    def lose(self, ask: Callable[[ServerClient], object]) -> None:
        """Ask, and have the answer to COMMIT lost."""
        self.armed.set()
        with pytest.raises(_LostError):
            ask(self.hasty)
        assert not self.armed.is_set()

    def kept(self, query: str) -> bytes:
        """What the database has kept all the same, once the COMMIT has got through."""
        for _ in range(1_000):
            with psycopg.connect(self.url) as connection:
                row = connection.execute(query.encode()).fetchone()
            if row is not None:
                return bytes(row[0])
        raise AssertionError("the COMMIT has not reached the database")


@contextmanager
def shaky(postgres: Postgres, folder: Path) -> Iterator[Shaky]:
    url = postgres.new_database()
    armed = threading.Event()
    with cutting_proxy(HOST, postgres.port, COMMIT, armed) as port:
        through = url.replace(f":{postgres.port}/", f":{port}/")
        with dice_server(folder, *SHORT, store=through) as server:
            address = server.address
            yield Shaky(ServerClient(address), ServerClient(address, stop), armed, url)


def test_the_answer_to_a_commit_that_was_cut_is_found_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    """The server cannot know whether it was kept, so it says nothing; asked again, it looks."""
    with shaky(postgres, tmp_path) as way:
        game = new_game_at(way.client)
        for index in range(1, 6):
            request = game.request(index)
            way.lose(partial(ServerClient.roll, signed_request=request))
            kept = way.kept(f"SELECT receipt FROM roll WHERE idx = {index}")
            assert way.client.roll(request) == kept
            game.answers[index] = kept
        closing = game.closing(6, 1)
        way.lose(lambda client: client.close(closing))
        kept = way.kept("SELECT receipt FROM closing")
        assert way.client.close(closing) == kept
        journal = way.client.journal(game.game)
        assert [entry.event for entry in journal] == ["roll"] * 5 + ["closing"]
        assert game.check(journal) == 5


def test_another_request_after_a_commit_that_was_cut_is_a_re_roll(
    postgres: Postgres, tmp_path: Path
) -> None:
    """A player who hopes that the broken connection forgot the dice is refused and written down."""
    with shaky(postgres, tmp_path) as way:
        game = new_game_at(way.client)
        first, other = game.request(1), game.request(1)
        for _ in range(6):
            # By then psycopg would prepare a COMMIT before it sends one.
            assert way.client.register(game.game, game.host.public) == game.raw_commitment
        way.lose(lambda client: client.roll(first))
        kept = way.kept("SELECT receipt FROM roll")
        with pytest.raises(DiceError) as caught:
            way.client.roll(other)
        assert caught.value.code == "reroll-refused"
        assert way.client.roll(first) == kept
        journal = way.client.journal(game.game)
        assert [(entry.event, entry.data) for entry in journal] == [
            ("roll", answer_data(first, kept)),
            ("attempted-re-roll", other),
        ]
