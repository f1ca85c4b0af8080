"""A phone plays on the board of a computer: the code is opened, and everything goes over TLS."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pbem.board.serve import serving
from pbem.commands import board as command
from tests.support import browser as support
from tests.support.axe import faults_of
from tests.support.boardpage import NO_FILM, Player
from tests.support.table import CLOCK, Desk, desks_of, table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    return ann


def test_a_phone_reads_the_code_and_plays_and_is_put_out(
    ann: Desk, browser: Browser, context: BrowserContext
) -> None:
    with serving(ann.home, ann.home.key(), lambda: CLOCK, address=lambda: "127.0.0.1") as served:
        player = Player(context, served.guard.entrance)
        page = player.page
        page.get_by_role("button", name="Show a code").click()
        page.wait_for_selector("#phone img")
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert faults_of(page) == []
        address = str(served.phone.view()["address"])
        assert address in str(page.get_attribute("#phone img", "alt"))
        careful = browser.new_context().new_page()
        with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
            careful.goto(address)
        pocket = browser.new_context(
            ignore_https_errors=True, viewport={"width": 390, "height": 844}, has_touch=True
        )
        pocket.set_default_timeout(support.PATIENCE)
        pocket.add_init_script(NO_FILM)
        phone = pocket.new_page()
        phone.goto(address)
        assert "Play on this device" in phone.inner_text("body")
        phone.tap("button")
        phone.wait_for_selector(".cards h3 a")
        page.wait_for_selector("#phone :text('A phone is on the board')")
        assert not phone.is_visible("#phone")
        phone.tap(".cards h3 a")
        phone.wait_for_selector("#ask [data-end]")
        phone.keyboard.press("d")
        phone.wait_for_selector('#where:has-text("purchase")')
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        page.click(".cards h3 a")
        page.wait_for_selector('#where:has-text("purchase")')
        page.go_back()
        player.click("Put the phone out")
        phone.wait_for_selector("#trouble:not([hidden])")
        assert "does not answer" in phone.inner_text("#trouble")
        pocket.close()
        assert player.trouble == []


def test_the_terminal_shows_the_code(ann: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(ann.home, ann.home.key(), lambda: CLOCK, address=lambda: "127.0.0.1") as served:
        command._show_code(command._let_in(served.phone))
        said = capsys.readouterr().out
        assert re.search("[▀▄█]{20}", said)
        assert served.phone.fingerprint in said
