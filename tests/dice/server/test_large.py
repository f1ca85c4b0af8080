"""A store with a million journal rows starts, answers and reads without walking through them."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.dice.authority import Authority
from pbem.dice.rows import HighWaterMark
from pbem.dice.sealing import Sealed
from pbem.dice.server.database import SqliteDatabase
from pbem.dice.server.endpoints import ParsedRequest, Service
from pbem.dice.server.group import GroupStore
from pbem.dice.server.limits import RateLimits
from pbem.dice.server.serve import Settings, open_store
from pbem.dice.server.witness import Witness
from pbem.dice.sqlite import DATABASE
from pbem.wire.errors import DiceError
from tests.support.dicegame import DiceGame, new_game_at

ROWS = 1_000_000
GAMES = 20
KEY = (b"k" * 32,)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of twenty long games and a registered one."""
    folder = tmp_path_factory.mktemp("large")
    store = open_store(Settings(str(folder), KEY))
    new_game_at(Authority(store, lambda: 1, chain_length=300))
    store.close()
    with sqlite3.connect(folder / DATABASE) as connection:
        # SQLite counts by itself: a million rows from Python would take longer than all the tests.
        connection.execute("CREATE TEMP TABLE long_game (id BLOB)")
        connection.executemany(
            "INSERT INTO long_game VALUES (?)",
            [(game.to_bytes(16, "big"),) for game in range(GAMES)],
        )
        connection.execute(
            "WITH RECURSIVE number (idx) AS "
            "(VALUES (1) UNION ALL SELECT idx + 1 FROM number LIMIT ?) "
            "INSERT INTO roll (game, idx, request, signed, receipt, answered, place, digest, "
            "asked) "
            "SELECT id, idx, CAST('request ' || idx AS BLOB), x'00', ?, zeroblob(32), idx, "
            "zeroblob(32), x'80' "
            "FROM long_game, number",
            (ROWS // GAMES, b"receipt" * 10),
        )
        connection.execute(
            "INSERT INTO game (id, host, length, commitment) SELECT DISTINCT game, x'00', 65536, "
            "x'01' FROM roll WHERE idx = 1"
        )
    connection.close()
    return folder


@pytest.fixture
def store(large: Path) -> Iterator[GroupStore]:
    opened = open_store(Settings(str(large), KEY, large / "witness"))
    yield opened
    opened.close()


@pytest.mark.slow
def test_it_starts_again_and_answers(store: GroupStore) -> None:
    authority = Authority(store, lambda: 2, chain_length=300)
    before = store.look(lambda work: work.newest())
    assert before.roll >= ROWS
    game: DiceGame = new_game_at(authority)
    for index in range(1, 4):
        game.answers[index] = authority.roll(game.request(index))
    assert game.check(authority.journal(game.game)) == 3
    assert store.look(lambda work: work.newest()) == HighWaterMark(before.roll + 3, 0)


@pytest.mark.slow
def test_a_long_journal_comes_in_small_pieces(store: GroupStore) -> None:
    service = Service(Authority(store, lambda: 2), RateLimits())
    game = (7).to_bytes(16, "big")
    place: object = 0
    seen = pieces = 0
    while isinstance(place, int):
        asked = ParsedRequest({}, {"game": game.hex()}, {"from": str(place)}, "")
        piece = service.journal(asked)
        entries = piece["entries"]
        assert isinstance(entries, list) and 0 < len(entries) <= 1_000
        assert entries[0]["index"] == seen + 1
        seen += len(entries)
        pieces += 1
        place = piece["next"]
    assert (seen, pieces) == (ROWS // GAMES, ROWS // GAMES // 1_000 + 1)


@pytest.mark.slow
def test_no_question_walks_through_a_table(large: Path) -> None:
    """The plan of every query of an answer, a refusal and a journal searches by a key."""
    database = SqliteDatabase(large)
    asked: list[str] = []
    store = GroupStore(database, Sealed(KEY), Witness(None))
    authority = Authority(store, lambda: 2, chain_length=300)
    game = new_game_at(authority)
    writer = database._writer
    assert writer is not None
    writer.set_trace_callback(asked.append)
    authority.roll(game.request(1))
    authority.close(game.closing(2, 1))
    for ask, request in ((authority.roll, game.request(1)), (authority.close, game.closing(1, 2))):
        with pytest.raises(DiceError):
            ask(request)
    store.run(lambda work: (work.journal(game.game, 0, 50), work.has_entries(game.game, 9)))
    writer.set_trace_callback(None)
    queries = [query for query in asked if query.startswith("SELECT")]
    assert len(queries) >= 10
    for query in queries:
        plan = [str(row[3]) for row in writer.execute(f"EXPLAIN QUERY PLAN {query}")]
        scans = [step for step in plan if step.startswith("SCAN")]
        # The one row of a subquery, or of no table.
        assert set(scans) <= {"SCAN newest", "SCAN CONSTANT ROW"}, (query, plan)
    store.close()
