"""The map of a report in a real browser: zoom, pan, choice of an area, looks (B10, B256)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import load_scenario, new_game
from engine.values import replace
from pbem.atlas import geometry_of
from pbem.atlas.overlay import Arrow
from pbem.atlas.page import page_map
from pbem.report.board import render_board
from pbem.report.map_picture import overlay_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a map of Classic."""
    path = tmp_path_factory.mktemp("classic") / "board.html"
    path.write_text(render_board(new_game(load_scenario("classic_1942")).state), "utf-8")
    return path.as_uri()


@pytest.fixture
def board(kept: Page, classic: str) -> Page:
    open_map(kept, classic)
    return kept


def open_map(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("#map.live")


def view(page: Page) -> list[float]:
    text = page.get_attribute("#map-board", "viewBox")
    assert text is not None
    return [float(part) for part in text.split()]


def test_B10_keys_zoom_and_move_the_map(board: Page) -> None:
    whole = view(board)
    board.focus("#map-board")
    board.keyboard.press("+")
    near = view(board)
    assert near[2] < whole[2]
    board.keyboard.press("ArrowRight")
    assert view(board)[0] > near[0]
    board.keyboard.press("0")
    assert view(board) == pytest.approx(whole, abs=0.1)


def test_B10_the_wheel_zooms_and_a_drag_moves(board: Page) -> None:
    box = board.locator("#map-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    board.mouse.move(x, y)
    for _ in range(4):
        board.mouse.wheel(0, -100)
    near = view(board)
    assert near[2] < 2000 / 2
    board.mouse.down()
    board.mouse.move(x - 80, y)
    board.mouse.up()
    assert view(board)[0] > near[0]


def test_B10_an_area_is_chosen_by_name_and_told_in_words(board: Page) -> None:
    board.select_option("#map-goto", label="Germany")
    words = board.inner_text("#map-words")
    assert words.startswith("Germany\n")
    assert "Germans, worth 10, capital of Germans" in words
    assert "Touches" in words
    assert "Switzerland" in words
    assert board.locator("#map-areas .chosen").count() == 1
    assert view(board)[2] < 1000


def test_B10_the_overview_moves_the_view(board: Page) -> None:
    board.click("#map-in", click_count=3)
    board.click("#map-overview", position={"x": 4, "y": 4})
    left = view(board)[0]
    box = board.locator("#map-overview").bounding_box()
    assert box is not None
    board.click("#map-overview", position={"x": box["width"] - 6, "y": box["height"] - 6})
    assert view(board)[0] > left


def test_on_a_phone_the_map_begins_near_enough_to_read(page: Page, classic: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_map(page, classic)
    assert view(page)[2] < 2000 / 2.5
    frame = page.locator("#map .frame").bounding_box()
    water = page.locator("#map-board .water").bounding_box()
    assert frame is not None
    assert water is not None
    assert water["y"] <= frame["y"] + 2
    page.click("#map-all")
    assert view(page)[2] > 1900


@pytest.mark.parametrize("zoom", [0.5, 2.0])
def test_B10_labels_are_readable_at_half_and_double_size(
    page: Page, classic: str, zoom: float
) -> None:
    open_map(page, classic)
    page.set_viewport_size({"width": round(1200 * zoom), "height": round(900 * zoom)})
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.label text, .chip text')]
        .map((text) => text.getBoundingClientRect().height).filter(Boolean)"""
    )
    assert min(sizes) >= 8


def test_B256_high_contrast_draws_black_on_white(board: Page) -> None:
    board.check("#look-contrast")
    fill = "(e) => getComputedStyle(e).fill"
    area = board.locator("#map-areas .land path").first
    assert "map-p" in area.evaluate(fill)
    assert board.locator("#map-areas .sea path").first.evaluate(fill) == "rgb(255, 255, 255)"
    assert board.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_B29_patterns_can_be_had_without_colours(board: Page) -> None:
    board.check("#map-patterns")
    german = board.locator("#map-areas .n1:not(.sea) path").first
    assert german.evaluate("(e) => getComputedStyle(e).fill") == 'url("#map-p1")'


MOST_OVERLAPPED = 0.02
"""The share of the area of names that may lie under other names, with the letters of a browser."""

OVERLAPPED = """() => {
  const names = '#map-labels > .label:not([hidden]) > .px:not([hidden])';
  const boxes = [...document.querySelectorAll(names)]
    .map((name) => name.getBoundingClientRect());
  let total = 0, under = 0;
  boxes.forEach((one, place) => {
    total += one.width * one.height;
    for (const other of boxes.slice(place + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 0 && height > 0) under += width * height;
    }
  });
  return [boxes.length, under / total];
}"""

ARROWS = """() => [...document.querySelectorAll('.moves > g')].map((arrow) => {
  const [from, to] = arrow.querySelector('title').textContent.split(' > ');
  const area = (name) => [...document.querySelectorAll('#map-areas > g')]
    .find((one) => one.querySelector('title').textContent.split('\\n')[0] === name)
    .querySelector('path');
  const line = arrow.querySelector('.line');
  const ends = [0, line.getTotalLength()].map((at) => line.getPointAtLength(at));
  return [area(from).isPointInFill(ends[0]), area(to).isPointInFill(ends[1])];
})"""


@pytest.mark.parametrize("scenario", ["big_world_1942", "axis_allies_linked", "triumph_tragedy"])
def test_names_do_not_lie_on_each_other_and_arrows_join_their_areas(
    page: Page, tmp_path: Path, scenario: str
) -> None:
    state = new_game(load_scenario(scenario)).state
    board = state.definition.board
    lands = [name for name in sorted(board.territories) if not board.is_sea[name]]
    pairs = [
        (name, other)
        for name in lands[::7]
        for other in board.neighbours(name)
        if not board.is_sea[other]
    ]
    arrows = tuple(Arrow(pair, False, " > ".join(pair)) for pair in pairs)
    geometry = geometry_of(state.definition)
    drawn = page_map(geometry, replace(overlay_of(state), arrows=arrows))
    path = tmp_path / "board.html"
    path.write_text(render_board(state, drawn), "utf-8")
    page.set_viewport_size({"width": 1344, "height": 900})
    open_map(page, path.as_uri())
    assert page.locator("#map-areas > g").count() == len(board.territories)
    seen, share = page.evaluate(OVERLAPPED)
    assert seen > 50
    assert share <= MOST_OVERLAPPED
    for _ in range(4):
        page.click("#map-in")
    nearer, share = page.evaluate(OVERLAPPED)
    assert nearer >= seen
    assert share <= MOST_OVERLAPPED
    ends = page.evaluate(ARROWS)
    assert len(ends) >= len(arrows)
    assert sum(start and end for start, end in ends) >= 0.9 * len(arrows)
