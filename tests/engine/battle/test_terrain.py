"""Terrain that makes units stronger or weaker where they fight."""

from dataclasses import replace

from engine.core.chance import RollResult
from engine.core.events.battle import VolleyFired
from engine.game import apply
from engine.gamedef import Definition
from engine.loading import definition_from_tree, tree_from_definition
from engine.odds import Plan, battle_in, solve
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
