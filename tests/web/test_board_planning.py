"""A move is planned on the board, in a real Chromium: what a target says about it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.boardpage import Player, opened
from tests.support.table import desks_of, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser


@contextmanager
def at_combat_move(folder: Path, context: BrowserContext) -> Iterator[Player]:
    """Ann's page of a game that has just begun, at the combat move of the Russians."""
    ann = desks_of(folder, table(folder / "authority"))[0]
    with opened(ann, context) as player:
        player.key("d")
        player.key("d")
        yield player


@pytest.fixture
def player(tmp_path: Path, context: BrowserContext) -> Iterator[Player]:
    with at_combat_move(tmp_path, context) as player:
        yield player


def test_B245_a_target_says_who_could_come_and_the_odds_so_far(player: Player) -> None:
    player.area("Finland")
    bring = player.page.get_by_role("button", name="Bring 3 infantry from Karelija")
    bring.wait_for()
    assert not player.page.locator("#sent").count()
    bring.click()
    first = _odds_so_far(player, other_than="")
    assert first.startswith("Finland: 3 infantry against")
    player.page.get_by_role("button", name="Bring 3 infantry from Leningrad").click()
    _odds_so_far(player, other_than=first)


def _odds_so_far(player: Player, other_than: str) -> str:
    """What has been sent and its odds; waited for and read at once, for the pane is drawn anew."""
    found = player.page.wait_for_function(
        "(old) => { const text = document.querySelector('#sent')?.textContent ?? '';"
        " return /to win/.test(text) && text !== old && text; }",
        arg=other_than,
    )
    return str(found.json_value())


def test_B178_a_way_is_bent_by_hand_and_forgotten_again(player: Player) -> None:
    """Finland is two steps from Northern Russia, over Karelija if nothing is said."""
    page = player.page
    player.key("/")
    page.keyboard.type("Northern Russia")
    page.keyboard.press("Enter")
    page.wait_for_selector('#area h2:text-is("Northern Russia")')
    page.select_option("#goal", "Moscow")
    player.click("By way of")
    assert "By way of Moscow." in page.inner_text("#way")
    assert page.input_value("#goal") == "Moscow"
    assert page.locator(".bent g").count() == 1
    player.click("Shortest way")
    assert not page.locator("#way, .bent g").count()
    page.select_option("#goal", "Leningrad")
    player.click("By way of")
    page.select_option("#goal", "Finland")
    player.click("Move", exact=True)
    page.wait_for_selector("#sent, #odds")
    assert "Northern Russia > Leningrad > Finland" in player.told()
    assert not page.locator("#way, .bent g").count()
    assert not page.locator("#goal").is_visible()
    player.click("All units")
    assert page.locator("#goal").is_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_B143_a_flight_shows_where_it_could_land_and_a_drag_says_why_not(player: Player) -> None:
    """The mouse points at Finland: the fighter could land in Moscow after it."""
    page = player.page
    player.area("Karelija")
    page.wait_for_selector('path[data-lit][data-name="Finland"]')
    player.click("All units")
    page.mouse.move(*player.spot("Finland"))
    page.wait_for_selector('path[data-landing][data-name="Moscow"]')
    assert "After Finland aircraft could land in" in page.inner_text("#meaning")
    assert page.locator(".bent g").count() == 1
    player.key("Escape")
    box = page.locator("#board").bounding_box()
    player.drag("Leningrad", "Omsk")
    page.wait_for_selector("#why:not([hidden])")
    assert not page.is_visible("#trouble"), "it is said once, where the player looks"
    assert page.inner_text("#why").count("steps needed") == 1
    assert page.locator("#board").bounding_box() == box, "the map stays below the pointer"
    assert "steps needed to reach Omsk" in page.inner_text("#why")
    player.drag("Karelija", "Finland")
    page.wait_for_selector("#odds a")
    assert "3 infantry: Karelija > Finland" in player.told()
    assert not page.is_visible("#why")
    page.get_by_role("button", name="Take back move 3 infantry").click()
    page.wait_for_selector("#undone")
    player.drag("Leningrad", "Finland")
    page.wait_for_selector("#odds a")
    page.get_by_role("button", name="Give again move 3 infantry").click()
    page.wait_for_selector("#odds li:has-text('6 infantry')")
    assert not page.locator("#undone").count()


def test_B164_the_ships_of_a_landing_are_shown_and_may_be_others(player: Player) -> None:
    page = player.page
    player.area("Karelija")
    page.wait_for_selector('path[data-sea][data-name="Novaya-Zemlya"]')
    page.get_by_role("spinbutton", name="infantry").fill("1")
    page.get_by_role("spinbutton", name="infantry").press("Tab")
    page.select_option("#goal", "Novaya-Zemlya")
    page.wait_for_selector("#meaning button")
    ways = page.locator("#meaning button").all_inner_texts()
    assert ways[0] == "1 transport of SZ 7 Barents Sea"
    player.click("1 transport of SZ 7 Barents Sea, ashore from SZ 8 Kara Sea")
    assert "SZ 8 Kara Sea > Novaya-Zemlya" in player.told()
    player.key("u")
    assert page.locator("#orders ol li").count() == 2
    assert page.get_by_role("spinbutton", name="infantry").input_value() == "3"
    page.wait_for_selector('path[data-sea][data-name="Novaya-Zemlya"]')
    page.get_by_role("spinbutton", name="infantry").fill("1")
    page.get_by_role("spinbutton", name="infantry").press("Tab")
    page.select_option("#goal", "Novaya-Zemlya")
    player.click("Move", exact=True)
    page.wait_for_selector("#instead")
    assert "SZ 8 Kara Sea" not in page.inner_text("#orders ol")
    page.locator("#instead").get_by_role("button", name="1 transport").click()
    page.wait_for_selector("#orders ol li:has-text('SZ 8 Kara Sea > Novaya-Zemlya')")
    assert "ashore from" not in page.inner_text("#instead")


def test_layers_and_a_search_by_a_few_letters(player: Player) -> None:
    page = player.page
    page.select_option("#layer", "reach of Germans")
    page.wait_for_selector('path[data-layer][data-name="Moscow"]')
    page.select_option("#layer", "to move")
    page.wait_for_selector('path:not([data-layer])[data-name="Finland"]')
    player.drag("Karelija", "Finland")
    page.wait_for_selector("#odds a")
    page.wait_for_selector(".layer:text-is('1 unit')")
    player.key("/")
    page.keyboard.type("stalin")
    page.keyboard.press("Enter")
    page.wait_for_selector('#area h2:text-is("Stalingrad")')
    page.locator("#past summary").click()
    page.wait_for_selector("#past li:has-text('nothing yet')")


def test_two_fingers_enlarge_and_one_drags_the_chosen_stack(
    tmp_path: Path, browser: Browser
) -> None:
    """At 390 px; elsewhere one finger moves the map."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    with at_combat_move(tmp_path, context) as player:
        page = player.page
        fingers = context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            spots = [{"x": x, "y": y, "id": key} for key, (x, y) in enumerate(points)]
            fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": spots})

        def glide(start: tuple[float, float], goal: tuple[float, float]) -> None:
            (x, y), (right, down) = start, (goal[0] - start[0], goal[1] - start[1])
            touch("Start", start)
            for part in (0.3, 0.6, 1.0):
                touch("Move", (x + right * part, y + down * part))
            touch("End")

        def width() -> float:
            return float(str(page.get_attribute("#board", "viewBox")).split()[2])

        player.key("/")
        page.keyboard.type("Karelija")
        page.keyboard.press("Enter")
        page.wait_for_selector('path[data-lit][data-name="Finland"]')
        page.evaluate("document.getElementById('map').scrollIntoView()")
        glide(player.spot("Karelija"), player.spot("Finland"))
        page.wait_for_selector("#odds a")
        assert "3 infantry: Karelija > Finland" in player.told()
        before = player.spot("Ukraine")
        glide((200, 300), (240, 330))
        assert player.spot("Ukraine") != before
        wide = width()
        touch("Start", (150, 300), (230, 300))
        touch("Move", (130, 300), (250, 300))
        touch("Move", (90, 300), (290, 300))
        touch("End")
        assert width() < wide
        assert page.locator("#orders ol li").count() == 3
    context.close()
