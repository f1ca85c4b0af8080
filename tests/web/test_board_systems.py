"""Turns of other games on the page: every phase is answered with a button, none at a prompt."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened
from tests.support.table import Desk, desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_STEPS = 250
QUESTIONS = ("whether to retreat", "are lost", "submarines", "bombard", "scramble")


def hotseat(folder: Path, scenario: str) -> Desk:
    """A game in which the player holds all seats; its dice are the same each time."""
    home = desk(folder, "Ann", f'[dice]\nfolder = "{folder / "authority"}"\n')
    home.ok("new", scenario, "--hotseat", "--seed", "5")
    return home


def allocate_all(player: Player) -> None:
    """Give all money that is left to the first treasury, with its number and its button."""
    number = player.page.locator("#ask input[type=number]").first
    number.fill(str(number.get_attribute("max")))
    number.press("Tab")
    player.click("Allocate")


def place_first(player: Player) -> None:
    """Choose the first place of the list, and one unit where none is chosen yet."""
    place = player.page.locator("#ask [data-place]").first
    name = str(place.inner_text())
    place.click()
    player.page.wait_for_selector(f'#area h2:text-is("{name}")')
    numbers = player.page.locator("#area input[type=number]")
    if all(str(one.input_value()) == "0" for one in numbers.all()):
        numbers.first.fill("1")
        numbers.first.press("Tab")
    player.page.locator("#area").get_by_role("button", name="Place", exact=True).click()
    player.settle()


CLASSIC_ATTACKS = {
    "Russians": ("Karelia S.S.R.", "Finland Norway"),
    "Germans": ("Ukraine S.S.R.", "Caucasus"),
}
LINKED_ATTACKS = {
    "Germans": ("Poland", "East Poland"),
    "Russians": ("Karelia", "Finland"),
    "Japanese": ("Manchuria", "Suiyuan"),
    "British": ("Egypt", "Libya"),
    "Chinese": ("Yunnan", "French Indo-China"),
}


def attack(player: Player, attacks: dict[str, tuple[str, str]]) -> None:
    """Send the stack of the mover's attack, unless a battle of others has made it impossible."""
    mover = str(player.page.inner_text("#ask h2")).partition(",")[0]
    if mover not in attacks or "move " in player.page.inner_text("#orders"):
        return
    start, goal = attacks[mover]
    player.look_up(start)
    if player.page.locator(f'#goal option[value="{goal}"]').count():
        player.page.select_option("#goal", goal)
        player.click("Move", exact=True)


def one_step(player: Player) -> None:
    """Buy, place, allocate, press on or retreat, else do what the dark button says."""
    if "purchase:" in player.asked() and "buy" not in player.page.inner_text("#orders"):
        more = player.page.get_by_role("button", name="One infantry more")
        if more.count() and more.is_enabled():
            more.click()
            player.settle()
    if player.page.locator("#ask [data-place]").count():
        place_first(player)
    elif player.has("Allocate"):
        allocate_all(player)
    elif player.has("Stay") and not player.page.locator("#ask [data-main]").count():
        player.click("Stay")
    elif player.has("Press on") and not player.page.locator("#ask [data-main]").count():
        # In the third round of a battle the attacker has had enough.
        has_had_enough = "round 3" in player.told() and player.has("Retreat to")
        player.click("Retreat to" if has_had_enough else "Press on")
    elif not player.page.locator("#ask [data-main]").count():
        player.expected()
    else:
        player.page.wait_for_selector("[data-deaf]", state="detached")
        player.page.locator("#ask [data-main]").first.click()
        player.settle()


def play_until(player: Player, words: str, attacks: dict[str, tuple[str, str]]) -> set[str]:
    """Play on until the top of the page says so; the phases and the questions that were met."""
    seen: set[str] = set()
    for _ in range(MOST_STEPS):
        where = str(player.page.inner_text("#where"))
        if words in where:
            return seen
        seen.add(where.partition(": ")[2])
        asked = str(player.page.inner_text("#ask h2"))
        seen |= {words for words in QUESTIONS if words in asked}
        if "combat move" in where and "non-combat" not in where:
            attack(player, attacks)
        one_step(player)
        assert not player.page.is_visible("#trouble"), player.page.inner_text("#trouble")
        assert player.trouble == []
    raise AssertionError(player.asked())


def test_turns_of_classic(tmp_path: Path, context: BrowserContext) -> None:
    """Two nations buy, attack, lose, press on or retreat, and place."""
    ann = hotseat(tmp_path, "classic_1942")
    with opened(ann, context) as player:
        seen = play_until(player, "British: ", CLASSIC_ATTACKS)
    phases = {"technology", "purchase", "combat move", "battle", "non-combat move", "placement"}
    assert phases | {"whether to retreat"} <= seen
    ann.ok("verify", ann.game.game.hex()[:8])


def test_turns_of_the_linked_boards(tmp_path: Path, context: BrowserContext) -> None:
    """Both boards, with battles on each; money is allocated to the treasuries of both."""
    ann = hotseat(tmp_path, "axis_allies_linked")
    with opened(ann, context) as player:
        seen = play_until(player, "Americans: purchase", LINKED_ATTACKS)
    phases = {"allocation of money", "purchase", "combat move", "battle", "placement"}
    assert phases | {"whether to retreat"} <= seen
    ann.ok("verify", ann.game.game.hex()[:8])


def set_up(player: Player) -> None:
    """Fill every place with infantry, and with tanks where the box has no more of it (T96)."""
    while player.page.locator("#ask [data-place]").count():
        player.key("Enter")
        for kind in ("infantry", "tank"):
            if player.has(f"All {kind}"):
                player.click(f"All {kind}")
        player.key("Enter")
        assert not player.page.is_visible("#trouble"), player.page.inner_text("#trouble")
    player.key("Enter")
    player.click("Sign")


def command(player: Player, letters: Iterator[str]) -> None:
    """Say a card by its button; whoever says the last one may have to go on."""
    player.page.wait_for_selector("[data-deaf]", state="detached")
    player.page.get_by_role("button", name=f"Card {next(letters)},").first.click()
    player.settle()
    player.key("d")


def sign_the_rest(player: Player) -> None:
    """Go on as the dark button says until the turn is complete, and sign it."""
    for _ in range(60):
        if "is complete" in player.asked():
            player.click("Sign")
            return
        player.expected()
    raise AssertionError(player.asked())


def attack_helsinki(player: Player) -> None:
    """Three units do not fit over the border; two come, one fires and one retreats."""
    player.click("Violate Finland")
    assert "Nobody has attacked Finland yet" in player.asked()
    assert not player.has("End the movement")
    player.send("Moscow", "Leningrad", 1)
    player.send("Leningrad", "Helsinki", 2)
    assert "units can still move" in player.asked()
    player.key("d")
    player.expected()
    player.expected()
    assert "Defence: Neutral, 1 fortress" in player.asked()
    assert "hits on average" in player.asked()
    assert faults_of(player.page) == []
    assert "expected" in player.told()
    assert player.has("Do nothing")
    if player.has("Retreat to Leningrad"):
        player.click("Retreat to Leningrad")


def engage_too_many(player: Player) -> None:
    """The limit of a border refuses the third unit, with its reason."""
    player.page.set_viewport_size({"width": 390, "height": 800})
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
    player.page.set_viewport_size({"width": 1280, "height": 720})
    player.click("Violate Low Countries")
    player.send("Ruhr", "Amsterdam", 3)
    said = player.page.inner_text("#trouble")
    assert "3 ground units would engage from Ruhr to Amsterdam, but only 2 can (T46)" in said
    assert "Amsterdam (river, 2)" in player.page.inner_text("#area")
    player.send("Ruhr", "Amsterdam", 2)
    assert not player.page.is_visible("#trouble")
    player.key("d")


def test_a_year_of_triumph_and_tragedy(tmp_path: Path, context: BrowserContext) -> None:
    """Cadres, commands, moves over borders with limits, battles and a retreat, in all seasons."""
    ann = hotseat(tmp_path, "triumph_tragedy")
    special = {"Spring, USSR": attack_helsinki, "Spring, Axis": engage_too_many}
    seasons: set[str] = set()
    with opened(ann, context) as player:
        player.key("Enter")
        assert "Room for 22 in all" in player.asked()
        glance = player.page.inner_text("#strip")
        peace = re.search("Peace ([^\n]+)", glance)
        assert peace is not None
        assert {*peace[1].split(", ")} == {"Axis", "West", "USSR"}
        player.key("Enter")
        assert faults_of(player.page) == []
        for _ in range(3):
            set_up(player)
        letters = cycle("JIH")
        for _ in range(40):
            where = str(player.page.inner_text("#where"))
            if "Round 2" in where:
                break
            seasons.add(where.split(", ")[1])
            if "command" in where:
                command(player, letters)
                where = str(player.page.inner_text("#where"))
            for turn, act in special.items():
                if turn in where and "movement" in where:
                    act(player)
            sign_the_rest(player)
            assert player.trouble == []
    assert {"Spring", "Summer", "Fall"} <= seasons
    ann.ok("verify", ann.game.game.hex()[:8])
