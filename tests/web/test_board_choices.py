"""Forms of the page that ask for more than a place, in a real Chromium."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened
from tests.support.table import desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


@contextmanager
def alone(folder: Path, context: BrowserContext, scenario: str) -> Iterator[Player]:
    """The page of somebody who has just begun a game in which they play all nations."""
    folder.mkdir(exist_ok=True)
    ann = desk(folder, "Ann", f'[dice]\nfolder = "{folder / "authority"}"\n')
    ann.ok("new", scenario, "--hotseat")
    with opened(ann, context) as player:
        yield player


def test_B69_raiders_are_told_what_to_bomb_and_nothing_is_placed(
    tmp_path: Path, context: BrowserContext
) -> None:
    with alone(tmp_path, context, "second_edition_global_1940") as player:
        player.key("d")
        player.key("d")
        player.look_up("Germany")
        player.click("No units")
        player.page.get_by_role("spinbutton", name="bomber", exact=True).fill("2")
        player.page.keyboard.press("Tab")
        player.click("Raid the factory of United Kingdom")
        assert "place here" not in player.asked()
        assert player.page.inner_text("#ask [data-main]") == "End the combat move phase"
        player.page.get_by_role("spinbutton", name="bomber", exact=True).fill("1")
        player.page.get_by_label("target").select_option("airfield")
        player.click("Bomb this target")
        assert "aim 1 bomber: United Kingdom, airfield" in player.told()


def test_B137_the_price_list_keeps_its_rows_while_money_runs_out(
    tmp_path: Path, context: BrowserContext
) -> None:
    with alone(tmp_path, context, "second_edition_global_1940") as player:
        rows = player.page.locator("#ask .rows li > span:first-child")
        before = rows.all_inner_texts()
        more = player.page.get_by_role("button", name="One submarine more")
        place = more.bounding_box()
        for _ in range(5):
            more.click()
            player.settle()
            assert more.bounding_box() == place
        assert "Left: 0 PUs" in player.asked()
        assert rows.all_inner_texts() == before


def test_B102_research_has_its_price_beside_the_dice(
    tmp_path: Path, context: BrowserContext
) -> None:
    with alone(tmp_path, context, "classic_1942") as player:
        assert "5 PUs a die. Left: 24 PUs" in player.asked()
        player.click("End the technology phase")
        assert "a die" not in player.asked()


def test_the_nations_are_listed_with_the_goods_that_they_have(
    tmp_path: Path, context: BrowserContext
) -> None:
    with alone(tmp_path, context, "second_edition_global_1940") as player:
        told = player.page.locator("#nations").text_content() or ""
        assert "6 SuicideAttackTokens" in told
        assert "0 SuicideAttackTokens" not in told


def test_what_the_map_asks_and_how_far_it_is_stands_in_a_window(
    tmp_path: Path, context: BrowserContext
) -> None:
    with alone(tmp_path, context, "second_edition_global_1940") as player:
        page = player.page
        player.click("Objectives, politics, events and notes")
        told = page.locator("#papers").inner_text()
        assert "5 PUs, 2 of 3: UK_Pacific own Malaya, Kwangtung and UK_Pacific are at" in told
        assert told.index("Germans") < told.index("Russians")
        page.click("#papers summary:text-is('Politics')")
        assert "declare war on the Japanese" in page.locator("#papers").inner_text()
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert faults_of(page) == []
        page.get_by_role("button", name="Close what the map asks").click()
        assert not page.is_visible("#papers")
    with alone(tmp_path / "classic", context, "classic_1942") as player:
        player.click("Notes", exact=True)
        player.page.click("#papers summary")
        assert "Axis" in player.page.locator("#papers").inner_text()


def test_L22_L27_what_decides_the_game_stands_below_the_nations(
    tmp_path: Path, context: BrowserContext
) -> None:
    with alone(tmp_path, context, "axis_allies_linked") as player:
        player.page.click("#nations summary")
        told = player.page.locator("#nations .aims li").all_inner_texts()
        assert "Japanese have 0 victory points; 22 win Pacific." in told
        assert "Europe is not won yet." in told
