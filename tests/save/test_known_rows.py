"""What `pbem games` said of a game is known until something in its folder changes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.save.shelf import GameRef, handles
from pbem.status_cache import KnownRows

ROW: dict[str, object] = {"name": "Ann against Ben", "state": "round 1"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a game, whose row was worked out."""
    for name in ("one", "two"):
        (tmp_path / "games" / name / "proposals").mkdir(parents=True)
        (tmp_path / "games" / name / "current.pbem").write_bytes(b"save")
    rows = KnownRows(tmp_path)
    for name in ("one", "two"):
        assert rows.recall(name) is None
        rows.remember(name, ROW)
    rows.close()
    return tmp_path


def test_a_row_is_known_the_next_time(home: Path) -> None:
    assert KnownRows(home).recall("one") == ROW


@pytest.mark.parametrize(
    "change",
    [
        lambda home: (home / "key.json").write_text("{}"),
        lambda home: (home / "keyring.json").write_text("{}"),
        lambda home: (home / "games" / "one" / "so-far.pbem").write_bytes(b"shown"),
        lambda home: (home / "games" / "one" / "origin").write_bytes(b"guest"),
        lambda home: (home / "games" / "one" / "proposals" / "a.pbem").write_bytes(b"asked"),
        lambda home: renamed(home, b"evas"),
    ],
)
def test_a_row_is_not_known_once_something_has_changed(
    home: Path, change: Callable[[Path], object]
) -> None:
    change(home)
    assert KnownRows(home).recall("one") is None


def renamed(home: Path, data: bytes) -> None:
    """Another save of the same size in its place, as the program writes it."""
    (home / "new").write_bytes(data)
    (home / "new").replace(home / "games" / "one" / "current.pbem")


def test_a_row_that_was_worked_out_while_its_game_changed_is_not_kept(home: Path) -> None:
    renamed(home, b"next")
    rows = KnownRows(home)
    assert rows.recall("one") is None
    renamed(home, b"last")
    rows.remember("one", ROW)
    rows.close()
    assert KnownRows(home).recall("one") is None


def test_the_row_of_a_game_that_is_gone_is_forgotten(home: Path) -> None:
    rows = KnownRows(home)
    rows.recall("two")
    rows.close()
    assert KnownRows(home).recall("one") is None
    assert KnownRows(home).recall("two") == ROW


def test_rows_that_another_program_wrote_are_not_believed(home: Path) -> None:
    path = home / "cache" / "games" / "rows.kept"
    path.write_bytes(path.read_bytes().replace(b"round 1", b"round 9"))
    assert KnownRows(home).recall("one") is None


def test_the_name_of_a_game_is_the_shortest_that_means_no_other() -> None:
    alone = GameRef(bytes.fromhex("aa" * 16), bytes.fromhex("01" * 32))
    same_id = GameRef(bytes.fromhex("bb" * 16), bytes.fromhex("02" * 32))
    squatter = GameRef(bytes.fromhex("bb" * 16), bytes.fromhex("02" * 16 + "03" * 16))
    crossed = GameRef(bytes.fromhex("cc" * 16), bytes.fromhex("aa" * 32))
    names = handles([alone, same_id, squatter, crossed])
    assert names == {
        # The head of another game begins with its id.
        alone: "01" * 4,
        same_id: "02" * 32,
        squatter: "02" * 16 + "03" * 16,
        crossed: "cc" * 4,
    }
