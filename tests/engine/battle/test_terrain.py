"""Terrain that makes units stronger or weaker where they fight."""

from dataclasses import replace

import pytest

from engine.core.chance import RollResult
from engine.core.events.battle import VolleyFired
from engine.game import apply
from engine.gamedef import Definition
from engine.loading import definition_from_tree, tree_from_definition
from engine.odds import Plan, battle_in, solve
from engine.odds.losses import losses_in_order
from engine.rules.battle.rounds.casualties import default_casualties
from tests.engine.battle.arena import arena, fought, wants
from tests.support.positions import big_world

PLACE = "Finland"


def _hills() -> Definition:
    world = big_world()
    hills = replace(
        world.board.territories[PLACE],
        attack_terrain=(("infantry", 1), ("armour", -9)),
        defence_terrain=(("armour", -1),),
    )
    return replace(
        world, board=replace(world.board, territories={**world.board.territories, PLACE: hills})
    )


def test_terrain_changes_strength_but_never_below_nothing() -> None:
    forces = [("infantry", 1), ("armour", 1)]
    step = fought(arena(PLACE, forces, forces, definition=_hills()), PLACE)
    assert (wants(step).side, wants(step).count) == ("attacker", 1)
    step = apply(step.state, RollResult((6,)))
    fired = step.events[0]
    assert isinstance(fired, VolleyFired)
    assert [group.strength for group in fired.groups] == [2]
    step = apply(step.state, RollResult((6, 6)))
    fired = step.events[0]
    assert isinstance(fired, VolleyFired)
    assert [group.strength for group in fired.groups] == [2], "armour defends at 3 less 1"


@pytest.mark.parametrize(("bonus", "first"), [(-2, "armour"), (0, "artillery")])
def test_B198_option_the_weakest_on_this_terrain_is_lost_first(bonus: int, first: str) -> None:
    """Armour defends at 3, artillery at 2; the odds lose them in the same order."""
    world = _hills()
    hills = replace(world.board.territories[PLACE], defence_terrain=(("armour", bonus),))
    board = replace(world.board, territories={**world.board.territories, PLACE: hills})
    options = replace(world.options, weakest_lost_first=True)
    world = replace(world, board=board, options=options)
    forces = [("armour", 1), ("artillery", 1)]
    state = arena(PLACE, [("infantry", 1)], forces, definition=world)
    ids = tuple(unit.id for unit in state.units_in(PLACE) if unit.owner == "Germans")
    (hit,) = default_casualties(state, ids, 1, "defender")
    assert state.units[hit].type == first
    battle = battle_in(state, PLACE, (), Plan()).battle
    order = losses_in_order(battle.defenders, battle.rules, Plan(), "defender")
    assert battle.defenders[order[0]].kind.name == first


def test_B251_the_odds_know_the_terrain() -> None:
    state = arena(PLACE, [("armour", 2)], [("infantry", 1)], definition=_hills())
    attackers = tuple(unit.id for unit in state.units_in(PLACE) if unit.owner == "Russians")
    battle = battle_in(state, PLACE, attackers, Plan()).battle
    assert float(solve(battle).chance("win")) == 0


def test_terrain_survives_the_tree() -> None:
    world = definition_from_tree(tree_from_definition(_hills()))
    facts = world.board.territories[PLACE]
    assert dict(facts.attack_terrain) == {"infantry": 1, "armour": -9}
    assert facts.defence_terrain == (("armour", -1),)
