"""A TripleA map folder brought to the page as a zip, as a folder, or by dropping it."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import load_scenario
from tests.atlas.map_folder import SIDE, files_for, write_folder, write_zip
from tests.atlas.test_attacks_pictures import chunk, png
from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened, running
from tests.support.table import Desk, desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

CAMP_DAVID = Path(__file__).parents[3] / "shared" / "triplea" / "folders" / "camp_david"


def picture(side: int) -> bytes:
    """A PNG of one colour that a browser shows: red, half of it seen through."""
    rows = (b"\0" + b"\xc0\x20\x20\x80" * side) * side
    return png(side, side, chunk(b"IDAT", zlib.compress(rows)))


FILES = {
    **files_for(load_scenario("classic_1942")),
    "units/Russians/infantry.png": picture(48),
    "reliefTiles/0_0.png": picture(256),
    "sounds/click.png": b"not sent",
}
IS_SHOWN = """(one) => new Promise((tell) => {
  const image = new Image();
  image.onload = () => tell(image.naturalWidth);
  image.onerror = () => tell(0);
  image.src = one;
})"""
DROP = """([place, data, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([Uint8Array.from(data)], name));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.querySelector(place).dispatchEvent(
      new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
  }
}"""


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    owner = desk(tmp_path, "Ann")
    owner.ok("new", "classic_1942", "--hotseat")
    return owner


def is_drawn(player: Player) -> None:
    """The board has the size of the folder, and its pictures, which the browser can show."""
    page = player.page
    page.wait_for_selector('#relief image[href*="relief/0/0"]', state="attached")
    assert page.evaluate("document.getElementById('overview').viewBox.baseVal.width") == 20 * SIDE
    player.look_up("Russia")
    unit = page.locator("#area img.unit-picture").first.get_attribute("src")
    assert page.evaluate(IS_SHOWN, unit) == 48
    tile = page.locator("#relief image").first.get_attribute("href")
    assert page.evaluate(IS_SHOWN, tile) == 256


def test_a_zip_is_chosen_in_the_legend_and_its_pictures_can_be_put_away(
    ann: Desk, context: BrowserContext, tmp_path: Path
) -> None:
    with opened(ann, context) as player:
        page = player.page
        assert not page.locator("#relief image").count()
        page.click("#keys-open")
        page.locator("input[data-key='Its zip']").set_input_files(
            write_zip(tmp_path / "m.zip", FILES)
        )
        is_drawn(player)
        page.wait_for_selector('.chip image[href*="unit/infantry"]', state="attached")
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.click("#keys-open")
            assert faults_of(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.keyboard.press("Escape")
        page.click("#keys-open")
        page.uncheck("#legend [data-key=pictures]")
        page.keyboard.press("Escape")
        assert not page.is_visible("#relief")
        assert not page.locator(".chip image").count()
        page.reload()
        page.wait_for_selector("html[data-ready] #board")
        assert not page.is_visible("#relief"), "it stays so"


def test_a_folder_is_chosen_and_only_what_is_read_is_sent(
    ann: Desk, context: BrowserContext, tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "map", FILES)
    with opened(ann, context) as player:
        page = player.page
        page.click("#keys-open")
        page.locator("input[data-key='Or its folder']").set_input_files(folder)
        is_drawn(player)
        (kept,) = ann.home.kept_maps.iterdir()
        with zipfile.ZipFile(kept) as archive:
            assert archive.testzip() is None
            assert {*archive.namelist()} == {f"map/{name}" for name in FILES if "click" not in name}


def test_a_folder_is_dropped_on_the_map(ann: Desk, context: BrowserContext, tmp_path: Path) -> None:
    """By the mouse, as a file manager does it: a script cannot make the entry of a folder."""
    folder = write_folder(tmp_path / "map", FILES)
    with opened(ann, context) as player:
        mouse = context.new_cdp_session(player.page)
        x, y = player.spot("Russia")
        data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            mouse.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
        is_drawn(player)
        (kept,) = ann.home.kept_maps.iterdir()
        with zipfile.ZipFile(kept) as archive:
            assert {*archive.namelist()} == {f"map/{name}" for name in FILES if "click" not in name}


def test_a_zip_is_dropped_on_the_map_and_one_of_another_board_is_refused(
    ann: Desk, context: BrowserContext, tmp_path: Path
) -> None:
    other = write_zip(tmp_path / "o.zip", files_for(load_scenario("big_world_1942")))
    with opened(ann, context) as player:
        page = player.page
        page.evaluate(DROP, ["#board", [*other.read_bytes()], "other.zip"])
        page.wait_for_selector("#trouble:not([hidden])")
        assert "other.zip has no outline of" in page.inner_text("#trouble")
        good = write_zip(tmp_path / "m.zip", FILES)
        page.evaluate(DROP, ["#board", [*good.read_bytes()], "good.zip"])
        is_drawn(player)
        assert not page.is_visible("#trouble")


@pytest.mark.skipif(not CAMP_DAVID.is_dir(), reason="needs ../shared/triplea")
def test_a_game_is_founded_from_a_zip_with_several_games_and_has_its_pictures(
    context: BrowserContext, tmp_path: Path
) -> None:
    ann = desk(tmp_path, "Ann")
    files = {
        file.relative_to(CAMP_DAVID).as_posix(): file.read_bytes()
        for file in CAMP_DAVID.rglob("*")
        if file.is_file()
    }
    path = write_zip(tmp_path / "camp_david.zip", files, "")
    with running(ann.root) as program:
        player = Player(context, program.address)
        page = player.page
        player.click("Found a game")
        page.wait_for_selector("#founding")
        page.locator("input[data-key=own]").check()
        page.locator("input[data-key='Its zip']").set_input_files(path)
        page.wait_for_selector("select[data-key='game of the map']")
        page.select_option("select[data-key='game of the map']", label="1956 Suez Crisis")
        page.wait_for_selector("#terms .seats")
        assert page.evaluate(IS_SHOWN, page.get_attribute("[data-key=preview]", "src")) > 0
        for mine in page.locator("#terms .seats button", has_text="Me").all():
            mine.click()
        player.click("Found the game")
        page.wait_for_selector("#relief image", state="attached")
        assert "Suez" in page.inner_text("#title")
        unit = page.locator("#ask img.unit-picture").first.get_attribute("src")
        assert page.evaluate(IS_SHOWN, unit) == 48
        assert faults_of(page) == []
        assert player.trouble == []


@pytest.mark.skipif(not CAMP_DAVID.is_dir(), reason="needs ../shared/triplea")
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scenario", ["second_edition_global_1940", "Global_War.xml"])
def test_the_whole_map_fits_and_nothing_on_it_collides(
    context: BrowserContext, tmp_path: Path, width: int, scenario: str
) -> None:
    ann = desk(tmp_path, "Ann")
    maps = CAMP_DAVID.parents[1] / "maps"
    ann.ok("new", maps / scenario if scenario.endswith(".xml") else scenario, "--hotseat")
    with opened(ann, context) as player:
        page = player.page
        page.set_viewport_size({"width": width, "height": 844})
        page.click("#zoom-all")
        page.wait_for_timeout(200)
        land = page.locator("#lands").bounding_box()
        frame = page.locator("#frame").bounding_box()
        assert land is not None
        assert frame is not None
        for start, size in (("x", "width"), ("y", "height")):
            assert frame[start] - 1 <= land[start]
            assert land[start] + land[size] <= frame[start] + frame[size] + 1
        assert page.evaluate(COLLISIONS) == []
        edges = page.evaluate(EDGES, land["x"] + land["width"])
        assert edges == [], "names that end beyond the map"
        if scenario.endswith(".xml"):
            assert page.is_visible("#credit summary"), "it offers to take the map's folder"


EDGES = """(right) => [...document.querySelectorAll(".label .name, .label .chip > g")]
  .filter((one) => one.getBoundingClientRect().right > right + 3).map((one) => one.textContent)"""
COLLISIONS = """() => {
  const seen = (which) => [...document.querySelectorAll(which)]
    .map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width);
  const names = seen(".label .name"), boxes = seen(".label .chip > g");
  const meet = (one, other) => one.left + 2 < other.right && other.left + 2 < one.right
    && one.top + 3 < other.bottom && other.top + 3 < one.bottom;
  const found = [];
  for (const all of [names, boxes]) {
    all.forEach(([text, box], at) => all.slice(at + 1).forEach(([other, next]) => {
      if (meet(box, next)) found.push([text, other]);
    }));
  }
  return found;
}"""
