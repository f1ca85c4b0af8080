"""Submarines whose first strike a destroyer cancels, as in newer games (B81)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest
from engine.gamedef.position import Step
from tests.engine.battle.arena import arena, fought, play, wants
from tests.support.positions import big_world
from tests.support.unit_types import with_facts


def _zones() -> tuple[str, str]:
    board = big_world().board
    zone = next(name for name in board.is_sea if board.is_sea[name])
    return zone, next(name for name in board.neighbours(zone) if board.is_sea[name])


def test_units_that_strike_first_fire_apart_where_their_side_may_not() -> None:
    """As submarines of the defence do where the option is off."""
    world = big_world()
    archer = with_facts(world.unit_types["artillery"], first_in_defence=True)
    world = replace(world, unit_types={**world.unit_types, "artillery": archer})
    forces = [("infantry", 1), ("artillery", 1)]
    state = arena("Norway", [("infantry", 2)], forces, definition=world)
    for fires_first, steps in (
        (False, ["general", "general_strikers", "general"]),
        (True, ["first_strike_others", "general", "general"]),
    ):
        options = replace(world.options, defending_submarines_fire_first=fires_first)
        step: Step = fought(replace(state, definition=replace(world, options=options)), "Norway")
        found: list[str] = []
        while isinstance(step.waiting, RollRequest) and step.waiting.round == 1:
            found.append(step.waiting.step)
            step = play(step, [6] * step.waiting.count).step
        assert found == steps


def _requests(attackers: list[tuple[str, int]], defenders: list[tuple[str, int]]) -> list[str]:
    """The steps that roll dice in the first round, in which nothing is hit."""
    zone, origin = _zones()
    state = arena(
        zone,
        attackers,
        defenders,
        by="British",
        origins=[origin],
        definition=big_world(destroyers_cancel_first_strike=True),
    )
    step: Step = fought(state, zone)
    found: list[str] = []
    while isinstance(step.waiting, RollRequest) and step.waiting.round == 1:
        request = wants(step)
        found.append(f"{request.side} {request.step}")
        step = play(step, [6] * request.count).step
    return found


@pytest.mark.parametrize(
    ("attackers", "defenders", "steps"),
    [
        (
            [("submarine", 1)],
            [("submarine", 1)],
            ["attacker first_strike", "defender first_strike"],
        ),
        (
            [("submarine", 1)],
            [("submarine", 1), ("destroyer", 1)],
            ["defender first_strike", "attacker general_submarines", "defender general"],
        ),
        (
            [("submarine", 1), ("destroyer", 1)],
            [("submarine", 1), ("destroyer", 1)],
            [
                "attacker general_submarines",
                "attacker general",
                "defender general_submarines",
                "defender general",
            ],
        ),
    ],
)
def test_B81_a_destroyer_makes_enemy_submarines_fire_with_the_others(
    attackers: list[tuple[str, int]], defenders: list[tuple[str, int]], steps: list[str]
) -> None:
    assert _requests(attackers, defenders) == steps
