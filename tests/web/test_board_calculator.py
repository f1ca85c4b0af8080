"""The calculator window: any area, made-up forces, and what it would take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import opened
from tests.support.table import ANYWAY, Desk, desk, desks_of, table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    return ann


def test_an_area_then_made_up_forces_then_what_it_takes(ann: Desk, context: BrowserContext) -> None:
    with opened(ann, context) as player:
        page = player.page
        player.look_up("Finland")
        page.get_by_role("button", name="Odds", exact=True).click()
        page.wait_for_selector("#odds-answer .chance")
        assert "The battle in Finland as it stands." in page.inner_text("#odds-state")
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.querySelector('#calculator').scrollWidth") <= width
            assert faults_of(page) == []
        before = page.inner_text("#odds-answer .chance")
        attackers = page.get_by_role("spinbutton", name="infantry of the attackers")
        assert int(attackers.input_value()) > 0
        for kind in ("armour", "fighter", "bomber"):
            page.get_by_role("spinbutton", name=f"{kind} of the attackers").fill("0")
            page.keyboard.press("Tab")
        attackers.fill("2")
        page.keyboard.press("Tab")
        page.wait_for_function(
            "(old) => document.querySelector('#odds-answer .chance')?.innerText !== old",
            arg=before,
        )
        assert "Made-up forces in Finland" in page.inner_text("#odds-state")
        page.click("#calculator summary:has-text('Plans')")
        page.fill("#odds-retreat", "after 1")
        page.click("#calculator button:has-text('Work it out')")
        page.wait_for_selector("#odds-answer :text('The attacker retreats')")
        page.fill("#odds-retreat", "when I like")
        page.click("#calculator button:has-text('Work it out')")
        page.wait_for_selector("#odds-answer [role=alert]")
        assert "is not a reason to retreat" in page.inner_text("#odds-answer")
        assert "--" not in page.inner_text("#calculator")
        page.fill("#odds-retreat", "")
        page.select_option("#odds-question", "needed")
        page.fill("#odds-add", "6 infantry, 3 armour")
        page.click("#calculator button:has-text('Work it out')")
        page.wait_for_selector("#odds-answer strong:has-text('PUs')")
        page.select_option("#odds-question", "threats")
        page.click("#calculator button:has-text('Work it out')")
        page.wait_for_selector("#odds-answer pre:has-text('for the')")
        # The keys of the board mean nothing behind the window.
        page.locator("#calculator h2").click()
        page.keyboard.press("d")
        page.get_by_role("button", name=re.compile("Close the odds")).click()
        assert "technology" in page.inner_text("#where")


def test_an_area_without_a_battle_is_told_and_its_units_defend(
    ann: Desk, context: BrowserContext
) -> None:
    with opened(ann, context) as player:
        page = player.page
        page.get_by_role("button", name="Odds", exact=True).click()
        page.select_option("#odds-place", "Southern Japan")
        page.wait_for_selector("#odds-answer [role=alert]")
        assert "no battle in Southern Japan" in page.inner_text("#odds-answer")
        field = page.get_by_role("spinbutton", name="infantry of the defenders")
        assert int(field.input_value()) > 0
        page.get_by_role("spinbutton", name="infantry of the attackers").fill("20")
        page.keyboard.press("Tab")
        page.wait_for_selector("#odds-answer .chance")


STANDING = "losses Karelia S.S.R.: armour, infantry when attackers > 2"
RUSSIANS = "done\ndone\ndone\ndone\n"
GERMANS = "done\ndone\nmove 3 infantry, 1 armour: Finland Norway > Karelia S.S.R.\n"


def test_what_the_odds_leave_out_stands_below_a_bar_as_long_as_the_chance(
    tmp_path: Path, context: BrowserContext
) -> None:
    """The bar was full whatever the chance was: its length had a blank in it."""
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "classic_1942", "--hotseat")
    game = ann.game.game.hex()[:8]
    ann.ok("standing", game, "--file", "-", typed=STANDING)
    for turn, how in ((RUSSIANS, ()), (GERMANS, ("--open-end",))):
        orders = tmp_path / "turn.orders"
        orders.write_text(turn, encoding="utf-8")
        ann.ok("play", game, "--orders", orders, *how, *ANYWAY)
    with opened(ann, context) as player:
        page = player.page
        page.get_by_role("button", name="Odds", exact=True).click()
        page.select_option("#odds-place", "Karelia S.S.R.")
        page.wait_for_selector("#odds-answer .chance")
        told = page.inner_text("#odds-answer")
        assert "tanding orders of the Russians depend on how the battle goes." in told
        percent = float(page.inner_text("#odds-answer .chance strong").split()[0])
        share = "document.querySelector('#odds-answer .won').getBoundingClientRect().width"
        whole = "document.querySelector('#odds-answer .bar').clientWidth"
        assert 0 < percent < 100
        assert abs(100 * page.evaluate(share) / page.evaluate(whole) - percent) < 0.5
