"""A whole round of Big World by two players, each at their own page, by mail."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, running
from tests.support.by_mail import begin
from tests.support.table import AXIS, mail_desks

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_STEPS = 120


def begin_combat_move(player: Player, infantry: int) -> None:
    """Research nothing and buy infantry."""
    player.key("d")
    player.type_number("infantry", infantry)
    player.key("d")


def fight_on(player: Player, told: list[str], retreat_from: str = "") -> None:
    """Answer every question of the phase: Enter where it is safe, press on, or leave one battle."""
    for _ in range(MOST_STEPS):
        told.append(f"{player.asked()}\n{player.told()}")
        if not player.page.inner_text("#where").endswith(": battle"):
            return
        if player.page.locator("#ask [data-main]").count():
            player.key("Enter")
        elif retreat_from and f"from {retreat_from}" in player.asked():
            assert faults_of(player.page) == []
            player.click("Retreat to")
        else:
            player.click(player.first_of("Press on", "Roll the dice", "Stay up"))
    raise AssertionError(player.asked())


def russians(player: Player, told: list[str]) -> None:
    """Land and amphibious battles, a retreat, and standing orders."""
    player.page.locator("details.standing summary").click()
    player.page.locator("details.standing textarea").fill("losses: artillery, infantry, armour")
    player.click("Keep these standing orders")
    begin_combat_move(player, 5)
    player.send("Karelija", "Finland")
    player.look_up("Archangel'sk")
    player.page.wait_for_selector('#goal option:has-text("Finland, by sea")', state="attached")
    player.page.select_option("#goal", "Finland")
    player.click("Move", exact=True)
    player.send("Moscow", "Western Russia")
    player.key("d")
    fight_on(player, told, "Western Russia")


def germans(player: Player, told: list[str]) -> None:
    """A sea battle with a submarine, a raid, and an attack on those who left standing orders."""
    player.page.locator("details.standing summary").click()
    player.page.locator("details.standing textarea").fill("submerge: yes")
    player.click("Keep these standing orders")
    begin_combat_move(player, 8)
    player.send("SZ 24 Tyrrhenian Sea", "SZ 23 West Mediterranean")
    player.look_up("Baltic States")
    player.click("No units")
    player.page.get_by_role("spinbutton", name="bomber").fill("1")
    player.page.keyboard.press("Tab")
    player.click("Raid the factory of Leningrad")
    # With the fighter: without it one attack in fifteen hits nobody, and there are no losses.
    player.look_up("Southern Russia")
    player.click("All units")
    player.page.select_option("#goal", "Stalingrad")
    player.click("Move", exact=True)
    player.key("d")
    fight_on(player, told)
    player.land_aircraft()


def british(player: Player, told: list[str]) -> None:
    """A landing where no land army comes, and an attack on a submarine that submerges."""
    begin_combat_move(player, 5)
    # Transports hit nothing, and one submarine sinks only one of two: it is there to submerge.
    for start in ("SZ 16 North Atlantic", "SZ 2 Labrador Sea"):
        player.look_up(start)
        player.click("No units")
        player.page.get_by_role("spinbutton", name="transport").fill("1")
        player.page.keyboard.press("Tab")
        player.page.select_option("#goal", "SZ 20 Atlantic")
        player.click("Move", exact=True)
    player.look_up("Scotland")
    player.page.wait_for_selector('#goal option:has-text("Norway, by sea")', state="attached")
    player.page.select_option("#goal", "Norway")
    player.click("Move", exact=True)
    player.key("d")
    fight_on(player, told)


def nothing_special(player: Player, told: list[str]) -> None:
    """Buy, and go on."""
    begin_combat_move(player, 1)
    del told


TURNS: dict[str, Callable[[Player, list[str]], None]] = {
    "Russians": russians,
    "Germans": germans,
    "British": british,
}


def play(player: Player, nation: str, told: list[str]) -> None:
    """A nation's turn, to its signature."""
    assert player.asked().startswith(nation), player.asked()
    TURNS.get(nation, nothing_special)(player, told)
    for _ in range(MOST_STEPS):
        if "is complete" in player.asked():
            break
        player.expected()
    assert "bought and not placed" not in player.asked()
    player.click("Sign")
    assert not player.page.is_visible("#trouble"), player.page.inner_text("#trouble")


def test_a_round_of_big_world_through_two_pages_and_mail(
    tmp_path: Path, browser: Browser, context: BrowserContext
) -> None:
    """Land, sea and amphibious battles, raid, retreat, submerge, placement and standing orders."""
    desks = mail_desks(tmp_path, "Ann", "Ben")
    begin(desks[0], desks[1])
    told: list[str] = []
    with ExitStack() as stack:
        other = browser.new_context()
        stack.callback(other.close)
        pages = [
            Player(made, stack.enter_context(running(desk.root)).address)
            for made, desk in zip((context, other), desks, strict=True)
        ]
        for nation in ("Russians", "Germans", "British", "Chinese", "Japanese", "Americans"):
            player = pages[nation in AXIS]
            if not player.page.locator("#ask h2").count() or not player.asked().startswith(nation):
                if player.page.is_visible("#to-games"):
                    player.click("My games")
                player.page.wait_for_selector("#games:not([hidden])")
                player.click("Fetch mail")
                player.click("Big World")
                player.page.wait_for_selector(f'#ask h2:has-text("{nation}")')
            play(player, nation, told)
        assert [one.trouble for one in pages] == [[], []]
        assert "Round 2" in pages[0].page.inner_text("#where")
    everything = "\n".join(told)
    for words in (
        "retreat to Moscow",
        "first strike",
        "AA fire",
        "Norway",
        "(standing orders: losses",
        "(standing orders: submerge",
    ):
        assert words in everything, words
