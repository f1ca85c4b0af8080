"""Rounds of other games on the page: every phase is answered with a button, none at a prompt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.boardpage import Player, running
from tests.support.table import Desk, desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

MOST_STEPS = 150


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


def one_step(player: Player) -> None:
    """Do what the page asks for: buy, place, allocate, else the dark button."""
    more = player.page.get_by_role("button", name="One infantry more")
    if (
        "purchase:" in player.asked()
        and "buy" not in player.page.inner_text("#orders")
        and more.count()
    ):
        more.click()
        player.settle()
    if player.page.locator("#ask [data-place]").count():
        place_first(player)
    elif player.has("Allocate"):
        allocate_all(player)
    else:
        player.page.locator("#ask [data-main]").first.click()
        player.settle()


def play_until(player: Player, words: str) -> set[str]:
    """Play on until the top of the page says so; the phases that were met."""
    seen: set[str] = set()
    for _ in range(MOST_STEPS):
        where = str(player.page.inner_text("#where"))
        if words in where:
            return seen
        seen.add(where.partition(": ")[2])
        one_step(player)
        assert not player.page.is_visible("#trouble"), player.page.inner_text("#trouble")
        assert player.trouble == []
    raise AssertionError(player.asked())


def test_a_round_of_classic(tmp_path: Path, context: BrowserContext) -> None:
    ann = hotseat(tmp_path, "classic_1942")
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        seen = play_until(player, "Round 2")
    assert {"technology", "purchase", "combat move", "non-combat move", "placement"} <= seen
    ann.ok("verify", ann.game.game.hex()[:8])


def test_the_british_allocate_money_to_both_linked_boards(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = hotseat(tmp_path, "axis_allies_linked")
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        seen = play_until(player, "Germans")
        seen |= play_until(player, "Russians")
    assert {"allocation of money", "purchase", "placement"} <= seen


def test_cadres_of_a_block_game_are_placed_by_the_list_of_places(
    tmp_path: Path, context: BrowserContext
) -> None:
    """Again at the place that is chosen already: a second click does not let go of it."""
    ann = hotseat(tmp_path, "triumph_tragedy")
    with running(ann.root, ann.game.game.hex()[:8]) as program:
        player = Player(context, program.address)
        player.click("Roll the dice")
        place_first(player)
        place_first(player)
        assert player.page.locator("#orders li").count() == 2
        assert not player.page.is_visible("#trouble")
