"""The slips of tests/rules/test_reasons.py, made with the mouse where a click can make them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rules.test_reasons import BEGUN, BIG, BLOCKS, CLASSIC, PACIFIC, SLIPS
from tests.support.boardpage import Player, opened
from tests.support.table import ANYWAY, desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOT_THERE = "an area offers only units of the mover that stand there"
NOT_SO_MANY = "− and + end at what there is, what it costs, and the room"
NEVER_MOVES = "what cannot move now is not offered beside those that can"
BUTTON_ONLY = "a raid is a button, which is there only where it is legal"
OTHER_PHASE = "the page has no button for another phase, and units are not taken up in it"
NOTHING = "a stack that is put back where it stood has not been ordered anything"
SAID_BEFORE = "the end of the phase has no button yet, and what is missing is listed"

WHY_NOT = {
    (BIG, "move 1 artillery: Karelija > Finland"): NOT_THERE,
    (BIG, "move 2 bomber: Karelija > Finland"): NOT_THERE,
    (BIG, "move 9 infantry: Karelija > Finland"): NOT_SO_MANY,
    (BIG, "move 1 infantry: Eastern Germany > Moscow"): NOT_THERE,
    (BIG, "move 1 bomber: Leningrad > Western Germany"): NOT_THERE,
    (BIG, "move 1 submarine: SZ 19 > SZ 20"): NOT_THERE,
    (CLASSIC, "move 1 transport: Russia > Karelia S.S.R."): NOT_THERE,
    (CLASSIC, "move 5 armour: Caucasus > Germany"): NOT_THERE,
    (BIG, "move 2 armour: Karelija > Leningrad"): NOT_SO_MANY,
    (BIG, "move 1 factory: Moscow > Eastern Russia"): NEVER_MOVES,
    (BIG, "move 1 aaGun: Moscow > Eastern Russia"): NEVER_MOVES,
    (BIG, "move 1 infantry: Moscow > Moscow"): NOTHING,
    (BIG, "raid 1 fighter: Moscow > Eastern Germany"): BUTTON_ONLY,
    (BIG, "raid 1 bomber: Moscow > Finland"): BUTTON_ONLY,
    (CLASSIC, "raid 1 fighter: Russia > Germany"): BUTTON_ONLY,
    (BIG, "place 1 infantry: Moscow"): OTHER_PHASE,
    (BIG, "buy 1 infantry"): OTHER_PHASE,
    (BIG, "fight Finland"): OTHER_PHASE,
    (PACIFIC, "move 1 infantry: Japan > 1 Sea Zone"): OTHER_PHASE,
    (BLOCKS, "command 6"): OTHER_PHASE,
    (PACIFIC, "buy 99 infantry"): NOT_SO_MANY,
    (PACIFIC, "buy 1 factory"): NOT_SO_MANY,
    (BLOCKS, "place 20 infantry: Berlin"): NOT_SO_MANY,
    (BLOCKS, "done"): SAID_BEFORE,
}
"""Slips that no click can make, and why."""

MOVE = re.compile(r"move (\d+) (\w+): (.+) > (.+)")
FULL_NAMES = {"Archangelsk": "Archangel'sk", "SZ 19": "SZ 19 Atlantic", "SZ 7": "SZ 7 Barents Sea"}
DRAGGED = [
    (scenario, line, words)
    for scenario, line, code, words in SLIPS
    if (scenario, line) not in WHY_NOT and not code.startswith(("unknown", "ambiguous"))
    if MOVE.fullmatch(line)
]


def drag(player: Player, line: str) -> None:
    """Choose just these units, and drag them there on the whole map."""
    match = MOVE.fullmatch(line)
    assert match is not None
    count, kind, start, goal = match.groups()
    start, goal = FULL_NAMES.get(start, start), FULL_NAMES.get(goal, goal)
    player.look_up(start)
    if player.has("No units"):
        player.click("No units")
        number = player.page.locator("#area").get_by_role("spinbutton", name=kind, exact=True)
        number.fill(count)
        number.press("Tab")
    player.click("Whole map")
    player.drag(start, goal)


@pytest.mark.parametrize("scenario", [BIG, CLASSIC])
def test_B142_a_slip_of_the_mouse_is_answered_where_the_pointer_is(
    scenario: str, tmp_path: Path, context: BrowserContext
) -> None:
    ann = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    ann.ok("new", scenario, "--hotseat")
    game = ann.game.game.hex()[:8]
    orders = tmp_path / "begun.orders"
    orders.write_text("\n".join((*BEGUN[scenario], "")), encoding="utf-8")
    ann.ok("play", game, "--orders", orders, "--open-end", *ANYWAY)
    missed: list[str] = []
    with opened(ann, context) as player:
        for where, line, words in DRAGGED:
            if where != scenario:
                continue
            before = player.page.inner_text("#orders")
            drag(player, line)
            why = str(player.page.locator("#why").text_content())
            if words not in why or not player.page.is_visible("#why"):
                missed.append(f"{line}: {why}")
            assert player.page.inner_text("#orders") == before
    assert missed == []


def test_every_slip_is_made_with_the_mouse_or_it_is_said_why_not() -> None:
    made = {(scenario, line) for scenario, line, _ in DRAGGED}
    # Areas, units and orders are pointed at, and cannot be misspelt.
    spelt = {
        (scenario, line)
        for scenario, line, code, _ in SLIPS
        if code.startswith(("unknown", "ambiguous", "count-missing", "path-too-short"))
    }
    for scenario, line, *_ in SLIPS:
        assert (scenario, line) in made | set(WHY_NOT) | spelt, line
    assert not made & set(WHY_NOT)
    assert set(WHY_NOT) <= {(scenario, line) for scenario, line, *_ in SLIPS}
    assert len(made) >= 12
