"""What the others did is shown as a film on the map before the player goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, running
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, Desk, mail_desks

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

RUSSIANS = """done
buy 4 infantry
done
move 3 infantry, 1 fighter: Karelija > Finland
done
fight Finland
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Ben has fetched a turn of Ann's in which she took Finland, or tried to."""
    folder = tmp_path_factory.mktemp("film")
    ann, ben = mail_desks(folder, "Ann", "Ben")
    game = begin(ann, ben)
    orders = folder / "russians.orders"
    orders.write_text(RUSSIANS, encoding="utf-8")
    ann.run("play", game, "--orders", orders, "--open-end", *ANYWAY)
    ann.ok("play", game, "--computer", "easy")
    ann.run("send", game)
    ben.ok("fetch")
    return ben


def test_the_turn_of_the_others_is_a_film_once_and_then_again_when_it_is_wanted(
    played: Desk, context: BrowserContext
) -> None:
    with running(played.root, played.game.game.hex()[:8]) as program:
        player = Player(context, program.address, watches=True)
        page = player.page
        page.wait_for_selector("#film [data-skip]")
        assert "Since your last turn" in page.inner_text("#film")
        assert "Round 1: Russians" in page.inner_text("#film")
        assert not page.is_visible("#ask")
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert faults_of(page) == []
            box = page.locator("#scene").bounding_box()
            assert box is not None
            assert box["y"] < height, "what happens is in sight beside the map"
        page.keyboard.press("ArrowLeft")
        assert page.get_by_role("button", name="Play").is_visible(), "who steps has stopped it"
        count = int(page.inner_text(".reel .soft").split(" of ")[1])
        assert count > 5
        seen, dice, arrows = [], 0, 0
        for _ in range(count):
            seen.append(page.inner_text("#scene"))
            dice += page.locator("#scene .die").count()
            arrows += page.locator(".ways g").count()
            page.keyboard.press("ArrowRight")
        told = "\n".join(seen)
        assert "Karelija" in told
        assert dice > 0
        assert arrows > 0
        # A click on the map means nothing while it shows what was.
        page.mouse.click(*player.spot("Finland"))
        assert page.locator("#area").is_hidden()
        page.keyboard.press("Enter")
        page.wait_for_selector("#ask [data-end]")
        assert "Germans, technology" in player.asked()
        assert page.locator(".news").count() == 0
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("#ask [data-end]")
        page.wait_for_timeout(1000)
        assert not page.is_visible("#film"), "it begins by itself once"
        assert not [url for url in asked if url.endswith("/film")], "and is not worked out again"
        player.click("What the others did")
        page.wait_for_selector("#film [data-skip]")
        assert len([url for url in asked if url.endswith("/film")]) == 1
        page.locator("#film").get_by_role("button", name="My turn").click()
        page.wait_for_selector("#ask [data-end]")
        assert player.trouble == []


def test_who_wants_no_motion_steps_through_it(played: Desk, context: BrowserContext) -> None:
    with running(played.root, played.game.game.hex()[:8]) as program:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(program.address)
        page.wait_for_selector("#film [data-skip]")
        page.wait_for_timeout(2500)
        assert page.inner_text(".reel .soft").strip().startswith("1 of ")
        animation = page.evaluate(
            "getComputedStyle(document.querySelector('.ways polyline') ?? document.body)"
            ".animationName"
        )
        assert animation == "none"
