"""My games in a real Chromium: a seat is taken and a proposal answered without the terminal."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened, running
from tests.support.by_mail import begin
from tests.support.table import AXIS, NATIONS, desks_of, mail_desks, table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


def test_a_seat_is_taken_and_a_draw_agreed_with_the_mouse(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    with running(ann.root) as program:
        player = Player(context, program.address)
        page = player.page
        page.set_viewport_size({"width": 390, "height": 800})
        player.click("Found a game")
        page.locator("[data-key='scenario big_world_1942']").check()
        page.wait_for_selector("text=Russians")
        for name in NATIONS:
            who = "Ben <ben@example.org>" if name in AXIS else "Ann"
            page.get_by_label(f"Who plays {name}").fill(who)
        page.click("#founding summary:has-text('Options and bids')")
        page.get_by_label("Low luck powers").check()
        page.locator("[data-key='observers']").fill("Club <club@example.org>")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert faults_of(page) == []
        player.click("Found the game")
        page.wait_for_selector("text=Waiting for Ben to join")
        assert "Club <club@example.org>" in ann.ok("observe", ann.game.game.hex()[:8]).out
        assert player.trouble == []
    with running(ben.root) as program:
        player = Player(context, program.address)
        player.page.set_viewport_size({"width": 390, "height": 800})
        player.click("Fetch mail")
        assert "low_luck = true" in player.page.inner_text(".invitation")
        assert faults_of(player.page) == []
        player.click("Take the seat")
        assert "You have taken Germans, Japanese" in player.page.inner_text("#games")
        ann.ok("fetch")
        ann.ok("propose", ann.game.game.hex()[:8], "draw", "--words", "Peace? <b>")
        player.click("Fetch mail")
        assert "Peace? <b>" in player.page.inner_text(".proposal")
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
        player.click("Sign my consent")
        assert "cannot be taken back" in player.page.inner_text(".proposal")
        # Another program writes there, and the list would be drawn anew, but for the question.
        (ben.home.game_store.folder(ben.game) / "proposals").touch()
        assert faults_of(player.page) == []
        player.page.wait_for_timeout(2500)
        player.click("Yes, sign and send")
        assert not player.has("Sign my consent")
        assert "All have consented" in player.page.inner_text(".proposal")
        assert player.trouble == []
    ann.ok("fetch")
    (row,) = ann.ok("games", "--json").rows("games")
    assert row["state"] == "over"


def test_standing_orders_are_written_on_the_page_and_what_is_refused_stays(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    with opened(ann, context) as player:
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
    assert "losses Finland: infantry" in ann.ok("standing", ann.game.game.hex()[:8]).out


def test_a_rehearsal_is_plainly_one_and_the_turn_stays_as_it_is(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    with opened(ann, context) as player:
        page = player.page
        player.click("End the")
        player.type_number("infantry", 3)
        player.click("Rehearse from here")
        page.wait_for_selector("#rehearsal:not([hidden])")
        player.settle()
        assert "A rehearsal with local dice" in page.inner_text("#rehearsal")
        assert faults_of(page) == []
        assert "buy 3 infantry" in player.told()
        player.type_number("infantry", 5)
        assert "buy 5 infantry" in player.told()
        with page.expect_popup() as popup:
            page.click("text=Open the replay")
        replay = popup.value
        replay.wait_for_selector("text=Verified in this browser")
        assert replay.evaluate("self.origin") == "null"
        asked = "fetch(location.href).then(() => 'answered', () => 'blocked')"
        assert replay.evaluate(asked) == "blocked"
        page.click("text=Back to the game")
        page.wait_for_selector("#rehearsal", state="hidden")
        # The orders of the rehearsal stand there until those of the game have come.
        page.wait_for_selector('#orders li:has-text("buy 3 infantry")')
        player.settle()
        assert "buy 3 infantry" in player.told()


def test_mail_that_waits_goes_out_from_the_board_and_the_page_says_so(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    begin(ann, ben)
    box = tmp_path / "mail" / "Ben"
    with opened(ann, context) as player:
        page = player.page
        for line in ("done", "buy 8 infantry", "done", "done", "done", "place 2 infantry: Moscow"):
            page.evaluate("document.querySelector('.typed').open = true")
            page.fill("[name=line]", line)
            player.key("Enter")
        player.click("End the")
        box.rename(tmp_path / "away")
        player.click("Sign and send")
        page.wait_for_selector("text=The turn is signed")
        assert "not sent yet" in player.asked()
        (tmp_path / "away").rename(box)
        player.click("Try now")
        page.wait_for_selector("summary:text-is('Mail: sent')")
    ben.ok("fetch")
    assert ben.ok("games", "--json").rows("games")[0]["to_move"] == "Germans"


def test_what_should_be_agreed_on_is_asked_and_stands_in_the_invitation(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    with running(ann.root) as program:
        player = Player(context, program.address)
        page = player.page
        page.set_viewport_size({"width": 390, "height": 800})
        player.click("Found a game")
        page.locator("[data-key='scenario second_edition_global_1940']").check()
        asked = page.locator("#questions")
        asked.wait_for()
        assert asked.locator("input:checked").count() == 3
        asked.locator("[data-key='victory_lasts_a_round true']").check()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert faults_of(page) == []
        for name in ("Germans", "Italians", "Japanese"):
            page.get_by_label(f"Who plays {name}", exact=True).fill("Ben <ben@example.org>")
        for field in page.locator("[aria-label^='Who plays']").all():
            if not field.input_value():
                field.fill("Ann")
        player.click("Found the game")
        page.wait_for_selector("text=Waiting for Ben to join")
        assert player.trouble == []
    with running(ben.root) as program:
        player = Player(context, program.address)
        player.click("Fetch mail")
        terms = player.page.inner_text(".invitation")
        assert "victory_lasts_a_round = true" in terms
        assert "Decided: what wins the game must be held for a complete round of turns." in terms
        assert "Decided: the defender is asked who scrambles" in terms


def test_who_is_late_and_what_is_lacking_is_seen_and_asked_for(
    tmp_path: Path, context: BrowserContext
) -> None:
    """The save was taken out of the mail with Ann's turn; two days later nobody has moved."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, "--pace", "24h")
    ann.ok("play", name, "--computer", "easy")
    (path,) = (tmp_path / "mail" / "Ben" / "new").iterdir()
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.SMTP)
    (part,) = (one for one in mail.walk() if (one.get_filename() or "").endswith(".pbem"))
    part.set_payload("")
    path.write_bytes(mail.as_bytes())
    assert ben.run("fetch").code == 1
    context.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=48))
    with running(ben.root) as program:
        player = Player(context, program.address)
        page = player.page
        page.set_viewport_size({"width": 390, "height": 800})
        told = page.locator("#games .late").all_inner_texts()
        late, lacking = told
        assert late.startswith("late since ")
        assert lacking.startswith("You lack turn 1, by the mail of Ann")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert faults_of(page) == []
        player.click("Ask the others for it")
        assert "ann@example.org" in page.inner_text("#games")
        assert player.trouble == []
    (asked,) = (tmp_path / "mail" / "Ann" / "new").iterdir()
    assert b"lacks turn 1" in asked.read_bytes()
