"""Support in general: which units help which, how often, and what it does to dice (B57 to B60)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollResult
from engine.core.events.battle import VolleyFired
from engine.game import apply
from engine.gamedef import Definition, SupportRule
from engine.gamedef.unit_types import helped_by
from engine.odds import Battle, Rules, solve
from engine.rules.battle.numbers.rolls import roll_volley
from engine.rules.battle.numbers.shooters import Shooter, total_power
from engine.rules.battle.numbers.support import supported
from engine.rules.battle.rounds.fire import shooters_of
from tests.engine.battle.arena import arena, fought, wants
from tests.engine.odds.armies import army
from tests.support.positions import big_world
from tests.support.unit_types import with_facts

CHIEF = Shooter("chief", 2)
ARCHER = Shooter("archer", 1)
GUARD = Shooter("guard", 3)


def _leads(**changes: object) -> SupportRule:
    rule = SupportRule(("chief",), ("archer", "guard"), kind="lead", count=2)
    return replace(rule, **changes)


def _strengths(
    *rules: SupportRule, units: tuple[Shooter, ...], side: str = "attacker"
) -> list[int]:
    return [one.strength for one in supported(units, rules, side)]


def test_B57_the_strongest_are_helped_first() -> None:
    units = (ARCHER, ARCHER, GUARD, CHIEF)
    assert _strengths(_leads(), units=units) == [2, 1, 4, 2]


def test_B59_a_kind_of_help_reaches_a_unit_once_or_as_often_as_it_says() -> None:
    two = (ARCHER, CHIEF, CHIEF)
    other = _leads(givers=("chief",), bonus=3)
    assert _strengths(_leads(), units=two) == [2, 2, 2]
    assert _strengths(_leads(stack=2), units=two) == [3, 2, 2]
    assert _strengths(_leads(stack=0), units=(*two, CHIEF)) == [4, 2, 2, 2]
    assert _strengths(_leads(), other, units=two) == [4, 2, 2], "the better one of a kind"
    assert _strengths(_leads(), replace(other, kind="awe"), units=two) == [5, 2, 2]


def test_B59_one_giver_never_helps_a_unit_twice_by_one_rule() -> None:
    assert _strengths(_leads(stack=0, count=9), units=(ARCHER, CHIEF)) == [2, 2]


def test_B58_side_and_nation_of_the_giver_count() -> None:
    ours = replace(CHIEF, owner="Gauls")
    rule = _leads(attack=False, defence=True, nations=("Gauls",))
    assert _strengths(rule, units=(ARCHER, ours)) == [1, 2]
    assert _strengths(rule, units=(ARCHER, ours), side="defender") == [2, 2]
    theirs = replace(CHIEF, owner="Romans")
    assert _strengths(rule, units=(ARCHER, theirs), side="defender") == [1, 2]


def test_B58_enemies_are_hindered_but_never_below_nothing() -> None:
    fear = SupportRule(
        ("chief",), ("archer", "guard"), -2, 2, attack=False, defence=True, on_enemies=True
    )
    fearful = supported((ARCHER, GUARD, GUARD), (fear,), "attacker", (), (CHIEF,))
    assert [one.strength for one in fearful] == [1, 1, 1], "the strongest first, two of them"
    assert supported((ARCHER,), (fear,), "attacker", (), (CHIEF,))[0].strength == 0
    assert supported((GUARD,), (fear,), "defender", (), (CHIEF,))[0].strength == 3


def test_B57_help_may_add_dice() -> None:
    rule = _leads(strength=False, dice=True)
    helped = supported((GUARD, CHIEF), (rule,), "attacker")
    assert [(one.strength, one.dice) for one in helped] == [(3, 2), (2, 1)]
    assert total_power(helped, 6) == 8
    less = _leads(strength=False, dice=True, bonus=-1, on_enemies=True)
    assert not supported((GUARD,), (less,), "defender", (), (CHIEF,))[0].fires


def test_B126_only_what_can_be_improved_is_doubled() -> None:
    better = replace(CHIEF, helps=2)
    three = (ARCHER,) * 3
    once = _leads(count=1)
    assert sum(_strengths(once, units=(*three, better))) == 7
    assert sum(_strengths(replace(once, improvable=False), units=(*three, better))) == 6


def test_B197_help_does_not_change_the_order_of_the_dice() -> None:
    units = (GUARD, CHIEF, ARCHER)
    rule = SupportRule(("chief",), ("archer",), 2)
    volley = roll_volley(supported(units, (rule,), "attacker"), (3, 2, 3), 6, low_luck=False)
    assert [(group.strength, group.dice) for group in volley.groups] == [
        (3, (3,)),
        (2, (2,)),
        (3, (3,)),
    ]


def _forts() -> Definition:
    """Factories help infantry in defence, bombers hinder it."""
    world = big_world()
    fort = SupportRule(("factory",), ("infantry",), 1, 2, attack=False, defence=True)
    return replace(world, support=(fort,))


@pytest.mark.parametrize(("damage", "helped"), [(0, 2), (1, 0)])
def test_B57_infrastructure_that_damage_has_disabled_helps_nobody(damage: int, helped: int) -> None:
    world = _forts()
    fort = with_facts(world.unit_types["factory"], works_until=0)
    world = replace(world, unit_types={**world.unit_types, "factory": fort})
    forces = ([("infantry", 1)], [("infantry", 3), ("factory", 1)])
    state = arena("Finland", *forces, definition=world)
    (building,) = (unit for unit in state.units_in("Finland") if unit.type == "factory")
    state = replace(state, units={**state.units, building.id: replace(building, damage=damage)})
    there = tuple(unit for unit in state.units_in("Finland") if unit.owner == "Germans")
    infantry = tuple(unit for unit in there if unit.type == "infantry")
    step = fought(state, "Finland")
    usual = world.unit_types["infantry"].defence
    strong = [one.strength > usual for one in shooters_of(step.state, infantry, "defender")]
    assert sum(strong) == helped


def test_B57_infrastructure_helps_and_neither_fires_nor_is_hit() -> None:
    world = _forts()
    forces = ([("infantry", 1)], [("infantry", 3), ("factory", 1)])
    step = fought(arena("Finland", *forces, definition=world), "Finland")
    while wants(step).side == "attacker":
        step = apply(step.state, RollResult((6,) * wants(step).count))
    request = wants(step)
    assert request.count == 3, "the factory rolls no die"
    fired = apply(step.state, RollResult((3, 3, 3))).events[0]
    assert isinstance(fired, VolleyFired)
    assert [(group.strength, group.units) for group in fired.groups] == [(3, 2), (2, 1)]
    fort = army("1 factory", world)
    battle = Battle(
        Rules.of(world.combat_rules()),
        army("1 infantry", world),
        army("3 infantry", world),
        is_sea=False,
    )
    helped = solve(replace(battle, helpers=((), fort)))
    assert float(helped.chance("win")) < float(solve(battle).chance("win"))


def test_B251_enemies_that_hinder_are_not_counted() -> None:
    world = big_world()
    fear = SupportRule(("bomber",), ("infantry",), -1, on_enemies=True)
    world = replace(world, support=(fear,))
    battle = Battle(
        Rules.of(world.combat_rules()),
        army("1 bomber", world),
        army("3 infantry", world),
        is_sea=False,
    )
    assert battle.uncounted()
    assert not replace(battle, attackers=army("1 armour", world)).uncounted()


def test_B58_support_with_a_name_helps_those_whom_triggers_name() -> None:
    named = _leads(name="drill")
    gauls = replace(CHIEF, owner="Gauls")
    assert _strengths(named, units=(ARCHER, gauls)) == [1, 2], "nobody yet"
    (given,) = helped_by((named,), "drill", ("Gauls",))
    assert _strengths(given, units=(ARCHER, gauls)) == [2, 2]
    with pytest.raises(KeyError):
        helped_by((named,), "other", ("Gauls",))
