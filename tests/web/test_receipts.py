"""A single receipt, pasted: by itself, against the server's keys, and against a save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pbem.dice.protocol import DiceRequest
from pbem.save.armour import armour_receipt
from pbem.save.ending import Ending
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.signing import SigningKey
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
    ending,
    played,
    receipt,
    repacked,
    roll_record,
    started,
    under_way,
)
from tests.support.vector_voids import voided

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
HOLDS = "This receipt of a roll holds by itself"
REQUEST = attack(started()).sign(ANN)
ROLL = roll_record(REQUEST, receipt(REQUEST))


def rolled(request: DiceRequest, signer: SigningKey = ANN, **changes: object) -> bytes:
    """A whole roll: the request, signed, with the receipt."""
    signed = request.sign(signer)
    return roll_record(signed, receipt(signed, **changes))


def ended(end: Ending, *closings: bytes) -> bytes:
    """A whole end of a turn."""
    signed = decode(end.request)
    assert isinstance(signed, list)
    attached: list[Plain] = [end.content, list(closings), []]
    return encode([*signed, *attached])


def closed(**changes: object) -> bytes:
    """An end of the first turn that no save has."""
    end = ending(started(), "Germans", ANN)
    return ended(end, closing(started(), end, **changes))


@pytest.fixture
def opened(kept: Page, site: Site) -> Page:
    open_page(kept, site.url("verify.html"))
    return kept


def test_a_receipt_by_itself(opened: Page) -> None:
    """Without a save nobody knows whose authority that is, and the page says so."""
    paste(opened, "Look at this:\n" + armour_receipt(rolled(attack(started()))))
    assert verdict(opened) == (HOLDS, None)
    assert opened.query_selector("#result .banner.warn")
    shown = opened.inner_text("#result")
    assert "Anybody could have made an authority with this key" in shown
    assert "It does not show that the seed was fixed before the game" in shown
    assert len(opened.query_selector_all("#result .die")) == 5


def test_a_void_roll_by_itself(opened: Page) -> None:
    paste(opened, armour_receipt(voided().entries[5].raw))
    assert "This void roll holds by itself" in opened.inner_text("body")
    assert "none: the number was used up out of turn" in opened.inner_text("body")


def test_a_receipt_of_this_server(kept: Page, site: Site) -> None:
    site.keys[:] = [EVE.public, AUTHORITY.public]
    open_page(kept, site.url("verify.html"))
    paste(kept, armour_receipt(rolled(attack(started()))))
    assert kept.query_selector("#result .banner.good")
    assert "The authority is this server, under an earlier key." in kept.inner_text("#result")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (ROLL[:-9], "malformed"),
        (ROLL + b"\0", "malformed"),
        (roll_record(broken(REQUEST), receipt(REQUEST)), "bad-signature"),
        (roll_record(REQUEST, broken(receipt(REQUEST))), "receipt-bad-signature"),
        (roll_record(REQUEST, receipt(REQUEST, seed=b"short")), "receipt-malformed"),
        (roll_record(REQUEST, receipt(attack(played()).sign(ANN))), "receipt-other-request"),
        (roll_record(REQUEST), "receipt-missing"),
        (REQUEST, "wrong-shape"),
        (receipt(REQUEST), "unknown-record-kind"),
        (closed(answered=...), "closing-malformed"),
        (closed(request=bytes(32)), "closing-other-request"),
        (ended(ending(started(), "Germans", ANN)), "closing-missing"),
        (closed(key=EVE)[:-1], "malformed"),
        (bytes(70_000), "too-large"),
    ],
)
def test_a_bad_receipt(opened: Page, data: bytes, code: str) -> None:
    paste(opened, armour_receipt(data))
    assert verdict(opened) == ("This does not verify", code)


def test_a_closing_by_itself(opened: Page) -> None:
    paste(opened, armour_receipt(closed()))
    assert verdict(opened) == ("This closing of a turn holds by itself", None)
    end = ending(started(), "Germans", ANN)
    bad = AUTHORITY.seal("closed", encode({"kind": "closed"}))
    paste(opened, armour_receipt(ended(end, bad)))
    assert verdict(opened)[1] == "closing-malformed"


def test_a_receipt_of_the_save_on_the_page(opened: Page) -> None:
    save = under_way()
    give(opened, save.to_bytes())
    paste(opened, armour_receipt(next(one.raw for one in save.entries if one.kind == "roll")))
    assert verdict(opened) == (HOLDS, None)
    assert opened.query_selector("#result .banner.good")
    assert "It is in the save that you verified" in opened.inner_text("#result")
    paste(opened, armour_receipt(rolled(attack(save))))
    assert "is newer than that save" in opened.inner_text("#result .banner")
    give(opened, played().to_bytes())
    paste(opened, armour_receipt(closed()))
    assert verdict(opened)[1] == "closing-differs"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (rolled(attack(started(), count=4)), "roll-differs"),
        (rolled(attack(started()), key=EVE), "receipt-wrong-authority"),
        (rolled(attack(started()), BOB), "request-wrong-signer"),
        (rolled(attack(played(), nation="Russians"), BOB, seed=CHAIN[2]), "seed-not-in-chain"),
        (closed(key=EVE), "closing-wrong-authority"),
    ],
)
def test_a_receipt_that_does_not_fit_the_save(opened: Page, data: bytes, code: str) -> None:
    give(opened, played().to_bytes())
    paste(opened, armour_receipt(data))
    assert "does not fit the save" in verdict(opened)[0]
    assert verdict(opened)[1] == code


def test_a_bad_save_is_no_measure_for_receipts(opened: Page) -> None:
    """After a save that does not verify, a receipt stands alone again."""
    give(opened, played().to_bytes())
    give(opened, repacked(played(), randoms=broken))
    paste(opened, armour_receipt(closed()))
    assert "Anybody could have made" in opened.inner_text("#result .banner")
