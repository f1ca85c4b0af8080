"""`pbem maps`: the maps of a player's folder, and what is wrong with those that do not play."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.lobby.scenarios import folder_of
from tests.engine.loading.small_map import small_map
from tests.support.table import Desk, desk

UNKNOWN = small_map("<initialize>", "<initialize><weather/>")
SQUARE = "(0,0) (9,0) (9,9) (0,9)"
AREAS = ("Redland", "Blueland", "North Sea", "South Sea")


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return data.getvalue()


def outlines(*areas: str) -> bytes:
    return "\n".join(f"{name}  < {SQUARE} >" for name in areas).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a map as a folder, one as a zip, one that is refused, and a broken one."""
    maps = tmp_path / "downloadedMaps"
    (maps / "straits" / "map" / "games").mkdir(parents=True)
    (maps / "straits" / "map" / "games" / "straits.xml").write_bytes(small_map())
    (maps / "straits" / "map" / "polygons.txt").write_bytes(outlines(*AREAS))
    packed = {"map/games/packed.xml": small_map(), "map/polygons.txt": outlines("Redland")}
    (maps / "packed.zip").write_bytes(archive(packed))
    (maps / "rainy.xml").write_bytes(UNKNOWN)
    (maps / "broken.zip").write_bytes(b"no archive at all")
    (maps / "readme.txt").write_text("not a map")
    return maps


def test_each_game_is_listed_with_its_verdict(ann: Desk, folder: Path) -> None:
    listed = ann.ok("maps", folder)
    rows = {line.split()[0]: line for line in listed.out.splitlines() if line}
    assert rows["straits"].endswith("plays")
    assert rows["packed.zip"].endswith("plays")
    assert rows["rainy"].endswith("needs 1 more rule")
    assert "cannot be read" in rows["broken.zip"]
    assert listed.out.strip().endswith("2 of 4 games can be played.")
    data = ann.ok("maps", folder, "--json").data["games"]
    assert isinstance(data, list)
    assert [row["plays"] for row in data] == [False, True, False, True]


def test_one_map_is_told_with_all_that_it_lacks(ann: Desk, folder: Path) -> None:
    assert "element 'weather' is unknown" in ann.ok("maps", folder, "rainy").out
    assert "outlines: for every area" in ann.ok("maps", folder, "straits").out
    lacking = ann.ok("maps", folder, "PACKED").out
    assert "no outline of" in lacking
    assert "and 2 other areas" in lacking


def test_a_lone_file_has_no_outlines_and_a_reason_has_its_line(ann: Desk, folder: Path) -> None:
    (folder / "lone.xml").write_bytes(small_map())
    lone = ann.ok("maps", folder / "lone.xml").out
    assert "outlines: none" in lone
    assert "for every area" not in lone
    (line,) = (n for n, text in enumerate(UNKNOWN.splitlines(), 1) if b"weather" in text)
    assert f"line {line}" in ann.ok("maps", folder, "rainy").out


def test_what_it_names_is_what_founds_a_game(ann: Desk, folder: Path) -> None:
    data = ann.ok("maps", folder, "packed", "--json").data["games"]
    assert isinstance(data, list)
    ann.ok("new", data[0]["play"], "--hotseat", "--name", "straits")
    assert "Reds" in ann.ok("status", "straits").out


def test_a_map_itself_may_be_named(ann: Desk, folder: Path) -> None:
    assert "outlines: for every area" in ann.ok("maps", folder / "straits").out
    assert "no outline of" in ann.ok("maps", folder / "packed.zip").out
    assert "element 'weather' is unknown" in ann.ok("maps", folder / "rainy.xml").out


def test_a_game_is_found_by_its_own_name_where_no_map_is_named_so(ann: Desk, folder: Path) -> None:
    def found() -> list[str]:
        data = ann.ok("maps", folder, "STRAITS", "--json").data["games"]
        assert isinstance(data, list)
        return [row["map"] for row in data]

    assert found() == ["straits"]
    (folder / "straits").rename(folder / "download-7")
    assert found() == ["download-7", "packed.zip", "rainy"]


def test_nothing_to_list(ann: Desk, folder: Path) -> None:
    (folder / "empty").mkdir()
    assert ann.refused(2, "maps", folder / "empty").error["code"] == "no-maps"
    nowhere = ann.refused(2, "maps", folder / "nowhere").error
    assert nowhere["code"] == "no-maps"
    assert "There is no folder" in str(nowhere["text"])
    assert ann.refused(2, "maps", folder / "readme.txt").error["code"] == "no-maps"
    assert ann.refused(2, "maps", folder, "atlantis").error["code"] == "no-such-map"


OUTLINES = {"polygons.txt": outlines(*AREAS)}
BOMB = archive({**OUTLINES, "games/bomb.xml": b" " * (17 * 1024 * 1024)})
"""A small archive whose game is far too long."""

CLIMBING = archive({**OUTLINES, "../../games/evil.xml": small_map()})
"""An archive whose game lies outside of it."""

SHOUTING = archive(
    {**OUTLINES, "games/loud.xml": small_map('name="Straits"', 'name="Straits&#27;[2J"')}
)
"""A game whose name moves the cursor."""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (BOMB, "has more than"),
        (CLIMBING, "leads out of its folder"),
        (b"PK\x03\x04" + b"\x00" * 60, "cannot be read"),
        (SHOUTING, "cannot be read"),
    ],
    ids=["bomb", "climbing", "torn", "shouting"],
)
def test_a_hostile_archive_spoils_only_its_own_line(
    ann: Desk, folder: Path, data: bytes, said: str
) -> None:
    (folder / "hostile.zip").write_bytes(data)
    out = ann.ok("maps", folder).out
    (line,) = [line for line in out.splitlines() if line.startswith("hostile.zip")]
    assert said in line
    assert "\x1b" not in out
    assert "2 of 5 games can be played." in out
    assert not list(folder.parent.rglob("evil.xml"))


def test_without_a_folder_those_that_triplea_has_downloaded(
    ann: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert "There is no folder" in str(ann.refused(2, "maps").error["text"])
    (tmp_path / "triplea").mkdir()
    folder.rename(tmp_path / "triplea" / "downloadedMaps")
    assert "2 of 4 games can be played." in ann.ok("maps").out


def test_a_game_of_a_downloaded_map_is_drawn_with_its_outlines(
    ann: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "triplea").mkdir()
    (tmp_path / "mail").mkdir()
    downloaded = folder.rename(tmp_path / "triplea" / "downloadedMaps")
    for name in ("straits.xml", "packed.xml", "elsewhere.xml"):
        (tmp_path / "mail" / name).write_bytes(small_map())
    for name, found in (
        ("straits.xml", downloaded / "straits"),
        ("packed.xml", downloaded / "packed.zip"),
        ("elsewhere.xml", None),
    ):
        assert folder_of(str(tmp_path / "mail" / name)) == found
    ann.ok("new", tmp_path / "mail" / "straits.xml", "--hotseat")
    known = json.loads(ann.home.maps_path.read_bytes())
    assert list(known.values()) == [str(downloaded / "straits")]
