"""What the page says before something is lost, and where a nation stands, in a real Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, running
from tests.support.table import desks_of, table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

ZONE = "SZ 7 Barents Sea"

_CLOSE = """async () => (await import("./file/names.js")).apart([
  { x: 100, y: 0, text: "Moscow", isMain: true, width: 60, height: 18 },
  { x: 130, y: 4, text: "Western Russia", isMain: false, width: 40, height: 18 },
])"""


def test_B211_a_phase_that_would_lose_aircraft_does_not_end_by_enter(
    tmp_path: Path, context: BrowserContext
) -> None:
    """Before that: part of a stack is brought, and the map shows nobody's units as none."""
    ann = desks_of(tmp_path, table(tmp_path / "authority"))[0]
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        page = player.page
        player.key("d")
        assert "Room to build: Leningrad 2, Moscow 4" in page.inner_text("#room")
        player.key("d")
        player.look_up("Finland")
        page.wait_for_selector("#coming button")
        page.get_by_role("spinbutton", name="infantry from Karelija").fill("2")
        page.keyboard.press("Tab")
        player.click("Bring 2")
        page.wait_for_selector("#area li:has-text('2 infantry (Russians)')")
        player.key("u")
        player.look_up("Karelija")
        player.click("No units")
        page.get_by_role("spinbutton", name="fighter").fill("1")
        page.keyboard.press("Tab")
        page.select_option("#goal", ZONE)
        player.click("Move", exact=True)
        player.key("Escape")
        player.key("d")
        words = f"1 fighter in {ZONE} will be lost when the phase ends, unless landed first"
        assert words in player.asked()
        assert faults_of(page) == []
        player.key("Enter")
        assert words in player.asked()
        player.click("Show")
        page.wait_for_selector(f'#area h2:text-is("{ZONE}")')
        page.select_option("#goal", "Karelija")
        player.click("Move", exact=True)
        assert words not in player.asked()
        assert page.locator("#ask [data-end][data-main]").count() == 1
        player.send("Sverdlovsk", "Kazakh")
        page.click("#nations summary")
        row = str(page.locator("#nations tr.on-turn").inner_text())
        assert row.split()[:3] == ["Russians", "Ann", "34"]
        player.click("Whole map")
        page.wait_for_timeout(50)
        chips = [str(text) for text in page.locator(".chip text").all_text_contents()]
        assert "R" in chips
        assert not [text for text in chips if re.fullmatch(r"\D+0", text)]
        seen = page.get_attribute("#board", "viewBox")
        player.key("d")
        page.wait_for_selector("#glance li")
        assert page.get_attribute("#board", "viewBox") == seen, "what was done stays in sight"
        height = "document.documentElement.scrollHeight - innerHeight"
        assert page.evaluate(height) <= 0, "only the pane beside the map scrolls"
        first, second = page.evaluate(_CLOSE)
        still = {"shift": 0, "aside": 0, "beside": 0}
        assert first == {**still, "room": "box", "base": -13, "isShown": True}
        below = {**still, "shift": 14, "room": "box", "base": 34, "isShown": True}
        assert second == below, "below the box of its neighbour, its name lower"
        assert player.trouble == []
