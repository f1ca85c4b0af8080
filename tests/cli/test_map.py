"""`pbem map` writes pictures: pages, SVG and PNG, of a board, a region or a turn."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import load_scenario
from pbem.atlas.known_folders import known_folder
from tests.atlas.map_folder import files_for, write_folder
from tests.support.table import Desk, desk


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def test_a_scenario_and_a_game_are_drawn_as_svg_of_a_size_and_a_region(
    ann: Desk, tmp_path: Path
) -> None:
    out = tmp_path / "map.svg"
    ann.ok("map", "classic_1942", "-o", out, "--region", "Germany,Japan", "--size", "640x400")
    root = ElementTree.fromstring(out.read_bytes())
    assert (root.get("width"), root.get("height")) == ("640", "400")
    assert "<style" not in out.read_text("utf-8")
    ann.ok("new", "classic_1942", "--hotseat", "--name", "mine")
    ann.ok("map", "mine", "-o", out, "--look", "dark", "--region", "Russians")
    assert "#15232f" in out.read_text("utf-8")


def test_a_turn_is_drawn_with_its_moves(ann: Desk, tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    ann.ok("new", "classic_1942", "--hotseat", "--name", "mine")
    refused = ann.refused(2, "map", "mine", "-o", out, "--turn", "1")
    assert refused.error["code"] == "no-such-turn"
    ann.ok("play", "mine", "--computer", "easy")
    ann.ok("map", "mine", "-o", out, "--turn", "last", "--region", "front")
    assert " to " in out.read_text("utf-8").partition("<title>")[2]
    page = tmp_path / "map.html"
    ann.ok("map", "mine", "-o", page, "--turn", "1", "--json")
    assert 'class="early"' in page.read_text("utf-8")


def test_a_png_is_a_png(ann: Desk, tmp_path: Path) -> None:
    out = tmp_path / "map.png"
    told = ann.ok("map", "classic_1942", "-o", out, "--size", "300", "--json").data
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert told["bytes"] == len(data) < 100_000


def test_a_map_folder_is_used_and_remembered(ann: Desk, tmp_path: Path) -> None:
    definition = load_scenario("classic_1942")
    folder = write_folder(tmp_path / "folder", files_for(definition))
    out = tmp_path / "map.svg"
    ann.ok("new", "classic_1942", "--hotseat", "--name", "mine")
    ann.ok("map", "mine", "-o", out, "--map-folder", folder)
    drawn = out.read_bytes()
    assert known_folder(ann.home.maps_path, definition.name) == folder.resolve()
    ann.ok("map", "mine", "-o", out)
    assert out.read_bytes() == drawn
    other = write_folder(tmp_path / "other", {"polygons.txt": ""})
    refused = ann.refused(2, "map", "mine", "-o", out, "--map-folder", other)
    assert refused.error["code"] == "map-folder-other-board"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("-o", "map.gif"), "picture-kind"),
        (("-o", "map.svg", "--size", "90000"), "picture-size"),
        (("-o", "map.svg", "--size", "100x100"), "picture-size"),
        (("-o", "map.svg", "--region", "Atlantis"), "unknown-territory"),
    ],
)
def test_what_cannot_be_drawn_is_said(ann: Desk, options: tuple[str, ...], code: str) -> None:
    assert ann.refused(2, "map", "classic_1942", *options).error["code"] == code
