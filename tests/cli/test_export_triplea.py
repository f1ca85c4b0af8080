"""`pbem export --triplea`: the map file of a game with its position as the start."""

from pathlib import Path

import pytest

from engine import new_game, read_triplea_map
from pbem.home import Home
from tests.engine.loading.small_map import small_map
from tests.support.table import Desk, desk


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


@pytest.fixture
def straits(tmp_path: Path) -> Path:
    path = tmp_path / "straits.xml"
    path.write_bytes(small_map())
    return path


def units(state: object) -> list[tuple[str, str, str, int]]:
    found = getattr(state, "units").values()  # noqa: B009 - of any state
    return sorted((one.territory, one.owner, one.type, one.hits) for one in found)


def test_the_position_of_a_game_is_a_new_game_of_its_map(
    ann: Desk, straits: Path, tmp_path: Path
) -> None:
    game = str(ann.ok("new", straits, "--hotseat", "--json").data["game"])
    ann.ok("play", game, "--computer", "easy")
    out = tmp_path / "on.xml"
    words = ("export", game, "--triplea", "--map", straits, "--out", out)
    told = ann.ok(*words).out
    assert f"The map file is in {out}. It begins in round 2." in told
    assert "Not in it: which units are aboard which ships" in told
    assert '- {game_name: "Straits (round 2, Reds)", file_name: "on.xml"}' in told
    home = Home(ann.root)
    state = home.position(home.choose(game).save).state
    assert (state.nation, state.round) == ("Reds", 2)
    made = new_game(read_triplea_map(out.read_bytes(), "triplea")).state
    assert units(made) == units(state)
    assert '<offset round="1"/>' in out.read_text("utf-8")
    assert ann.refused(2, *words).error["code"] == "file-exists"


def test_a_turn_under_way_is_exported_from_its_beginning(
    ann: Desk, straits: Path, tmp_path: Path
) -> None:
    game = str(ann.ok("new", straits, "--hotseat", "--json").data["game"])
    before = units(Home(ann.root).position(Home(ann.root).choose(game).save).state)
    orders = tmp_path / "orders.txt"
    orders.write_text("done\n", "utf-8")
    ann.run("play", game, "--orders", orders, "--open-end", "--accept-warnings", "all")
    out = tmp_path / "on.xml"
    ann.ok("export", game, "--triplea", "--map", straits, "--out", out)
    assert units(new_game(read_triplea_map(out.read_bytes(), "triplea")).state) == before


def test_the_json_lists_what_is_left_out(ann: Desk, straits: Path, tmp_path: Path) -> None:
    game = str(ann.ok("new", straits, "--hotseat", "--json").data["game"])
    out = tmp_path / "on.xml"
    data = ann.ok("export", game, "--triplea", "--map", straits, "--out", out, "--json").data
    told = "which units are aboard which ships: they lie in the same area"
    assert (data["file"], data["left_out"]) == (str(out), [told])


def test_what_is_not_on_a_map_file_is_refused_with_a_sentence(
    ann: Desk, straits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    game = str(ann.ok("new", "classic_1942", "--hotseat", "--json").data["game"])
    out = ("--out", tmp_path / "on.xml")
    alone = ann.refused(2, "export", game, "--triplea", *out).error
    assert alone["code"] == "no-such-map" and "--map MAP" in str(alone["text"])
    other = ann.refused(2, "export", game, "--triplea", "--map", straits, *out).error
    assert "is of another board: it has no area" in str(other["text"]).lower()
    ours = ann.refused(2, "export", game, "--triplea", "--map", "classic_1942", *out).error
    assert ours["code"] == "not-a-map"
    assert not (tmp_path / "on.xml").exists()
