"""The index of a club, in SQLite and in a real PostgreSQL, where several homes share it."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from engine.values import replace
from pbem.club.index import ClubIndex
from pbem.club.model import ClubGame, ClubTurn, DiceLuck
from pbem.usage import UsageError
from tests.club.test_club import CLUB, begin_again, club_desks, files_of, played
from tests.support.by_mail import begin
from tests.support.postgres import Postgres

GAME = ClubGame("aa-bb", "bb", "Löß \x00 war", "A map", "Ann", "playing", turns=2)
TURN = ClubTurn(1, 1, "Germans", "Ben", "key", 7, "head", 20, is_late=False)
LUCK = (DiceLuck("Germans", 6, 3, 2.5, -1.5),)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "club")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()


def test_what_is_kept_is_found_again(store: str) -> None:
    index = ClubIndex(store, b"home")
    second = replace(TURN, number=2, closed=30, luck=LUCK, head="other")
    index.keep_game(GAME, b"stamp", 0, [TURN, second])
    index.close()
    index = ClubIndex(store, b"home")
    assert index.games() == (GAME,) and index.game("aa-bb") == GAME and index.game("aa") is None
    assert index.turns("aa-bb") == (TURN, second)
    assert index.stamps() == {"aa-bb": b"stamp"}
    assert index.newest(1) == (("aa-bb", second),)
    again = replace(second, head="third")
    index.keep_game(replace(GAME, round=3), b"later", 1, [again])
    assert index.turns("aa-bb") == (TURN, again), "what is no longer so is replaced"
    index.drop_game("aa-bb")
    assert index.games() == () and index.turns("aa-bb") == () and index.newest(9) == ()
    index.close()


def test_files_are_known_by_name_and_folder(store: str) -> None:
    index = ClubIndex(store, b"home")
    index.note_files({"games/a/x": b"1", "games/ab/y": b"2", "index.html": b"3"})
    index.note_files({"games/a/x": b"4"})
    assert index.digests(("games/a/x", "none")) == {"games/a/x": b"4"}
    assert index.names_under("games/a/") == ("games/a/x",)
    index.forget_files(["games/a/x"])
    assert index.digests(("games/a/x",)) == {}
    index.forget_all()
    assert index.digests(("index.html",)) == {}
    index.close()


def test_a_store_that_another_club_uses_is_refused(tmp_path: Path) -> None:
    index = ClubIndex(str(tmp_path), b"home")
    with pytest.raises(UsageError, match="Another program is using the index of the club"):
        ClubIndex(str(tmp_path), b"home")
    index.close()


@pytest.mark.servers
def test_two_homes_of_a_club_share_a_database_and_a_site(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Each follows a game of its own, and the site shows both."""
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    first = begin(ann, ben, "--observer", CLUB)
    url = postgres.new_database()
    config = club.root / "config.toml"
    shared = f'store = "{url}"\nsite = "{tmp_path / "site"}"\n'
    config.write_text(config.read_text() + shared)
    club.ok("club", "run", "--once")
    other = type(club)(tmp_path / "other")
    other.root.mkdir()
    (other.root / "config.toml").write_text(config.read_text())
    other.ok("keys", "new", "--name", "Other", "--no-passphrase")
    second = begin_again(ann, ben, first)
    other.ok("club", "run", "--once")
    page = (tmp_path / "site" / "index.html").read_text()
    assert "Big World : 1942</a>" in page and "Second</a>" in page and "2 games under way" in page
    other.ok("forget", second, "--yes")
    other.ok("club", "site")
    page = (tmp_path / "site" / "index.html").read_text()
    assert "Second" not in page and "1 game under way" in page
    assert len(list((tmp_path / "site" / "games").iterdir())) == 1
    # The same tables as in a file: the club of one machine shows the same.
    played(ann, ben, first)
    club.ok("club", "run", "--once")
    in_database = {
        str(path.relative_to(tmp_path / "site")): path.read_bytes()
        for path in (tmp_path / "site").rglob("*")
        if path.is_file()
    }
    config.write_text(config.read_text().replace(shared, ""))
    club.ok("club", "site")
    assert files_of(club) == in_database


@pytest.mark.servers
def test_a_database_that_is_gone_is_named(postgres: Postgres, tmp_path: Path) -> None:
    _, _, club = club_desks(tmp_path, "Ann", "Ben")
    url = postgres.new_database()
    config = club.root / "config.toml"
    config.write_text(f'{config.read_text()}store = "{url}"\n')
    club.ok("club", "site")
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {url.rpartition('/')[2]}".encode())
    said = club.run("club", "site", "--json")
    assert (said.code, said.error["code"]) == (2, "club-store")
