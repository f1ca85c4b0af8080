"""The map of the page in a corner of it, and the area below the mouse in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import opened
from tests.support.table import desk

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser


def middle(page: Page) -> tuple[float, float]:
    """The middle of what the map shows, as parts of the whole map."""
    box = [float(part) for part in page.get_attribute("#board", "viewBox").split()]
    whole = [float(part) for part in page.get_attribute("#overview", "viewBox").split()]
    return (box[0] + box[2] / 2) / whole[2], (box[1] + box[3] / 2) / whole[3]


def test_B10_B259_an_overview_moves_the_map_and_the_area_below_the_mouse_is_told(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    ann.ok("new", "big_world_1942", "--hotseat")
    with opened(ann, context) as player:
        page = player.page
        page.set_viewport_size({"width": 1280, "height": 800})
        assert page.is_visible("#overview")
        box = page.locator("#overview").bounding_box()
        assert box is not None
        for x, y in ((0.3, 0.45), (0.7, 0.55)):
            page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
            found = middle(page)
            assert abs(found[0] - x) < 0.05 and abs(found[1] - y) < 0.08, found
        page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.55)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.5, steps=4)
        page.mouse.up()
        assert abs(middle(page)[0] - 0.4) < 0.05, "a drag moves it as well"
        page.fill("#find", "Moscow")
        page.press("#find", "Enter")
        page.mouse.move(*player.spot("Moscow"))
        assert page.inner_text("#here").startswith("Moscow: ")
        assert "Russians" in page.inner_text("#here")
        assert faults_of(page) == []
        page.click("#zoom-all")
        assert page.is_hidden("#overview"), "who sees all needs no overview"
        page.set_viewport_size({"width": 390, "height": 844})
        page.click("#zoom-in")
        assert page.is_hidden("#overview"), "fingers move the map on a phone"
