"""A map folder that is brought to the page: kept, used for a game, and its pictures served."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from engine import load_scenario
from pbem.board.app import BoardApp
from pbem.board.guard import UPLOADS, Guard
from pbem.save.keys import NamedKey
from tests.atlas.map_folder import SIDE, files_for, write_zip
from tests.atlas.test_attacks_pictures import chunk, png
from tests.support.asgi import Answer, ask
from tests.support.table import CLOCK, Desk, desk, key_of

CLASSIC = load_scenario("classic_1942")
INFANTRY = png(48, 48, chunk(b"IDAT", zlib.compress(bytes(48 * 193))))
TILE = png(256, 256, chunk(b"IDAT", zlib.compress(bytes(256 * 1025))))
PICTURES = {
    "units/Germans/infantry.png": INFANTRY,
    "units/Neutral/armour.png": INFANTRY,
    "reliefTiles/1_2.png": TILE,
    "reliefTiles/2_2.png": b"GIF89a",
}


class Page:
    """What the page asks of one board, which goes on running."""

    def __init__(self, owner: Desk) -> None:
        self.app = BoardApp(owner.home, NamedKey("Ann", key_of("Ann")), lambda: CLOCK).app()
        self.game = owner.game.folder_name

    def see(self, what: str) -> Answer:
        return ask(self.app, f"/api/games/{self.game}/{what}", {})

    def bring(self, data: bytes, *, name: str = "my map.zip", game: str = "") -> Answer:
        path = f"/api/maps?name={name.replace(' ', '%20')}&game={game}"
        return ask(self.app, path, {}, method="POST", body=data)


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    owner = desk(tmp_path, "Ann")
    owner.ok("new", "classic_1942", "--hotseat")
    return owner


def test_a_board_is_drawn_with_the_folder_that_was_brought(ann: Desk, tmp_path: Path) -> None:
    page = Page(ann)
    before = page.see("map").data
    assert (before["pictures"], before["guessed"]) == (None, False)
    data = write_zip(tmp_path / "map.zip", {**files_for(CLASSIC), **PICTURES}).read_bytes()
    assert page.bring(data, game=page.game).status == 200
    after = page.see("map").data
    assert after["width"] == 20 * SIDE
    pictures = after["pictures"]
    assert isinstance(pictures, dict)
    assert pictures["units"] == {"Neutral": ["armour"], "Germans": ["infantry"]}
    assert pictures["tiles"] == [[1, 2], [2, 2]]
    assert Page(ann).see("map").data == after, "also after a restart"
    (kept,) = ann.home.kept_maps.iterdir()
    assert kept.name.startswith("my_map-")
    assert page.bring(data, game=page.game).status == 200
    assert [*ann.home.kept_maps.iterdir()] == [kept], "the same zip is kept once"


def test_pictures_are_answered_so_that_they_can_do_nothing(ann: Desk, tmp_path: Path) -> None:
    page = Page(ann)
    data = write_zip(tmp_path / "map.zip", {**files_for(CLASSIC), **PICTURES}).read_bytes()
    page.bring(data, game=page.game)
    unit, tile = page.see("unit/infantry?name=Germans"), page.see("relief/1/2")
    assert (unit.body, tile.body) == (INFANTRY, TILE)
    for one in (unit, tile):
        assert one.headers["content-type"] == "image/png"
        assert one.headers["content-security-policy"].startswith("default-src 'none'; sandbox")
    for what in ("unit/infantry?name=Russians", "unit/x?name=Germans", "relief/2/2", "relief/9/9"):
        assert page.see(what).status == 404
    guard = Guard(page.app, "http://127.0.0.1:4711")
    assert ask(guard, f"{guard.base}/api/games/{page.game}/relief/1/2", {}).status == 421


@pytest.mark.parametrize(
    ("files", "inside", "code"),
    [
        (files_for(load_scenario("big_world_1942")), "", "map-folder-other-board"),
        ({"readme.txt": "no map"}, "", "map-folder-other-board"),
        ({**files_for(CLASSIC), "x": "x"}, "../", "map-folder-unreadable"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_own_name_and_not_kept(
    ann: Desk, tmp_path: Path, files: dict[str, str], inside: str, code: str
) -> None:
    page = Page(ann)
    data = write_zip(tmp_path / "map.zip", files, inside).read_bytes()
    refused = page.bring(data, game=page.game)
    assert (refused.status, refused.code) == (422, code)
    assert "my map.zip" in refused.body.decode()
    assert str(tmp_path) not in refused.body.decode()
    assert not [*ann.home.kept_maps.iterdir()]
    assert page.see("map").data["pictures"] is None


def test_a_new_game_is_offered_each_game_of_a_zip(ann: Desk, tmp_path: Path) -> None:
    page = Page(ann)
    games = {f"games/{name}.xml": "<game/>" for name in ("one_war", "two_wars")}
    data = write_zip(tmp_path / "map.zip", {**files_for(CLASSIC), **games}).read_bytes()
    found = page.bring(data).data["games"]
    assert isinstance(found, list)
    assert [one["name"] for one in found] == ["one war", "two wars"]
    assert found[0]["scenario"].endswith(".zip/games/one_war.xml")
    assert page.bring(
        write_zip(tmp_path / "empty.zip", {"polygons.txt": ""}).read_bytes()
    ).code == ("map-folder-games")
    assert page.bring(b"no zip").code == "map-folder-unreadable"
    assert page.bring(b"no zip", name="../../x.zip").code == "map-folder-unreadable"
    assert len([*ann.home.kept_maps.iterdir()]) == 1


def test_a_map_has_a_bound_of_its_own() -> None:
    assert UPLOADS["/api/maps"] == 128 * 1024 * 1024
