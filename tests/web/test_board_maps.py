"""A nation's turn on maps of TripleA's players, at the page; skipped where the maps are absent."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.boardpage import Player, opened
from tests.support.table import desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

SHARED = Path(__file__).parents[3] / "shared" / "triplea"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/triplea"),
]

MOST_STEPS = 80


@contextmanager
def at_the_page(folder: Path, context: BrowserContext, *path: str) -> Iterator[Player]:
    """A game on a map in which the player holds all seats."""
    ann = desk(folder, "Ann", f'[dice]\nfolder = "{folder / "authority"}"\n')
    ann.ok("new", SHARED.joinpath(*path), "--hotseat")
    with opened(ann, context) as player:
        yield player
    ann.ok("verify", ann.game.game.hex()[:8])


def go_on(player: Player, until: str) -> str:
    """Do what the dark button says, or press on, until the page says so; what was told."""
    told = ""
    for _ in range(MOST_STEPS):
        told += player.told()
        if until in f"{player.page.inner_text('#where')}\n{player.asked()}":
            return told
        if player.page.locator("#ask [data-main]").count():
            player.key("Enter")
        elif player.has_homeless():
            player.land_aircraft()
        else:
            player.click(player.first_of("Press on", "Roll the dice", "Fight", "Nobody"))
        assert not player.page.is_visible("#trouble"), player.page.inner_text("#trouble")
    raise AssertionError(player.asked())


def attack(player: Player, start: str, goal: str) -> None:
    """The rest of a turn: infantry is bought, all of an area attacks, and everything is placed."""
    player.key("d")
    player.type_number("infantry", 4)
    player.key("d")
    player.send(start, goal)
    player.key("d")
    assert "expected" in go_on(player, "is complete")
    assert "bought and not placed" not in player.asked()


def test_a_turn_on_a_map_with_polygons(tmp_path: Path, context: BrowserContext) -> None:
    path = ("big_world", "games", "big_world_1942.xml")
    with at_the_page(tmp_path, context, *path) as player:
        outline = player.page.locator('.areas path[data-name="Finland"]').get_attribute("d")
        assert outline is not None and outline.count("L") > 20
        attack(player, "Karelija", "Finland")


def test_a_turn_on_a_map_with_politics(tmp_path: Path, context: BrowserContext) -> None:
    """War is declared with a button, and makes the attack of this turn possible."""
    with at_the_page(tmp_path, context, "maps", "ww2global40.xml") as player:
        player.click("Declare war on the Russians")
        attack(player, "Poland", "Baltic States")


def test_a_factory_is_bombed_and_repaired(tmp_path: Path, context: BrowserContext) -> None:
    """Unless its gun hits: then there is nothing to repair, and the page offers nothing."""
    with at_the_page(tmp_path, context, "maps", "WW2v3-1941.xml") as player:
        go_on(player, "Germans: combat move")
        player.look_up("Germany")
        player.click("No units")
        player.page.get_by_role("spinbutton", name="bomber").fill("1")
        player.page.keyboard.press("Tab")
        player.click("Raid the factory of Karelia S.S.R.")
        player.key("d")
        was_shot = "1 hit, 0.17 expected" in go_on(player, "is complete")
        player.click("Sign")
        go_on(player, "Russians: purchase")
        assert player.has("Repair") != was_shot
        if not was_shot:
            player.click("Repair")
            assert "repair 1: Karelia S.S.R." in player.page.inner_text("#orders")


def test_bids_are_bought_and_placed(tmp_path: Path, context: BrowserContext) -> None:
    with at_the_page(tmp_path, context, "maps", "WW2v4_Six_Army_Free_For_All.xml") as player:
        assert "Russians, bid" in player.asked()
        player.type_number("infantry", 2)
        player.key("d")
        told = go_on(player, "placement")
        assert "2 infantry" in told
