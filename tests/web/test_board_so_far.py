"""A turn that its player shows before it is over, on the page (ADR 0081)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, running
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, Desk, mail_desks

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

FIGHT = "done\nbuy 4 infantry\ndone\nmove 2 infantry: Karelija > Finland\ndone\nfight Finland\n"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Desk, Desk, str]:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    orders = tmp_path / "x.orders"
    orders.write_text(FIGHT.replace("fight", "press always\nfight") + "done\n")
    ann.ok("play", name, *ANYWAY, "--orders", orders, "--open-end")
    return ann, ben, name


def test_a_turn_is_shown_from_the_page_and_watched_on_the_other_one(
    pair: tuple[Desk, Desk, str], context: BrowserContext
) -> None:
    ann, ben, name = pair
    with running(ann.root, name) as program:
        page = Player(context, program.address, watches=True).page
        page.click("#ask summary:has-text('Show the others the turn so far')")
        assert "What is shown is final" in page.inner_text("#ask")
        page.get_by_role("button", name="Sign and show").click()
        page.wait_for_selector("#ask .said:has-text('Mail to ben@example.org: sent')")
    ben.ok("fetch")
    with running(ben.root, name) as program:
        player = Player(context, program.address, watches=True)
        page = player.page
        page.wait_for_selector("#film [data-skip]")
        assert "Round 1: Russians, so far (not over)" in page.inner_text("#film")
        page.click("#film [data-skip]")
        page.wait_for_selector("#so-far")
        told = page.inner_text("#ask")
        assert "The turn so far: it is not over." in told and "nothing waits for you yet" in told
        page.click("#so-far summary")
        assert "Russians, the turn so far" in page.inner_text("#so-far pre")
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert faults_of(page) == []
        page.get_by_role("button", name="Watch it on the map").click()
        page.wait_for_selector("#film [data-skip]")
