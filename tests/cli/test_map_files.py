"""`pbem new` and `pbem info` with a scenario file or a TripleA map file."""

from pathlib import Path

import pytest

from engine import load_scenario, parse_scenario, read_triplea_map, with_places
from pbem.replay import tree_of
from tests.support.table import Desk, desk

SHARED = Path(__file__).parents[3] / "shared" / "triplea"
needs_maps = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/triplea")


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def test_a_scenario_file_of_ones_own(ann: Desk, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    ann.ok("info", "classic_1942", "--toml", path)
    text = path.read_text(encoding="utf-8")
    assert parse_scenario(text.encode()) == load_scenario("classic_1942")
    path.write_text(text.replace('name = "', 'name = "My ', 1), encoding="utf-8")
    game = str(ann.ok("new", path, "--hotseat", "--json").data["game"])
    assert ann.home.choose(game).save.genesis.name.startswith("My ")
    assert ann.ok("info", path, "owners").out.startswith("Russians (8): Caucasus")
    again = tmp_path / "again.toml"
    ann.ok("info", game, "--toml", again)
    assert parse_scenario(again.read_bytes()) == parse_scenario(path.read_bytes())


def test_what_is_no_scenario_is_refused_with_the_known_ones(ann: Desk, tmp_path: Path) -> None:
    for name in ("none.xml", "none.toml"):
        refused = ann.refused(2, "new", tmp_path / name, "--hotseat")
        assert refused.error["code"] == "file-unreadable"
    assert ann.refused(2, "new", "chess", "--hotseat").error["code"] == "bad-definition"
    assert "big_world_1942" in str(ann.refused(2, "new", "chess", "--hotseat").error["text"])


@needs_maps
@pytest.mark.parametrize("name", ["iron_blitz", "classic_3rd_edition"])
def test_C1_a_map_file_is_played_by_the_profile_of_its_engine(ann: Desk, name: str) -> None:
    path = SHARED / "maps" / f"{name}.xml"
    ann.ok("new", path, "--hotseat", "--name", name)
    save = ann.home.choose(name).save
    read = read_triplea_map(path.read_bytes())
    assert tree_of(save)["name"] == read.name
    assert "Russians" in ann.ok("status", name).out
    ann.ok("play", name, "--computer", "easy")
    assert ann.ok("verify", name).code == 0


@needs_maps
def test_a_map_that_needs_more_rules_is_refused_with_all_of_them(ann: Desk, tmp_path: Path) -> None:
    data = (SHARED / "maps" / "pacific.xml").read_text(encoding="utf-8")
    names = ("SBR Victory Points", "Target Rockets Sequentially and After SBR")
    more = "".join(f'<property name="{name}" value="true"/>' for name in names)
    path = tmp_path / "more.xml"
    path.write_text(data.replace("</propertyList>", f"{more}</propertyList>"), encoding="utf-8")
    refused = ann.refused(2, "new", path, "--hotseat")
    assert all(name in str(refused.error["text"]) for name in names)


@needs_maps
def test_the_centres_beside_a_map_make_its_picture(ann: Desk, tmp_path: Path) -> None:
    path = SHARED / "big_world" / "games" / "big_world_1942.xml"
    page = tmp_path / "board.html"
    ann.ok("info", path, "units", "--html", page)
    assert 'id="map-board"' in page.read_text("utf-8")


def test_places_are_taken_from_lines_that_name_an_area() -> None:
    definition = load_scenario("classic_1942")
    text = "Germany  (100,200)\nAtlantis (1,2)\nnonsense\nRussia (999999,1)\n"
    placed = with_places(definition, text)
    assert placed.board.territories["Germany"].place == (100, 200)
    assert placed.board.territories["Russia"] == definition.board.territories["Russia"]
