"""Units that cannot fire at some types; what submarines can do, one by one (map dialect)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.core.agenda import Decision
from engine.core.events.battle import BattleEnded, UnitsSubmerged, VolleyFired
from engine.core.pick import Pick
from engine.gamedef import Definition, State
from engine.odds import battle_in
from engine.odds.battle import Plan
from engine.orders.submerge import Submerge
from engine.rules.battle.numbers.target_groups import target_groups
from engine.rules.battle.numbers.targets import can_hit
from tests.engine.battle.arena import Played, arena, fought, play, wants
from tests.engine.movement.board import codes, move
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

PLACE, ZONE = "Finland", "SZ 19 Atlantic"


def world(kind: str, facts: Mapping[str, object], plain: Definition) -> Definition:
    """The big world in which a type of units has other facts."""
    changed = with_facts(plain.unit_types[kind], **facts)
    return replace(plain, unit_types={**plain.unit_types, kind: changed})


def volleys(played: Played) -> list[tuple[str, str]]:
    return [(event.side, event.step) for event in played.all(VolleyFired)]


def test_units_with_other_targets_fire_apart() -> None:
    definition = world("armour", {"cannot_hit": ("fighter",)}, big_world())
    sides = [("armour", 2), ("infantry", 1)], [("fighter", 1), ("infantry", 1)]
    step = fought(arena(PLACE, *sides, definition=definition), PLACE)
    assert (wants(step).step, wants(step).count) == ("general", 2)
    second = wants(play(step, [1, 1]).step)
    assert second.purpose.startswith("general fire of Russians in Finland")
    played = play(step, [1, 1], [6], [6, 6])
    assert volleys(played) == [
        ("attacker", "general"),
        ("attacker", "general_2"),
        ("defender", "general"),
    ]
    assert count_in(played.step.state, PLACE, "Germans", "infantry") == 0
    assert count_in(played.step.state, PLACE, "Germans", "fighter") == 1


def test_who_can_hit_nobody_does_not_fire() -> None:
    definition = world("armour", {"cannot_hit": ("fighter",)}, big_world())
    sides = [("armour", 2)], [("fighter", 1)]
    step = fought(arena(PLACE, *sides, definition=definition), PLACE)
    assert wants(step).side == "defender"


def test_where_nobody_can_hit_anybody_the_battle_ends() -> None:
    definition = world("armour", {"cannot_hit": ("fighter",)}, big_world())
    definition = world("fighter", {"cannot_hit": ("armour",)}, definition)
    step = fought(arena(PLACE, [("armour", 2)], [("fighter", 1)], definition=definition), PLACE)
    assert [event.winner for event in step.events if isinstance(event, BattleEnded)] == ["draw"]


@pytest.mark.parametrize("destroyer", [True, False])
def test_a_destroyer_lets_them_fire_at_those_they_could_not_hit(destroyer: bool) -> None:
    kinds = big_world().unit_types
    shy = with_facts(kinds["cruiser"], cannot_be_hit_by=("fighter",))
    for shooter, expected in (("fighter", destroyer), ("bomber", True)):
        found = can_hit(kinds[shooter], shy, destroyer=destroyer, restricted=True)
        assert found == expected
    blind = with_facts(kinds["fighter"], cannot_hit=("cruiser",))
    assert not can_hit(blind, shy, destroyer=destroyer, restricted=True)


def test_a_submarine_with_targets_of_its_own_may_hit_aircraft() -> None:
    kinds = big_world().unit_types
    flak = with_facts(kinds["submarine"], cannot_hit=("cruiser",))
    assert can_hit(flak, kinds["fighter"], destroyer=False, restricted=True)
    assert not can_hit(flak, kinds["cruiser"], destroyer=False, restricted=True)
    deep = with_facts(kinds["submarine"], cannot_be_hit_by=("cruiser",))
    assert can_hit(kinds["fighter"], deep, destroyer=False, restricted=True)


def test_types_with_the_same_targets_fire_together_in_the_order_of_the_first_name() -> None:
    kinds = big_world().unit_types
    three = [kinds[name] for name in ("infantry", "armour", "fighter")]
    three[0] = with_facts(three[0], cannot_hit=("bomber",))
    enemies = [kinds["bomber"], kinds["infantry"]]
    found = target_groups(three, enemies, destroyer=False, restricted=False)
    assert found == (("armour", "fighter"), ("infantry",))
    alone = target_groups(three, enemies[1:], destroyer=False, restricted=False)
    assert alone == (("armour", "fighter", "infantry"),)


@pytest.mark.parametrize(
    ("kind", "facts", "reason"),
    [
        ("armour", {"cannot_hit": ("bomber",)}, "some units cannot hit all types of enemies"),
        ("infantry", {"cannot_be_hit_by": ("armour",)}, "some units cannot hit all types"),
        ("infantry", {"submerges": True}, "some units that are not submarines may submerge"),
        ("infantry", {"cannot_be_hit_by": ("bomber",)}, ""),
    ],
)
def test_the_odds_say_that_such_a_battle_is_played_out(
    kind: str, facts: dict[str, object], reason: str
) -> None:
    state = arena(
        PLACE, [("armour", 2)], [("infantry", 1)], definition=world(kind, facts, big_world())
    )
    attackers = [unit.id for unit in state.units_in(PLACE) if unit.owner == "Russians"]
    choices = battle_in(state, PLACE, attackers, Plan()).choices
    assert [reason in str(choice) for choice in choices] == ([True] if reason else [])


def sea(definition: Definition) -> State:
    return arena(
        ZONE,
        [("cruiser", 1)],
        [("cruiser", 1)],
        by="Americans",
        against="Germans",
        origins=["SZ 18 West Atlantic"],
        cleared=["SZ 18 West Atlantic"],
        definition=definition,
    )


def test_a_ship_that_is_no_submarine_may_submerge() -> None:
    options = {"submersible_submarines": True, "submarines_retreat_before_battle": True}
    definition = world("cruiser", {"submerges": True}, big_world(**options))
    step = fought(sea(definition), ZONE)
    assert isinstance(step.waiting, Decision)
    assert step.waiting.what == "submerge"
    played = play(step, Submerge(ZONE, (Pick(1, "cruiser"),)))
    assert [len(event.units) for event in played.all(UnitsSubmerged)] == [1]


NEXT, LAST = "SZ 9 North Atlantic", "SZ 5 Greenland Sea"


@pytest.mark.parametrize(
    ("kind", "fact", "expected"),
    [
        ("cruiser", "passes_enemies", set()),
        ("battleship", "is_passed", set()),
        ("cruiser", "is_passed", {"enemy-on-path"}),
        ("battleship", "passes_enemies", {"enemy-on-path"}),
    ],
)
def test_ships_pass_others(kind: str, fact: str, expected: set[str]) -> None:
    start = "SZ 10 North Sea"
    state = position(
        world(kind, {fact: True}, big_world()),
        "British",
        "combat_move",
        cleared=(start, NEXT, LAST),
        units=((start, "British", "cruiser", 1), (NEXT, "Germans", "battleship", 1)),
    )
    assert codes(state, move("1 cruiser", start, NEXT, LAST)) == expected
