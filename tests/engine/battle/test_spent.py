"""Units that are spent in a battle (map dialect: isSuicide and its kin)."""

from dataclasses import replace

import pytest

from engine.core.events.battle import BattleEnded, UnitsDestroyed
from engine.gamedef import Definition
from engine.odds import battle_in
from engine.odds.battle import Plan
from tests.engine.battle.arena import arena, fought, play, wants
from tests.support.positions import big_world, count_in

PLACE = "Finland"


def world(kind: str, *, attacking: bool = True, defending: bool = False) -> Definition:
    plain = big_world()
    spent = replace(plain.unit_types[kind], dies_attacking=attacking, dies_defending=defending)
    return replace(plain, unit_types={**plain.unit_types, kind: spent})


def left(step: object, owner: str, kind: str) -> int:
    return count_in(step.state, PLACE, owner, kind)  # type: ignore[attr-defined]


def test_attackers_that_are_spent_fire_once_and_cannot_be_hit() -> None:
    sides = [("armour", 3), ("infantry", 1)], [("infantry", 2)]
    step = fought(arena(PLACE, *sides, definition=world("armour")), PLACE)
    assert (wants(step).side, wants(step).count) == ("attacker", 4)
    played = play(step, [6, 6, 6, 6], [1, 1])
    gone = {event.cause: len(event.units) for event in played.all(UnitsDestroyed)}
    assert gone == {"battle": 1, "spent": 3}
    assert [event.winner for event in played.all(BattleEnded)] == ["defender"]


@pytest.mark.parametrize(("attacking", "defending", "tanks"), [(True, False, 2), (False, True, 0)])
def test_a_defender_is_spent_where_its_kind_says_so(
    attacking: bool, defending: bool, tanks: int
) -> None:
    definition = world("armour", attacking=attacking, defending=defending)
    sides = [("infantry", 2)], [("armour", 2), ("infantry", 1)]
    step = fought(arena(PLACE, *sides, definition=definition), PLACE)
    played = play(step, [6, 6], [6, 6, 6])
    assert left(played.step, "Germans", "armour") == tanks
    assert left(played.step, "Germans", "infantry") == 1


def test_hits_on_a_side_where_all_are_spent_are_not_even_rolled() -> None:
    definition = world("armour", attacking=False, defending=True)
    step = fought(arena(PLACE, [("infantry", 2)], [("armour", 1)], definition=definition), PLACE)
    assert (wants(step).side, wants(step).count) == ("defender", 1)
    played = play(step, [6])
    assert left(played.step, "Russians", "infantry") == 2
    assert left(played.step, "Germans", "armour") == 0
    assert [event.winner for event in played.all(BattleEnded)] == ["attacker"]


def test_those_that_fire_early_are_gone_before_the_others_fire() -> None:
    definition = world("submarine", attacking=True)
    zone = "SZ 12 East Baltic Sea"
    sides = [("submarine", 1), ("battleship", 1)], [("battleship", 2)]
    step = fought(arena(zone, *sides, definition=definition), zone)
    assert wants(step).step == "first_strike"
    played = play(step, [6])
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["spent"]
    assert wants(played.step).step.startswith("general")


@pytest.mark.parametrize(("side", "order"), [("attack", "first_strike_others"), ("", "general")])
def test_units_other_than_submarines_may_fire_first(side: str, order: str) -> None:
    plain = big_world()
    early = replace(plain.unit_types["armour"], first_in_attack=side == "attack")
    definition = replace(plain, unit_types={**plain.unit_types, "armour": early})
    step = fought(arena(PLACE, [("armour", 2)], [("infantry", 2)], definition=definition), PLACE)
    assert wants(step).step == order
    played = play(step, [1, 1])
    # Two hits before the defenders fire end the battle at once.
    assert bool(played.step.state.battles) is (side == "")


def test_odds_say_that_they_do_not_count_it() -> None:
    state = arena(PLACE, [("armour", 3)], [("infantry", 2)], definition=world("armour"))
    attackers = tuple(unit.id for unit in state.units_in(PLACE) if unit.owner == "Russians")
    reasons = battle_in(state, PLACE, attackers, Plan()).choices
    assert "some units are spent in the first round" in reasons
