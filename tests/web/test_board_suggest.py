"""What the computer would do, on the page: taken over order by order, or not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, running
from tests.support.table import desks_of, table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


def test_a_plan_is_taken_over_order_by_order_or_refused(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desks_of(tmp_path, table(tmp_path / "authority"))[0]
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        page = player.page
        player.key("d")
        player.click("What would the computer do?")
        page.wait_for_selector("#suggested ol")
        assert "What holds the factories" in page.inner_text("#suggested")
        player.click("Take over: buy")
        page.wait_for_selector("#suggested :text('taken over')")
        assert "buy " in page.inner_text("#orders")
        player.click("End the")
        assert page.locator("#suggested ol").count() == 0, "another phase is another plan"
        player.click("What would the computer do?")
        page.wait_for_selector("#suggested ol")
        groups = page.locator("#suggested > ol > li")
        count = groups.count()
        assert count
        assert "on average" in groups.first.inner_text()
        assert faults_of(page) == []
        for width in (390, 1100):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        rows = groups.first.locator("ul li > span:first-child")
        lines = [row.inner_text() for row in rows.all()]
        player.click("Take over all" if len(lines) > 1 else "Take over: ")
        page.wait_for_selector("#suggested :text('taken over')")
        for line in lines:
            assert line in page.inner_text("#orders")
        player.key("u")
        page.wait_for_selector("#suggested [aria-label^='Take over: ']")
        player.click("Not this")
        assert page.locator("#suggested > ol > li").count() == count - 1
        assert player.trouble == []
