"""The map of a report in a real browser: zoom, pan, choice of an area, looks (B10, B256)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import load_scenario, new_game
from pbem.report.board import render_board

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def board(page: Page, tmp_path: Path) -> Page:
    path = tmp_path / "board.html"
    path.write_text(render_board(new_game(load_scenario("classic_1942")).state), "utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("#map.live")
    return page


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
    assert view(board) == whole


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


def test_on_a_phone_the_map_begins_near_enough_to_read(board: Page) -> None:
    board.set_viewport_size({"width": 390, "height": 844})
    board.reload()
    board.wait_for_selector("#map.live")
    assert view(board)[2] < 2000 / 2.5
    frame = board.locator("#map .frame").bounding_box()
    water = board.locator("#map-board .water").bounding_box()
    assert frame is not None
    assert water is not None
    assert water["y"] <= frame["y"] + 2
    board.click("#map-all")
    assert view(board)[2] > 1900


@pytest.mark.parametrize("zoom", [0.5, 2.0])
def test_B10_labels_are_readable_at_half_and_double_size(board: Page, zoom: float) -> None:
    board.set_viewport_size({"width": round(1200 * zoom), "height": round(900 * zoom)})
    sizes = board.evaluate(
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
