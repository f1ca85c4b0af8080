"""Light, dark and patterns, the map included, and the legend, in a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import opened
from tests.support.table import desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

FILL = """(name) => getComputedStyle(
  document.querySelector(`.areas path[data-name="${name}"]`)).fill"""
FILLED = f"([name, wanted]) => ({FILL})(name) === wanted"
"""Colours change gradually, and slowly on a busy machine."""


def test_a_look_is_chosen_for_page_and_map_and_stays(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "classic_1942", "--hotseat")
    with opened(ann, context) as player:
        page = player.page
        light = page.evaluate(FILL, "Russia")
        page.select_option("#look", "dark")
        dark = page.evaluate(FILL, "Russia")
        assert dark != light
        assert faults_of(page) == []
        page.reload()
        page.wait_for_selector("html[data-ready] #board")
        assert page.input_value("#look") == "dark"
        page.wait_for_function(FILLED, arg=["Russia", dark])
        page.select_option("#look", "patterns")
        fills = {name: page.evaluate(FILL, name) for name in ("Russia", "Germany", "Turkey")}
        assert "url(" in fills["Russia"]
        assert "url(" in fills["Germany"]
        assert fills["Russia"] != fills["Germany"]
        assert "url(" not in fills["Turkey"], "land of nobody has no pattern"
        page.select_option("#look", "")
        page.emulate_media(color_scheme="dark")
        page.wait_for_function(FILLED, arg=["Russia", dark])
        page.emulate_media(color_scheme="light")
        page.wait_for_function(FILLED, arg=["Russia", light])


def test_the_legend_has_nations_units_with_figures_and_keys(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "classic_1942", "--hotseat")
    with opened(ann, context) as player:
        page = player.page
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            player.page.click("#keys-open")
            row = page.locator("#legend tr", has_text="armour").inner_text().split()
            assert row[-4:] == ["3", "2", "2", "5"]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert faults_of(page) == []
            page.keyboard.press("d")
            assert "technology" in page.inner_text("#where"), "keys wait while it is open"
            page.keyboard.press("Escape")
            assert not page.is_visible("#legend")


def test_a_map_that_is_higher_than_its_pane_fits(tmp_path: Path, context: BrowserContext) -> None:
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "axis_allies_europe", "--hotseat")
    with opened(ann, context) as player:
        page = player.page
        page.set_viewport_size({"width": 1280, "height": 500})
        player.click("Whole map")
        box = page.locator("#board").bounding_box()
        assert box is not None
        corners = page.evaluate(
            "[...document.querySelectorAll('.areas path')]"
            ".map((one) => one.getBoundingClientRect())"
            ".reduce((most, one) => [Math.min(most[0], one.top), Math.max(most[1], one.bottom)],"
            " [1e9, 0])"
        )
        assert corners[0] >= box["y"] - 2
        assert corners[1] <= box["y"] + box["height"] + 2


def test_names_of_types_are_words_wherever_the_page_shows_them(
    tmp_path: Path, context: BrowserContext
) -> None:
    """The program's own lines hold them as they are typed, with which a refusal answers."""
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "second_edition_global_1940", "--hotseat")
    with opened(ann, context) as player:
        page = player.page
        player.look_up("Germany")
        assert "AA gun" in page.inner_text("#area")
        for _ in range(4):
            if page.get_by_role("spinbutton", name="AA gun", exact=True).count():
                break
            player.expected()
        player.type_number("AA gun", 1)
        player.type_number("minor factory", 1)
        assert "1 minor factory" in page.inner_text("#orders")
        assert "minor factory" in str(
            page.locator("#orders button").last.get_attribute("aria-label")
        )
        page.click("#keys-open")
        seen = page.inner_text("body") + str(
            page.evaluate("document.getElementById('board').textContent")
        )
        assert "tactical bomber" in seen
        for name in ("aaGun", "factory_minor", "mech_infantry"):
            assert name not in seen
