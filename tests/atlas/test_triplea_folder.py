"""A player's TripleA map folder: its borders and colours, and what a hostile one may not do."""

import random
import zipfile
from pathlib import Path

import pytest

from engine import load_scenario, read_triplea_map
from pbem.atlas import geometry_of
from pbem.atlas.known_folders import known_folder, remember_folder
from pbem.atlas.outlines import is_inside, pole_of, room_at, simplified
from pbem.atlas.triplea_folder import geometry_from_folder
from pbem.usage import UsageError
from tests.atlas.map_folder import SIDE, files_for, write_folder, write_zip
from tests.fuzz.damage import damaged
from tests.support.table import Desk, desk

BIG_WORLD = Path(__file__).parents[3] / "shared" / "triplea" / "big_world"
needs_big_world = pytest.mark.skipif(not BIG_WORLD.is_dir(), reason="needs ../shared/triplea")

CLASSIC = load_scenario("classic_1942")


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def test_outlines_centres_colours_and_size_come_from_the_folder(tmp_path: Path) -> None:
    files = files_for(CLASSIC)
    for path in (
        write_folder(tmp_path / "folder", files),
        write_folder(tmp_path / "outer" / "map", files).parent,
        write_zip(tmp_path / "map.zip", files),
    ):
        found = geometry_from_folder(CLASSIC, path)
        assert (found.width, found.height, found.wrap_x) == (20 * SIDE, 7 * SIDE, 20 * SIDE)
        assert found.colours == (("Germans", "#777777"),)
        assert {area.name for area in found.areas} == set(CLASSIC.board.territories)
        for area in found.areas:
            assert is_inside(area.anchor, area.rings)
            assert room_at(area.anchor, area.rings) == SIDE / 2
        assert geometry_of(CLASSIC, path) == found


def test_a_map_that_does_not_go_round_says_so(tmp_path: Path) -> None:
    files = files_for(CLASSIC)
    files["map.properties"] += "map.scrollWrapX=false\n"
    assert geometry_from_folder(CLASSIC, write_folder(tmp_path, files)).wrap_x == 0


def test_a_centre_outside_its_area_is_not_used(tmp_path: Path) -> None:
    files = files_for(CLASSIC) | {"centers.txt": "Germany  (1,1)\n"}
    found = geometry_from_folder(CLASSIC, write_folder(tmp_path, files))
    germany = next(area for area in found.areas if area.name == "Germany")
    assert room_at(germany.anchor, germany.rings) > SIDE / 2 - 3


def test_a_folder_of_another_board_is_refused_and_only_not_drawn(tmp_path: Path) -> None:
    path = write_folder(tmp_path, files_for(load_scenario("big_world_1942")))
    with pytest.raises(UsageError, match="has no outline of 'Alaska Sea Zone' and 105"):
        geometry_from_folder(CLASSIC, path)
    assert geometry_of(CLASSIC, path) == geometry_of(CLASSIC)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("polygons.txt", "Germany < " + "(1,1) (2,5) (9,9) > < " * 300, "200 outlines"),
        ("polygons.txt", "Germany < " + "(1,1) (2,5) (9,9) " * 7000, "20000 corners"),
        ("polygons.txt", "Germany < (1,1) (2,999999) (9,9) >", "100000 points"),
        ("polygons.txt", "x" * 16_000_001, "16000000 bytes"),
        ("map.properties", "x" * 1_000_001, "1000000 bytes"),
    ],
)
def test_a_hostile_folder_is_refused(tmp_path: Path, name: str, content: str, why: str) -> None:
    files = files_for(CLASSIC) | {name: content + "\n" + files_for(CLASSIC).get(name, "")}
    for path in (write_folder(tmp_path / "it", files), write_zip(tmp_path / "it.zip", files)):
        with pytest.raises(UsageError, match=why):
            geometry_from_folder(CLASSIC, path)


def test_a_damaged_archive_and_what_is_no_map_are_refused(tmp_path: Path) -> None:
    good = write_zip(tmp_path / "good.zip", files_for(CLASSIC)).read_bytes()
    chance = random.Random(3)
    bad = tmp_path / "bad.zip"
    for _ in range(40):
        bad.write_bytes(damaged(good, (b"PK\x01\x02", b"PK\x03\x04", b"polygons.txt"), chance))
        try:
            geometry_from_folder(CLASSIC, bad)
        except UsageError as error:
            assert error.code.startswith("map-folder-")
    for path in (tmp_path / "none", tmp_path / "none.zip"):
        with pytest.raises(UsageError):
            geometry_from_folder(CLASSIC, path)


def bent(path: Path, at: int, value: int) -> Path:
    """A good zip whose end says another number."""
    data = bytearray(write_zip(path, files_for(CLASSIC)).read_bytes())
    end = data.rfind(b"PK\x05\x06")
    data[end + at : end + at + 4] = value.to_bytes(4, "little")
    path.write_bytes(data)
    return path


def test_hostile_zips_are_refused_before_their_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = {
        "leads out": [
            write_zip(tmp_path / f"{number}.zip", {**files_for(CLASSIC), name: "x"}, inside="")
            for number, name in enumerate(
                ("../polygons.txt", "/etc/passwd", "a/../../b.png", "c:x.png", "a\\..\\b.png")
            )
        ],
        "more than 50000 files": [
            write_zip(tmp_path / "many.zip", dict.fromkeys(map(str, range(50_001)), ""))
        ],
        "a list of files of": [bent(tmp_path / "list.zip", 12, 17 * 1024 * 1024)],
        "not whole": [write_folder(tmp_path, {"cut.zip": b"PK\x03\x04" + bytes(400)}) / "cut.zip"],
    }
    longer = write_zip(tmp_path / "longer.zip", files_for(CLASSIC)).read_bytes()
    end = longer.rfind(b"PK\x05\x06")
    other_end = b"PK\x06\x06" + bytes(52) + b"PK\x06\x07" + bytes(16)
    hostile["a list of files of"].append(
        write_folder(tmp_path, {"l.zip": longer[:end] + other_end + longer[end:]}) / "l.zip"
    )
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w") as archive:
        for name in ("a", "b", "c"):
            entry = zipfile.ZipInfo(name)
            archive.writestr(entry, "x")
            entry.file_size = 1024 * 1024 * 1024
    hostile["more than 2147483648 bytes in all"] = [tmp_path / "bomb.zip"]
    monkeypatch.setattr(zipfile.ZipFile, "open", None)
    for why, paths in hostile.items():
        for path in paths:
            with pytest.raises(UsageError, match=why):
                geometry_from_folder(CLASSIC, path)


def test_damaged_lists_never_break_a_picture(tmp_path: Path) -> None:
    chance = random.Random(5)
    words = (b"<", b">", b"(", b",", b"-1", b"999999", b"\n", b"map.width=0", b"color.=")
    files = files_for(CLASSIC)
    for _ in range(30):
        name = chance.choice(list(files))
        broken: dict[str, str | bytes] = {**files}
        broken[name] = damaged(files[name].encode(), words, chance)
        found = geometry_of(CLASSIC, write_folder(tmp_path, broken))
        assert len(found.areas) == len(CLASSIC.board.territories)


def test_outlines_lose_only_corners_that_do_not_show() -> None:
    stairs = tuple((float(x), float(x // 2)) for x in range(60))
    ring = (*stairs, (60.0, 80.0), (0.0, 80.0))
    simple = simplified(ring, 1.0)
    assert len(simple) < 8
    assert set(simple) <= set(ring)
    x, y = pole_of([ring])
    assert is_inside((x, y), [ring])
    assert room_at((x, y), [ring]) > 24


@needs_big_world
def test_the_map_folder_of_big_world() -> None:
    definition = read_triplea_map((BIG_WORLD / "games" / "big_world_1942.xml").read_bytes())
    found = geometry_from_folder(definition, BIG_WORLD)
    assert len(found.areas) == 264
    assert found.wrap_x == found.width == 4876
    assert dict(found.colours)["Germans"] == "#777777"
    for area in found.areas:
        assert is_inside(area.anchor, area.rings), area.name


@needs_big_world
def test_C1_a_map_folder_is_a_scenario_and_remembered_for_its_pictures(
    ann: Desk, tmp_path: Path
) -> None:
    assert "Russians" in ann.ok("info", BIG_WORLD).out
    ann.ok("new", BIG_WORLD, "--hotseat", "--name", "mine")
    assert known_folder(ann.home.maps_path, "Big World : 1942") == BIG_WORLD.resolve()
    two = {f"games/{name}.xml": "<game/>" for name in "ab"}
    several = write_folder(tmp_path / "several", {"polygons.txt": "", **two})
    refused = ann.refused(2, "new", several, "--hotseat")
    assert refused.error["code"] == "map-folder-games"
    assert "games/a.xml, games/b.xml" in str(refused.error["text"])


def test_a_remembered_folder_that_has_gone_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "home" / "maps.json"
    assert known_folder(path, "X") is None
    folder = write_folder(tmp_path / "map", {"polygons.txt": ""})
    remember_folder(path, "X", folder)
    assert known_folder(path, "X") == folder.resolve()
    assert known_folder(path, "Y") is None
    (folder / "polygons.txt").unlink()
    folder.rmdir()
    assert known_folder(path, "X") is None
    path.write_bytes(b"[" * 5000)
    assert known_folder(path, "X") is None
