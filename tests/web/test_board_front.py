"""The front door in a real Chromium: a stranger with an empty home comes to a turn by clicks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened, running
from tests.support.table import Desk, desk, desks_of, mail_desks, table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

TYPED = re.compile(r"(?<!\S)--[a-z]")
"""An option of a command."""


def looked_over(player: Player) -> None:
    """What every page of the front door keeps to, at both widths."""
    page = player.page
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert faults_of(page) == []
        assert not TYPED.search(page.inner_text("body"))


def make_key(player: Player) -> None:
    page = player.page
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("A passphrase").fill("three blind mice")
    page.get_by_label("The same once more").fill("three blind mice")
    player.click("Make my key")
    page.wait_for_selector(".three")


def test_a_stranger_plays_against_the_computer_with_five_clicks_and_comes_back(
    tmp_path: Path, context: BrowserContext
) -> None:
    home = tmp_path / "fresh"
    with running(home) as program:
        player = Player(context, program.address)
        page = player.page
        assert "whoever loses it has lost the key" in page.inner_text("#losing")
        looked_over(player)
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("A passphrase").fill("three blind mice")
        player.click("Make my key")
        assert "differ" in page.inner_text("#trouble")
        make_key(player)
        assert page.locator("#begin article").count() == 3
        assert page.locator("#begin .board-picture").count() == 3
        looked_over(player)
        player.clicks = 0
        player.click("Play the Axis")
        # The Russians move first, and the computer plays them without being asked.
        page.wait_for_selector('#where:has-text("Germans: technology")')
        assert player.clicks == 1
        address = page.url
        assert player.trouble == []
    page.wait_for_selector("#trouble:not([hidden])")
    assert "start the board again" in page.inner_text("#trouble")
    with running(home) as program:
        other = Player(context, program.address)
        assert "Hello, Ann" in other.page.inner_text("#door")
        looked_over(other)
        other.page.get_by_label("Your passphrase").fill("two blind mice")
        other.click("Open my games")
        assert "passphrase is wrong" in other.page.inner_text("#trouble")
        other.page.get_by_label("Your passphrase").fill("three blind mice")
        other.click("Open my games")
        other.page.wait_for_selector(".cards")
        card = other.page.inner_text(".cards")
        assert "with the computer" in card
        assert "Round 1, Germans to move (you), since" in card
        other.page.wait_for_function(
            "() => document.querySelector('.cards img').naturalWidth > 100"
        )
        looked_over(other)
        # The tab of before goes on by itself, at the address that it has.
        page.wait_for_selector("#trouble", state="hidden")
        assert page.url == address
        player.key("d")
        assert "purchase" in page.inner_text("#where")
        assert player.trouble == other.trouble == []


def test_a_game_with_friends_is_founded_without_typing_a_command(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desk(tmp_path, "Ann")
    with running(ann.root) as program:
        player = Player(context, program.address)
        page = player.page
        player.click("Found a game")
        page.wait_for_selector(".seats")
        first = page.locator("#scenarios .scenario").first.inner_text()
        assert "short · easy · 2 to 5 players · best to begin with" in first
        page.wait_for_function("() => document.querySelector('#terms > img').naturalWidth > 100")
        looked_over(player)
        player.click("Found the game")
        assert "Nobody is named to play" in page.inner_text("#trouble")
        player.click("I play Allies")
        player.click("The computer plays Germans")
        page.get_by_label("Who plays Japanese").fill("Ben <ben@example.org>")
        player.click("Found the game")
        page.wait_for_selector(".cards")
        card = page.inner_text(".cards")
        assert "with Ben, the computer" in card
        # Nobody has set up mail: the invitation is a file, and dropping it is answering it.
        with page.expect_download() as saved:
            player.click("Save the invitation")
        invitation = saved.value.path().read_bytes()
        assert player.trouble == []
    ben = desk(tmp_path, "Ben")
    with running(ben.root) as program:
        player = Player(context, program.address)
        page = player.page
        page.set_input_files(
            "#invited input[type=file]",
            [{"name": "game.pbem", "mimeType": "application/octet-stream", "buffer": invitation}],
        )
        page.wait_for_selector(".invitation")
        player.click("Take the seat")
        assert "You have taken Japanese" in page.inner_text("#games")
        assert player.trouble == []


DROP = """(text) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], "invitation.eml"));
  const event = { dataTransfer: transfer, bubbles: true, cancelable: true };
  document.getElementById("invited").dispatchEvent(new DragEvent("drop", event));
}"""


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_an_invitation_is_dropped_or_pasted(
    tmp_path: Path, context: BrowserContext, way: str
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "classic_1942", *seats_of_classic())
    (mail,) = (tmp_path / "mail" / "Ben" / "new").iterdir()
    text = mail.read_text()
    mail.unlink()
    with running(ben.root) as program:
        player = Player(context, program.address)
        page = player.page
        if way == "drop":
            page.evaluate(DROP, text)
        else:
            page.click("#invited summary")
            page.get_by_label("Text of the mail").fill("Shall we play?")
            player.click("Take it in")
            assert "no invitation and no turn" in page.inner_text("#trouble")
            page.get_by_label("Text of the mail").fill(text)
            player.click("Take it in")
        page.wait_for_selector(".invitation")
        assert "Take the seat" in page.inner_text(".invitation")
        assert player.trouble == []


def seats_of_classic() -> tuple[str, ...]:
    nations = ("Russians", "British", "Americans")
    own = tuple(word for name in nations for word in ("--seat", f"{name}=me"))
    others = ("Germans", "Japanese")
    return own + tuple(
        word for name in others for word in ("--seat", f"{name}=Ben <ben@example.org>")
    )


def test_mail_is_set_up_when_it_is_first_needed(tmp_path: Path, context: BrowserContext) -> None:
    ann = desk(tmp_path, "Ann")
    with running(ann.root) as program:
        player = Player(context, program.address)
        page = player.page
        player.click("Fetch mail")
        page.get_by_label("Your mail address").fill("no address")
        page.evaluate("document.querySelector('#mailbox').noValidate = true")
        player.click("Go on")
        assert page.is_visible("#trouble")
        page.get_by_label("Your mail address").fill("ann@gmail.com")
        player.click("Go on")
        page.wait_for_selector("#provider p")
        assert "app password" in page.inner_text("#provider")
        looked_over(player)
        player.click("Try it and keep it")
        assert "wants a password" in page.inner_text("#trouble")
        assert not (ann.root / "config.toml").exists()
        assert player.trouble == []


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    return ann


def test_back_and_forward_right_after_an_order(ann: Desk, context: BrowserContext) -> None:
    """An answer that comes late draws nothing on a page to which it does not belong."""
    with opened(ann, context) as player:
        page = player.page
        page.goto(f"{page.url.partition('#')[0]}#")
        page.wait_for_selector(".cards a")
        page.click(".cards h3 a")
        page.wait_for_selector("#ask [data-end]")
        for _ in range(3):
            page.keyboard.press("d")
            page.go_back()
            page.wait_for_timeout(300)
            page.go_forward()
            page.go_back()
            page.go_forward()
            page.wait_for_selector("#table:not([hidden]) #ask h2")
            page.wait_for_timeout(700)
            assert page.is_visible("#board")
            assert not page.is_visible("#games")
            assert not page.is_visible("#trouble"), page.inner_text("#trouble")
            page.keyboard.press("u")
            player.settle()


def test_the_list_asks_again_only_for_what_has_changed(ann: Desk, context: BrowserContext) -> None:
    """Somebody else writes to the home: the list is drawn anew with the pictures that it has."""
    with running(ann.root) as program:
        player = Player(context, program.address)
        page = player.page
        page.wait_for_function("() => document.querySelector('.cards img').naturalWidth > 100")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
        (ann.home.game_store.folder(ann.game) / "proposals").touch()
        with page.expect_response(lambda response: response.url.endswith("/api/games")):
            pass
        page.wait_for_timeout(300)
        assert set(asked) == {"games"}
        assert page.evaluate("document.querySelector('.cards img').naturalWidth") > 100
        assert player.trouble == []


def test_nothing_of_a_page_stays_while_another_one_opens(
    ann: Desk, context: BrowserContext
) -> None:
    with opened(ann, context) as player:
        page = player.page
        page.route("**/api/games", lambda route: (page.wait_for_timeout(400), route.continue_()))
        page.click("#to-games")
        page.wait_for_function("() => document.title === 'My games – pbem'")
        assert not page.is_visible("#table")
        assert page.inner_text("#where") == ""
        page.wait_for_selector(".cards h3 a")
        page.route("**/map", lambda route: (page.wait_for_timeout(400), route.continue_()))
        page.click(".cards h3 a")
        page.wait_for_function("() => document.title === 'The game opens …'")
        assert not page.is_visible("#games")
        assert not page.is_visible("#table"), "not with the map of the game before"
        page.wait_for_selector("#table:not([hidden]) #ask h2")
        assert page.inner_text("#title") != "The game opens …"


def test_a_name_that_is_none_is_said_and_a_line_that_is_wrong_stays(
    ann: Desk, context: BrowserContext
) -> None:
    with opened(ann, context) as player:
        page = player.page
        page.fill("#find", "Karelja")
        page.keyboard.press("Enter")
        assert "No area here is called “Karelja”" in page.inner_text("#found")
        player.click("Karelija")
        page.wait_for_selector('#area h2:text-is("Karelija")')
        assert not page.is_visible("#found")
        page.fill("#find", "zzz")
        page.keyboard.press("Enter")
        assert page.inner_text("#found") == "No area here is called “zzz”."
        page.click(".typed summary")
        page.fill("[name=line]", "bye 3 infantry")
        player.click("Give")
        assert page.is_visible("#trouble")
        assert page.input_value("[name=line]") == "bye 3 infantry"
        assert page.is_visible("[name=line]")
        page.fill("[name=line]", "done")
        player.click("Give")
        assert page.input_value("[name=line]") == ""
        assert page.is_visible("[name=line]")
