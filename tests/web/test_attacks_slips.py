"""Hands that slip at the page, in a real Chromium: a key that is held, a double click.

Both at the width of a desk and of a phone. What a slip may do at most is one order that can be
taken back; it never rolls twice, fights two rounds, signs or mails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import Decision, Press, decide, legal
from pbem.home import SelectedSave
from pbem.play.drafts import open_session
from pbem.play.session import Session
from pbem.save.keys import NamedKey
from tests.support.boardpage import Player, running
from tests.support.by_mail import begin
from tests.support.table import CLOCK, Desk, copy_desks, key_of, mail_desks, order_of, to_next_dice

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Request

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANN = NamedKey("Ann", key_of("Ann"))
WIDTHS = (1280, 390)
CLICKS = ((1280, 0), (1280, 200), (390, 80))
"""Widths, and the milliseconds between the clicks of a double click there."""
ATTACK = ("done", "buy 8 infantry", "done", "move 3 infantry: Karelija > Finland",
          "move 3 infantry: Leningrad > Finland", "done", "fight Finland")  # fmt: skip
BUY = "buy 4 infantry, 1 armour"
ENTER = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game by mail that has just begun."""
    folder = tmp_path_factory.mktemp("begun")
    ann, ben = mail_desks(folder, "Ann", "Ben")
    begin(ann, ben)
    return folder


def opened(desk: Desk) -> Session:
    chosen = SelectedSave(desk.home.choose(desk.game.game.hex()).save, None)
    return open_session(desk.home, chosen, ANN, lambda: CLOCK)[0]


def play_to(desk: Desk, where: str, attempt: int) -> bool:
    """Play at another program to a question; False when the dice led elsewhere.

    attempt: what is bought, and so the dice, are others in each.
    """
    session = opened(desk)
    if where == "press":
        lines = [line.replace("8 infantry", f"{attempt % 11} infantry") for line in ATTACK]
        to_next_dice(session, *(line for line in lines if "buy 0" not in line))
        while session.pending or session.needs_dice or isinstance(session.step.waiting, Decision):
            if session.needs_dice:
                session.roll()
            elif any(isinstance(order, Press) for order in legal(session.state)):
                return True
            elif isinstance(waiting := session.step.waiting, Decision):
                session.give(decide(session.state, waiting, ()))
            else:
                return False
        return False
    if where == "losses":
        return play_to_losses(session, attempt)
    for line in {
        "dice": ATTACK,
        "moves": ATTACK[:3],
        "fight": ATTACK[:-1],
        "place": ("done", BUY, "done", "done", "done"),
    }.get(where, ()):
        if session.needs_dice:
            break
        session.give(order_of(line))
    while where == "complete" and not session.is_over:
        session.give(order_of("done"))
    return True


def play_to_losses(session: Session, attempt: int) -> bool:
    """Roll until Ann has to say which of two kinds of units she loses."""
    attack = (*ATTACK[:3], "move 3 infantry, 1 fighter: Karelija > Finland", *ATTACK[5:])
    lines = [line.replace("8 infantry", f"{1 + attempt % 7} infantry") for line in attack]
    to_next_dice(session, *lines)
    while session.needs_dice:
        session.roll()
    waiting = session.step.waiting
    return isinstance(waiting, Decision) and waiting.what == "casualties"


@pytest.fixture(scope="module")
def places(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder for each question that a test begins with."""
    found: dict[str, Path] = {}
    for where in ("start", "moves", "fight", "dice", "losses", "press", "place", "complete"):
        for attempt in range(60):
            folder = tmp_path_factory.mktemp(where)
            if play_to(copy_desks(begun, folder)[0], where, attempt):
                found[where] = folder
                break
        assert where in found
    return found


@contextmanager
def sitting(
    places: dict[str, Path], where: str, folder: Path, context: BrowserContext, width: int
) -> Iterator[tuple[Player, Desk, list[str]]]:
    """Ann at the page, at a question; and what the page asks the program to do."""
    ann = copy_desks(places[where], folder)[0]
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        player.page.set_viewport_size({"width": width, "height": 844})
        player.page.wait_for_selector("#ask h2")
        asked: list[str] = []

        def ask(request: Request) -> None:
            if request.method == "POST":
                asked.append(request.url.split("/")[-1])

        player.page.on("request", ask)
        yield player, ann, asked
        assert player.trouble == []


def hold_enter(player: Player, times: int = 25) -> None:
    """Hold Enter as a hand does that lies on it."""
    keys = player.page.context.new_cdp_session(player.page)
    keys.send("Input.dispatchKeyEvent", {"type": "keyDown", **ENTER})
    for _ in range(times):
        player.page.wait_for_timeout(40)
        keys.send("Input.dispatchKeyEvent", {"type": "keyDown", "autoRepeat": True, **ENTER})
    keys.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": "Enter", "code": "Enter"})
    player.settle()


def is_signed(desk: Desk) -> bool:
    return any(
        entry.kind == "turn_end" for entry in desk.home.choose(desk.game.game.hex()).save.entries
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("where", ["start", "moves", "dice", "press", "complete"])
def test_enter_that_is_held_does_one_thing_and_signs_nothing(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, where: str, width: int
) -> None:
    with sitting(places, where, tmp_path, context, width) as (player, ann, asked):
        hold_enter(player)
        assert len(asked) <= 1
        assert "finish" not in asked
        assert not is_signed(ann)


@pytest.mark.parametrize("width", WIDTHS)
def test_enter_that_is_held_on_a_button_presses_it_once(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, width: int
) -> None:
    """A browser would click the button that has the focus again and again."""
    with sitting(places, "start", tmp_path, context, width) as (player, _, asked):
        player.page.locator("#ask [data-end]").focus()
        hold_enter(player)
        assert asked == ["order"]


@pytest.mark.parametrize("width", WIDTHS)
def test_other_keys_that_are_held_do_one_thing(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, width: int
) -> None:
    with sitting(places, "start", tmp_path, context, width) as (player, _, asked):
        for _ in range(10):
            # Pressed again without having been released is what holding looks like.
            player.page.keyboard.down("d")
            player.page.wait_for_timeout(40)
        player.page.keyboard.up("d")
        player.settle()
        assert asked == ["order"]


@pytest.mark.parametrize("width", WIDTHS)
def test_enter_never_signs_rolls_or_mails_while_a_warning_stands(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, width: int
) -> None:
    """Single presses, as of somebody who waits for something to happen."""
    with sitting(places, "start", tmp_path, context, width) as (player, ann, asked):
        for _ in range(12):
            player.key("Enter")
        assert "Certain: 34 PUs are not spent" in player.asked()
        assert "finish" not in asked
        assert not is_signed(ann)
        assert player.page.locator("#ask [data-main]").count() == 0
        assert "main" not in (
            player.page.get_by_role("button", name="Sign").get_attribute("class") or ""
        )
        player.click("Sign and send")
        assert is_signed(ann)


def twice(player: Player, button: Locator, pause: int) -> None:
    """Click where a button is, and again after so many milliseconds."""
    player.page.wait_for_selector("[data-deaf]", state="detached")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player.page.mouse.move(x, y)
    for count, wait in enumerate((pause, 0), start=1):
        # A browser counts the clicks; on a busy machine this program's pauses are too long.
        player.page.mouse.down(click_count=count)
        player.page.mouse.up(click_count=count)
        player.page.wait_for_timeout(wait)
    player.page.wait_for_timeout(400)
    player.settle()


def named(player: Player, name: str) -> Locator:
    return player.page.locator("main:not([hidden])").get_by_role("button", name=name).first


@pytest.mark.parametrize(("width", "pause"), CLICKS)
@pytest.mark.parametrize(
    ("where", "name", "does"),
    [
        ("start", "End the", ["order"]),
        ("dice", "Roll the dice", ["roll"]),
        ("press", "Press on", ["order"]),
        ("fight", "Fight", ["order"]),
        ("losses", "Take these losses", ["order"]),
        ("complete", "Sign and send", ["finish"]),
    ],
)
def test_a_double_click_does_what_one_click_does(
    places: dict[str, Path],
    tmp_path: Path,
    context: BrowserContext,
    where: str,
    name: str,
    does: Sequence[str],
    width: int,
    pause: int,
) -> None:
    with sitting(places, where, tmp_path, context, width) as (player, _, asked):
        twice(player, named(player, name), pause)
        assert asked == does
        assert player.page.locator("#trouble").is_hidden()


@pytest.mark.parametrize(("width", "pause"), CLICKS)
def test_a_double_click_takes_one_order_back_and_gives_one_again(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, width: int, pause: int
) -> None:
    with sitting(places, "moves", tmp_path, context, width) as (player, _, asked):
        player.page.locator("#ask summary", has_text="Type an order").click()
        for name in ("move 3 infantry: Karelija > Finland", "move 3 infantry: Leningrad > Finland"):
            player.page.locator("#ask [name=line]").fill(name)
            player.page.keyboard.press("Enter")
            player.page.wait_for_selector(f'#orders li:has-text("{name.split()[3]}")')
        asked.clear()
        twice(player, player.page.get_by_role("button", name="Take back move").first, pause)
        assert asked == ["undo"]
        assert player.page.locator("#orders ol li").count() == 4
        twice(player, player.page.get_by_role("button", name="Give again").first, pause)
        assert asked == ["undo", "redo"]


@pytest.mark.parametrize(("width", "pause"), CLICKS)
def test_a_double_click_places_those_who_were_chosen_and_nobody_after_them(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, width: int, pause: int
) -> None:
    """Of four infantry one is placed, and three stay in hand."""
    with sitting(places, "place", tmp_path, context, width) as (player, _, asked):
        player.look_up("Moscow")
        for pile, count in (("infantry", 1), ("armour", 0)):
            number = player.page.get_by_role("spinbutton", name=pile, exact=True)
            number.fill(str(count))
            number.press("Tab")
        twice(player, player.page.get_by_role("button", name="Place", exact=True), pause)
        assert asked == ["order"]
        assert "place 1 infantry" in player.told()


@pytest.mark.parametrize(("width", "pause"), CLICKS)
@pytest.mark.parametrize("name", ["Try now", "It got lost: send again"])
def test_a_double_click_mails_once(
    places: dict[str, Path],
    tmp_path: Path,
    context: BrowserContext,
    name: str,
    width: int,
    pause: int,
) -> None:
    """Try now becomes send again in the same place once the mail is out."""
    box = tmp_path / "mail" / "Ben"
    with sitting(places, "complete", tmp_path, context, width) as (player, ann, asked):
        box.rename(box.with_name("away"))
        player.click("Sign and send")
        box.with_name("away").rename(box)
        if name != "Try now":
            ann.ok("send", ann.game.game.hex()[:8])
        for mail in (box / "new").iterdir():
            mail.unlink()
        player.page.evaluate("location.hash = ''")
        player.page.wait_for_selector("#games details.mails")
        player.page.wait_for_timeout(2500)  # the list is drawn once more when it hears of the mail
        player.page.locator("#games details.mails:not([open]) summary").or_(
            player.page.locator("#games details.mails[open] li")
        ).first.click()
        asked.clear()
        twice(player, player.page.get_by_role("button", name=name).first, pause)
        player.page.wait_for_selector(".said")
        assert asked == ["send-again"]
        assert len(list((box / "new").iterdir())) == 1


@pytest.mark.parametrize(("width", "pause"), CLICKS)
def test_a_double_click_sends_those_who_were_chosen_and_nobody_after_them(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext, width: int, pause: int
) -> None:
    """By the button and on the map: of three infantry one goes, and two stay."""
    with sitting(places, "moves", tmp_path, context, width) as (player, _, asked):
        for by_button in (True, False):
            player.look_up("Karelija")
            number = player.page.get_by_role("spinbutton", name="infantry", exact=True)
            number.fill("1")
            number.press("Tab")
            if by_button:
                player.page.select_option("#goal", "Finland")
                move = player.page.get_by_role("button", name="Move", exact=True)
                twice(player, move, pause)
            else:
                player.page.wait_for_selector('path[data-lit][data-name="Finland"]')
                x, y = player.spot("Finland")
                player.page.mouse.dblclick(x, y, delay=pause / 4)
                player.page.wait_for_timeout(500)
                player.settle()
        assert asked == ["order", "order"]


def test_a_second_look_is_not_signed_by_a_double_click(
    places: dict[str, Path], tmp_path: Path, context: BrowserContext
) -> None:
    """What asks once more has its *yes* under the pointer and in the focus."""
    with sitting(places, "start", tmp_path, context, 1280) as (player, ann, asked):
        Desk(tmp_path / "ben").ok("propose", ann.game.game.hex()[:8], "draw")
        ann.ok("fetch")
        player.page.evaluate("location.hash = ''")
        consent = player.page.get_by_role("button", name="Sign my consent")
        consent.wait_for()
        player.page.wait_for_timeout(2000)  # the list is drawn once more when it hears of the mail
        for pause in (0, 80):
            twice(player, consent, pause)
            assert asked == []
            player.page.wait_for_selector("[data-deaf]", state="detached")
            player.page.get_by_role("button", name="Not now").click()
        consent.focus()
        hold_enter(player)
        assert asked == []
        player.page.get_by_role("button", name="Yes, sign and send").click()
        player.page.wait_for_selector("#games .said")
        assert asked == ["consent"]
