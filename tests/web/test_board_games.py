"""My games in a real Chromium: a seat is taken and a proposal answered without the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.boardpage import Player, running
from tests.support.table import AXIS, NATIONS, desks_of, mail_desks, table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


def test_a_seat_is_taken_and_a_draw_agreed_with_the_mouse(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    seats = [f"{name}={'Ben <ben@example.org>' if name in AXIS else 'me'}" for name in NATIONS]
    ann.ok("new", "big_world_1942", *[word for seat in seats for word in ("--seat", seat)])
    with running(ben.root) as program:
        player = Player(context, program.address)
        player.page.set_viewport_size({"width": 390, "height": 800})
        player.click("Fetch mail")
        player.click("Take the seat")
        assert "You have taken your seat" in player.page.inner_text("#games")
        ann.ok("fetch")
        ann.ok("propose", ann.game.game.hex()[:8], "draw", "--words", "Peace? <b>")
        player.click("Fetch mail")
        assert "Peace? <b>" in player.page.inner_text(".proposal")
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
        player.click("Sign my consent")
        assert not player.page.locator(".proposal").count()
        assert player.trouble == []
    ann.ok("fetch")
    (row,) = ann.ok("games", "--json").rows("games")
    assert row["state"] == "over"


def test_standing_orders_are_written_on_the_page_and_what_is_refused_stays(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        page = player.page
        page.set_viewport_size({"width": 390, "height": 800})
        page.click(".standing summary")
        page.fill(".standing textarea", "losses Atlantis: infantry")
        player.click("Keep these standing orders")
        assert "Atlantis" in page.inner_text("#trouble")
        box = page.locator("#trouble").bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 800, "what was refused is said where the player is"
        assert page.input_value(".standing textarea") == "losses Atlantis: infantry"
        page.fill(".standing textarea", "losses Finland: infantry")
        player.click("Keep these standing orders")
        assert "losses Finland: infantry" in player.told()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert player.trouble == []
    assert "losses Finland: infantry" in ann.ok("standing", ann.game.game.hex()[:8]).out
