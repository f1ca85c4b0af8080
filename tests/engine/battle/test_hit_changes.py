"""Units that turn into others by their hits (map dialect: whenHitPoints...ChangesInto)."""

from dataclasses import replace

import pytest

from engine.core.errors import DefinitionError
from engine.core.events.battle import UnitsDestroyed, UnitsTransformed, VolleyFired
from engine.gamedef import Definition, State
from engine.gamedef.unit_combat import HitChange
from engine.loading import definition_from_tree, tree_from_definition
from engine.odds import battle_in
from engine.odds.battle import Plan
from engine.orders.press import Press
from engine.rules.common.repair import resolve_repairs
from tests.engine.battle.arena import arena, fought, play
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

ZONE = "SZ 19 Atlantic"
BY, AGAINST = "Americans", "Germans"


def game(*changes: HitChange, wreck: int = 2) -> Definition:
    """Battleships change as is said; a wreck of theirs attacks at 1, and is whole when repaired."""
    plain = big_world()
    ship = plain.unit_types["battleship"]
    hulk = with_facts(
        ship,
        name="hulk",
        attack=1,
        hit_points=wreck,
        repaired_as=(HitChange(0, "battleship"),),
        aliases=(),
    )
    types = {**plain.unit_types, "battleship": with_facts(ship, damaged_as=changes), "hulk": hulk}
    return replace(plain, unit_types=types)


def battle(definition: Definition, attackers: int = 1, defenders: int = 2) -> State:
    return arena(
        ZONE,
        [("battleship", attackers)],
        [("destroyer", defenders)],
        by=BY,
        against=AGAINST,
        origins=["SZ 18 West Atlantic"],
        cleared=["SZ 18 West Atlantic"],
        definition=definition,
    )


def test_a_damaged_unit_changes_at_the_end_of_the_round_and_keeps_its_hits() -> None:
    step = fought(battle(game(HitChange(1, "hulk"))), ZONE)
    played = play(step, [6], [1, 6])
    (event,) = played.all(UnitsTransformed)
    (hulk,) = (unit for unit in played.step.state.units_in(ZONE) if unit.type == "hulk")
    assert [(one.unit, one.type, one.hits) for one in event.units] == [(hulk.id, "hulk", 1)]
    assert (hulk.owner, hulk.hits) == (BY, 1)
    weaker = play(played.step, Press(ZONE), [2], [1, 6])
    assert next(iter(weaker.all(VolleyFired))).groups[0].strength == 1
    assert [len(event.units) for event in weaker.all(UnitsDestroyed)] == [1], "the last hit"


@pytest.mark.parametrize(("keeps", "wreck", "hits"), [(True, 1, 0), (True, 3, 1), (False, 3, 0)])
def test_it_keeps_no_more_hits_than_it_can_live_with(keeps: bool, wreck: int, hits: int) -> None:
    step = fought(battle(game(HitChange(1, "hulk", keeps), wreck=wreck)), ZONE)
    played = play(step, [6], [1, 6])
    (hulk,) = (unit for unit in played.step.state.units_in(ZONE) if unit.type == "hulk")
    assert hulk.hits == hits


def test_the_last_hit_may_leave_something_else_behind() -> None:
    step = fought(battle(game(HitChange(2, "hulk", False))), ZONE)
    played = play(step, [6], [1, 1])
    assert count_in(played.step.state, ZONE, BY, "hulk") == 1
    assert not played.all(UnitsDestroyed)
    assert len(played.all(UnitsTransformed)) == 1


def test_a_repaired_unit_is_its_old_self() -> None:
    state = position(game(), BY, "end_turn", cleared=[ZONE], units=[(ZONE, BY, "hulk", 2)])
    hurt, whole = state.units_in(ZONE)
    hurt = replace(hurt, hits=1)
    state = replace(state, units={**state.units, hurt.id: hurt})
    events = resolve_repairs(state, [hurt])
    (event,) = (event for event in events if isinstance(event, UnitsTransformed))
    assert [(one.unit, one.type, one.hits) for one in event.units] == [(hurt.id, "battleship", 0)]
    assert whole.type == "hulk"


def test_a_change_must_not_lead_to_another_at_once() -> None:
    definition = game(HitChange(1, "hulk"))
    types = dict(definition.unit_types)
    types["hulk"] = with_facts(types["hulk"], damaged_as=(HitChange(1, "battleship"),))
    with pytest.raises(DefinitionError, match="would change at once"):
        definition_from_tree(tree_from_definition(replace(definition, unit_types=types)))


def test_the_odds_say_that_such_a_battle_is_played_out() -> None:
    state = battle(game(HitChange(1, "hulk")))
    attackers = [unit.id for unit in state.units_in(ZONE) if unit.owner == BY]
    (caveat,) = battle_in(state, ZONE, attackers, Plan()).choices
    assert (caveat.kind, str(caveat)) == ("changes-when-hit", "some units change when they are hit")
