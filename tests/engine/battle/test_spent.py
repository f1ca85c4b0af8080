"""Units that are spent in a battle (map dialect: isSuicide and its kin)."""

from dataclasses import replace

import pytest

from engine.core.events.battle import BattleEnded, UnitsDestroyed
from engine.gamedef import Definition
from engine.odds import battle_in
from engine.odds.battle import Plan
from tests.engine.battle.arena import arena, fought, play, wants
from tests.support.positions import big_world, count_in
from tests.support.unit_types import with_facts

PLACE = "Finland"


def world(kind: str, *, attacking: bool = True, defending: bool = False) -> Definition:
    plain = big_world()
    spent = with_facts(plain.unit_types[kind], dies_attacking=attacking, dies_defending=defending)
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
    early = with_facts(plain.unit_types["armour"], first_in_attack=side == "attack")
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
    assert "some units are spent in the first round" in map(str, reasons)


def costly(*kinds: str, **facts: object) -> Definition:
    """The big world in which hits of some types of units cost units of the type."""
    plain = big_world()
    types = dict(plain.unit_types)
    for kind in kinds:
        types[kind] = with_facts(types[kind], dies_hitting=True, **facts)
    return replace(plain, unit_types=types)


def test_each_hit_costs_one_of_them_at_once() -> None:
    sides = [("armour", 3), ("infantry", 1)], [("infantry", 4)]
    step = fought(arena(PLACE, *sides, definition=costly("armour")), PLACE)
    assert (wants(step).step, wants(step).count) == ("general", 1)
    played = play(step, [6])
    assert (wants(played.step).side, wants(played.step).count) == ("attacker", 3)
    played = play(played.step, [1, 6, 1])
    assert left(played.step, "Russians", "armour") == 1
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["spent"]
    assert (wants(played.step).side, wants(played.step).count) == ("defender", 4)


def test_each_type_of_them_fires_alone_though_the_one_before_is_gone() -> None:
    definition = costly("armour", "infantry")
    sides = [("armour", 1), ("infantry", 1)], [("infantry", 4)]
    step = fought(arena(PLACE, *sides, definition=definition), PLACE)
    assert (wants(step).side, wants(step).count) == ("attacker", 1)
    played = play(step, [1])
    assert left(played.step, "Russians", "armour") == 0
    assert (wants(played.step).side, wants(played.step).count) == ("attacker", 1)
    played = play(played.step, [1])
    assert left(played.step, "Russians", "infantry") == 0
    assert {event.winner for event in played.all(BattleEnded)} <= {"defender"}


def test_a_defender_that_is_hit_and_hits_is_lost_once() -> None:
    sides = [("infantry", 2)], [("armour", 2)]
    step = fought(arena(PLACE, *sides, definition=costly("armour")), PLACE)
    played = play(step, [1, 6], [1, 6])
    # The one that was not hit is spent, and the other goes with the casualties of the round.
    assert left(played.step, "Germans", "armour") == 0
    assert left(played.step, "Russians", "infantry") == 1


def test_guns_are_spent_as_well() -> None:
    definition = costly("aaGun", launches_rockets=False)
    sides = [("fighter", 2), ("infantry", 1)], [("aaGun", 2), ("infantry", 1)]
    step = fought(arena(PLACE, *sides, definition=definition), PLACE)
    assert (wants(step).step, wants(step).count) == ("aa_fire", 2)
    played = play(step, [1, 6])
    assert left(played.step, "Germans", "aaGun") == 1
    assert left(played.step, "Russians", "fighter") == 1
    assert sorted(event.cause for event in played.all(UnitsDestroyed)) == ["aa_fire", "spent"]


def test_the_odds_do_not_count_units_that_hits_cost() -> None:
    state = arena(PLACE, [("armour", 3)], [("infantry", 2)], definition=costly("armour"))
    attackers = tuple(unit.id for unit in state.units_in(PLACE) if unit.owner == "Russians")
    (caveat,) = battle_in(state, PLACE, attackers, Plan()).choices
    assert (caveat.kind, str(caveat)) == (
        "spent-when-hitting",
        "some units are spent when they hit",
    )
