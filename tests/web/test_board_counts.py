"""What a first turn costs on the page, at the prompt and in TripleA's client: clicks and keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened
from tests.support.keystrokes import RUSSIANS_IN_FULL, RUSSIANS_SHORT, in_triplea, typed
from tests.support.table import desks_of, table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

BOARD = Path(__file__).parents[2] / "docs" / "board.md"


def meaning(line: str) -> tuple[frozenset[str], str, str]:
    """The units of an order in no order, without numbers of ships and cargo, and the two ends."""
    what, _, way = re.sub(r" #\d+|^(move|buy) ", "", line).partition(": ")
    start, _, rest = way.partition(" > ")
    return frozenset(what.split(", ")), start, rest.rpartition(" > ")[2]


MOST_FOR_A_NEW_USER = 35


def plan_the_turn(player: Player, *, by_mouse: bool = False) -> None:
    """The purchase and the attacks of `RUSSIANS_IN_FULL`.

    by_mouse: by somebody new, who presses + again and again and knows no key.
    """

    def end(phase: str) -> None:
        if by_mouse:
            player.click(f"End the {phase} phase")
        else:
            player.key("d")

    def less(kind: str) -> None:
        player.click(f"One {kind} less")

    def on(goal: str) -> None:
        player.page.wait_for_selector(f'path[data-lit][data-name="{goal}"]')
        player.area(goal)

    if by_mouse:
        for _ in range(6):
            player.click("One infantry more")
    else:
        player.type_number("infantry", 6)
    for kind in ("artillery", "armour", "armour"):
        player.click(f"One {kind} more")
    end("purchase")
    player.move("Archangel'sk", "Finland")
    player.area("Karelija")
    less("infantry")
    on("Finland")
    player.click("One fighter more")
    on("Western Russia")
    player.area("Stalingrad")
    less("armour")
    on("Southern Russia")
    player.area("Moscow")
    less("armour")
    on("Southern Russia")
    player.click("One fighter more")
    on("Western Russia")
    player.area("Eastern Russia")
    less("infantry")
    on("Southern Russia")
    player.move("Northern Russia", "Western Russia")
    player.click("Whole map")
    player.area("Vladivostok")
    less("infantry")
    on("Northern Manchukuo")
    end("combat move")


def test_a_first_turn_costs_fewer_clicks_than_keys_at_the_prompt(
    tmp_path: Path, context: BrowserContext
) -> None:
    """The table of docs/board.md."""
    ann = desks_of(tmp_path, table(tmp_path / "authority"))[0]
    with opened(ann, context) as player:
        plan_the_turn(player)
        ordered = [line.strip(" ×") for line in player.page.inner_text("#orders ol").split("\n")]
    assert set(map(meaning, RUSSIANS_IN_FULL)) <= set(map(meaning, ordered))
    did = player.clicks + player.keys
    prompt = typed(RUSSIANS_SHORT)[1]
    elsewhere = in_triplea(RUSSIANS_IN_FULL)
    row = f"| {did} | {prompt} | {typed(RUSSIANS_IN_FULL)[1]} | {elsewhere} |"
    assert row in BOARD.read_text(encoding="utf-8"), row
    assert did < min(prompt, elsewhere)


def test_somebody_new_plans_the_turn_by_mouse_alone(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann = desks_of(tmp_path, table(tmp_path / "authority"))[0]
    with opened(ann, context) as player:
        assert "technology" in player.page.inner_text("#where")
        plan_the_turn(player, by_mouse=True)
        ordered = [line.strip(" ×") for line in player.page.inner_text("#orders ol").split("\n")]
        assert faults_of(player.page) == []
    assert set(map(meaning, RUSSIANS_IN_FULL)) <= set(map(meaning, ordered))
    assert player.keys == 0
    assert player.clicks <= MOST_FOR_A_NEW_USER, player.clicks
