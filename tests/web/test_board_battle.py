"""The battle window in a real Chromium: both sides in pictures, hits given out on them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened
from tests.support.table import ANYWAY, Desk, desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

BEGUN = """done
buy 8 infantry
done
move 3 infantry, 1 armour, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.
move 2 armour: Russia > Ukraine S.S.R.
done
"""


TWO = """done
buy 8 infantry
done
move 2 infantry, 1 armour, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.
move 1 infantry: Karelia S.S.R. > Finland Norway
done
"""


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    """Russians before Ukraine, hot seat."""
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "classic_1942", "--hotseat")
    orders = tmp_path / "begun.orders"
    orders.write_text(BEGUN, encoding="utf-8")
    ann.ok("play", ann.game.game.hex()[:8], "--orders", orders, "--open-end", *ANYWAY)
    return ann


def army(player: Player, side: str) -> str:
    return " ".join(player.page.inner_text(f"#facing .{side} > ul").split())


def until_losses(player: Player) -> bool:
    """Fight on until losses are to be chosen from several kinds; False when it is over before."""
    page = player.page
    for _ in range(40):
        if page.locator("#battle [data-pile]").count() > 1:
            return True
        if "is over" in page.inner_text("#battle-head"):
            return False
        player.expected()
    return False


@pytest.mark.parametrize("width", [1280, 390])
def test_a_battle_is_fought_in_its_window(ann: Desk, context: BrowserContext, width: int) -> None:
    with opened(ann, context) as player:
        page = player.page
        page.set_viewport_size({"width": width, "height": 844})
        assert not page.is_visible("#battle")
        player.click("Fight Ukraine")
        assert page.inner_text("#battle-title").startswith("Battle of Ukraine S.S.R. round 1")
        assert army(player, "attacker") == (
            "3 infantry hits at 1 or less 3 armour hits at 3 or less 1 fighter hits at 3 or less"
        )
        assert "3 infantry" in army(player, "defender").replace("hits at 2 or less", "")
        assert page.locator("#facing .unit-picture use").count() == 6
        page.wait_for_selector("#chance p")
        assert "The attacker wins with" in page.inner_text("#chance")
        # The question is asked in the window, and nowhere else.
        assert page.locator("#battle #ask").count() == 1
        assert page.locator("#ask").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert faults_of(page) == []
        if until_losses(player):
            assert page.locator("#battle-log .die").count() > 0
            box = page.locator("#battle .stack .taken:not(:empty)")
            chosen = box.count()
            assert chosen > 0, "the default is marked on the pictures"
            last = page.locator("#battle [data-pile]").last
            label = str(last.get_attribute("data-pile"))
            before = page.get_by_role("spinbutton", name=label, exact=True).input_value()
            last.focus()
            page.keyboard.press("Enter")
            after = page.get_by_role("spinbutton", name=label, exact=True).input_value()
            assert after != before
            total = sum(int(one.input_value()) for one in page.get_by_role("spinbutton").all())
            assert f"{total} of {total} chosen" in page.inner_text("#ask") or after == "0"
            assert faults_of(page) == []
            if after == "0":
                last.click()
            player.click("Take these losses")
        for _ in range(60):
            if "is over" in page.inner_text("#battle-head"):
                break
            player.expected()
        assert "is over" in page.inner_text("#battle-title")
        told = page.inner_text("#battle-log")
        assert told.index("round 1") < told.rindex("general fire"), "the oldest first"
        assert page.locator("#facing .fallen").count() > 0
        assert page.locator("#side #ask").count() == 1
        assert faults_of(page) == []
        player.click("Close the battle")
        assert not page.is_visible("#battle")
        assert page.is_visible("#board")


def test_the_map_can_be_seen_during_a_battle(ann: Desk, context: BrowserContext) -> None:
    with opened(ann, context) as player:
        page = player.page
        page.set_viewport_size({"width": 390, "height": 844})
        player.click("Fight Ukraine")
        assert not page.is_visible("#board")
        player.click("Show the map")
        assert page.is_visible("#board")
        assert page.locator("#side #ask").count() == 1
        player.click("Show the battle")
        assert not page.is_visible("#board")
        assert page.locator("#battle #ask").count() == 1


def test_arrows_of_a_planned_battle_stay_while_another_is_fought(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "classic_1942", "--hotseat")
    orders = tmp_path / "two.orders"
    orders.write_text(TWO, encoding="utf-8")
    ann.ok("play", ann.game.game.hex()[:8], "--orders", orders, "--open-end", *ANYWAY)
    with opened(ann, context) as player:
        player.click("Fight Finland")
        player.click("Show the map")
        arrows = player.page.locator(".ways g")
        assert arrows.count() == 2, "one of the battle under way, one of the other"


def test_a_fight_that_is_taken_back_leaves_no_window(ann: Desk, context: BrowserContext) -> None:
    with opened(ann, context) as player:
        player.click("Fight Ukraine")
        assert player.page.is_visible("#battle")
        player.key("u")
        assert not player.page.is_visible("#battle")
        assert player.page.locator("#side #ask").count() == 1


def test_no_dice_fall_for_those_who_want_no_motion(ann: Desk, context: BrowserContext) -> None:
    with opened(ann, context) as player:
        page = player.page
        player.click("Fight Ukraine")
        page.emulate_media(reduced_motion="reduce")
        player.click("Roll the dice")
        assert page.locator(".fresh .die").count() > 0
        moving = "getComputedStyle(document.querySelector('.fresh .die')).animationName"
        assert page.evaluate(moving) == "none"
        page.emulate_media(reduced_motion="no-preference")
        assert page.evaluate(moving) == "falling"
