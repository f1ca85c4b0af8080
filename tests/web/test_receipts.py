"""A single receipt, pasted: by itself, against the server's keys, and against a save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pbem.dice.closing import closed_body
from pbem.save.armour import armour_receipt
from tests.support.browser import Site, give, open_page, paste, verdict
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    CHAIN,
    EVE,
    attack,
    broken,
    closing,
    ended,
    played,
    raws,
    receipt,
    save_file,
    started,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
HOLDS = "This receipt of a roll holds by itself"


@pytest.fixture
def opened(page: Page, site: Site) -> Page:
    open_page(page, site.url("verify.html"))
    return page


def test_a_receipt_by_itself(opened: Page) -> None:
    """Without a save nobody knows whose authority that is, and the page says so."""
    paste(opened, "Look at this:\n" + armour_receipt(receipt(attack(started()).sign(ANN))))
    assert verdict(opened) == (HOLDS, None)
    assert opened.query_selector("#result .banner.warn")
    shown = opened.inner_text("#result")
    assert "Anybody could have made an authority with this key" in shown
    assert "It does not show that the seed was fixed before the game" in shown
    assert len(opened.query_selector_all("#result .die")) == 5


def test_a_receipt_of_this_server(page: Page, site: Site) -> None:
    site.keys[:] = [EVE.public, AUTHORITY.public]
    open_page(page, site.url("verify.html"))
    paste(page, armour_receipt(receipt(attack(started()).sign(ANN))))
    assert page.query_selector("#result .banner.good")
    assert "The authority is this server, under an earlier key." in page.inner_text("#result")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (broken(receipt(attack(started()).sign(ANN))), "bad-signature"),
        (receipt(attack(started()).sign(ANN))[:-9], "malformed"),
        (receipt(attack(started()).sign(ANN)) + b"\0", "malformed"),
        (receipt(broken(attack(started()).sign(ANN))), "request-bad-signature"),
        (receipt(attack(started()).sign(ANN), dice=(6, 6, 6, 6, 6)), "wrong-dice"),
        (receipt(attack(started()).sign(ANN), dice=(6, 6)), "wrong-dice"),
        (attack(started()).sign(ANN), "wrong-shape"),
        (closing(started(), "Germans", ANN, head=...), "closing-malformed"),
        (closing(started(), "Germans", ANN, key=EVE)[:-1], "malformed"),
        (bytes(70_000), "too-large"),
    ],
)
def test_a_bad_receipt(opened: Page, data: bytes, code: str) -> None:
    paste(opened, armour_receipt(data))
    assert verdict(opened) == ("This does not verify", code)


def test_a_closing_by_itself(opened: Page) -> None:
    paste(opened, armour_receipt(closing(started(), "Germans", ANN)))
    assert verdict(opened) == ("This closing of a turn holds by itself", None)
    bad = AUTHORITY.seal("closed", closed_body(broken(BOB.seal("closing", b"\x80")), 1190))
    paste(opened, armour_receipt(bad))
    assert verdict(opened)[1] == "closing-malformed"


def test_a_receipt_of_the_save_on_the_page(opened: Page) -> None:
    save = played()
    give(opened, save.to_bytes())
    paste(opened, armour_receipt(raws(save)[5]))
    assert verdict(opened) == (HOLDS, None)
    assert opened.query_selector("#result .banner.good")
    assert "It is in the save that you verified" in opened.inner_text("#result")
    newer = attack(save, nation="Russians").sign(BOB)
    paste(opened, armour_receipt(receipt(newer)))
    assert "is newer than that save" in opened.inner_text("#result .banner")
    early = closing(started(), "Germans", ANN)
    paste(opened, armour_receipt(early))
    assert verdict(opened)[1] == "closing-differs"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (receipt(attack(started(), count=4).sign(ANN)), "roll-differs"),
        (receipt(attack(started()).sign(ANN), key=EVE), "receipt-wrong-authority"),
        (receipt(attack(started()).sign(BOB)), "request-wrong-signer"),
        (
            receipt(attack(played(), nation="Russians").sign(BOB), seed=CHAIN[2]),
            "seed-not-in-chain",
        ),
        (closing(started(), "Germans", ANN, key=EVE), "closing-wrong-authority"),
        (closing(started(), "Germans", ANN, game=bytes(16)), "closing-wrong-game"),
    ],
)
def test_a_receipt_that_does_not_fit_the_save(opened: Page, data: bytes, code: str) -> None:
    give(opened, played().to_bytes())
    paste(opened, armour_receipt(data))
    assert "does not fit the save" in verdict(opened)[0]
    assert verdict(opened)[1] == code


def test_a_bad_save_is_no_measure_for_receipts(opened: Page) -> None:
    """After a save that does not verify, a receipt stands alone again."""
    save = ended(started(), "Germans", ANN)
    give(opened, save.to_bytes())
    records = raws(save)
    give(opened, save_file([*records[:-1], broken(records[-1])]))
    paste(opened, armour_receipt(closing(started(), "Germans", ANN)))
    assert "Anybody could have made" in opened.inner_text("#result .banner")
