"""Conditions that a map asks of a position (ADR 0017)."""

from dataclasses import replace

import pytest

from engine.core.changes import RuleChange
from engine.core.events.triggers import BattleCounted
from engine.core.ids import NEUTRAL
from engine.gamedef import State
from engine.gamedef.conditions import (
    Condition,
    Destroyed,
    Fought,
    Knowledge,
    Named,
    NamedCondition,
    Opposite,
    OptionOn,
    Ownership,
    Places,
    Rounds,
    SwitchOn,
    Together,
    UnitAbsence,
    UnitCount,
    UnitPresence,
    War,
)
from engine.gamedef.offers import Offer
from engine.gamedef.script import Script
from engine.rules.common.capture import resolve_capture
from engine.rules.politics.conditions import holds, own_times, times_met
from tests.engine.battle.arena import arena, fought, play
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

RUSSIANS = ("Russians",)
TRUE = Together((), 0, 0)
FALSE = Opposite(TRUE)


def named(*names: str, count: int = 0) -> Places:
    return Places("named", names, count)


def at(**edits: object) -> State:
    """Big World in the purchase phase of the Russians."""
    state = position(big_world(), "Russians", "purchase")
    return replace(state, **edits) if edits else state


@pytest.mark.parametrize(
    ("least", "most", "holds_then"),
    [(3, 3, False), (1, 3, True), (2, 2, True), (1, 1, False), (2, 99, True), (0, 1, False)],
)
def test_a_number_of_conditions_must_hold(least: int, most: int, holds_then: bool) -> None:
    assert holds(at(), Together((TRUE, FALSE, TRUE), least, most)) == holds_then


def test_a_condition_that_is_switched_off_does_not_hold() -> None:
    for is_on in (True, False):
        world = big_world()
        game = replace(
            world, script=replace(world.script, conditions=(NamedCondition("base", TRUE, is_on),))
        )
        state = position(game, "Russians", "purchase")
        assert holds(state, Named("base")) == is_on
        assert holds(state, Opposite(Named("base"))) != is_on


@pytest.mark.parametrize(("span", "rounds"), [((3, 3), {3}), ((2, 0), {2, 3, 4}), ((1, 2), {1, 2})])
def test_rounds(span: tuple[int, int], rounds: set[int]) -> None:
    assert {n for n in range(1, 5) if holds(at(round=n), Rounds(*span))} == rounds


def test_options_and_switches_of_the_map() -> None:
    for luck in (True, False):
        world = big_world(low_luck=luck)
        game = replace(world, script=replace(world.script, switches={"Story": luck}))
        state = position(game, "Russians", "purchase")
        assert holds(state, OptionOn("low_luck")) == luck
        assert holds(state, OptionOn("low_luck", False)) != luck
        assert holds(state, SwitchOn("Story")) == luck
        assert not holds(state, SwitchOn("Another")), "one that the map does not have is off"


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (Ownership(RUSSIANS, named("Moscow", "Finland", count=1)), True),
        (Ownership(RUSSIANS, named("Moscow", "Finland")), False),
        (Ownership(RUSSIANS, named("England")), False),
        (Ownership(RUSSIANS, named("England"), by_side=True), True),
        (Ownership(("Russians", "British"), named("England", "Moscow")), True),
        (Ownership(RUSSIANS, Places("first_land")), True),
        (Ownership(("Germans",), Places("all", count=400)), False),
        (War(RUSSIANS, ("Germans", "British"), 1), True),
        (War(RUSSIANS, ("Germans", "British"), 2), False),
        (War(RUSSIANS, ("British",), 0), True),
        (War(RUSSIANS, ("Germans",), 0), False),
    ],
)
def test_owners_and_wars(condition: Condition, met: bool) -> None:
    assert holds(at(), condition) == met


def test_land_lost_is_no_longer_held_and_was_still_the_first() -> None:
    state = position(big_world(), "Russians", "purchase", owners={"Karelija": "Germans"})
    assert not holds(state, Ownership(RUSSIANS, Places("first_land")))
    assert holds(state, Ownership(RUSSIANS, Places("held_land")))


@pytest.mark.parametrize(
    ("whose", "units", "met"),
    [
        ("own", (), True),
        ("side", (), True),
        ("enemies", (), False),
        ("own", (UnitCount(("infantry",), 2),), True),
        ("own", (UnitCount(("infantry",), 3),), False),
        ("side", (UnitCount(("infantry", "fighter"), 3),), True),
        ("side", (UnitCount((), 4),), False),
        ("own", (UnitCount(("infantry",), 1), UnitCount(("fighter",), 1)), False),
    ],
)
def test_units_that_must_be_there(whose: str, units: tuple[UnitCount, ...], met: bool) -> None:
    stacks = [("Karelija", "Russians", "infantry", 2), ("Karelija", "British", "fighter", 1)]
    state = position(big_world(), "Russians", "purchase", cleared=["Karelija"], units=stacks)
    assert whose in {"own", "side", "enemies"}
    condition = UnitPresence(RUSSIANS, named("Karelija"), whose, units)
    assert holds(state, condition) == met


def test_units_that_must_not_be_there() -> None:
    zone = "SZ 23 West Mediterranean"
    germans = ("Germans",)
    ships = (("submarine", True), ("transport", True), ("destroyer", False), ("carrier", False))
    for ship, surface in ships:
        stacks = [(zone, "British", ship, 1)]
        state = position(big_world(), "Germans", "place", cleared=[zone], units=stacks)
        assert not holds(state, UnitAbsence(germans, named(zone), "enemies"))
        assert holds(state, UnitAbsence(germans, named(zone), "enemy_ships")) == surface
        assert holds(state, UnitAbsence(germans, named(zone), "own"))
        few = UnitAbsence(germans, named(zone), "enemies", (UnitCount((ship,), 1),))
        none = UnitAbsence(germans, named(zone), "enemies", (UnitCount((ship,), 0),))
        assert (holds(state, few), holds(state, none)) == (True, False)


def test_allies_do_not_count_the_nation_itself() -> None:
    state = at()
    assert holds(state, UnitAbsence(RUSSIANS, named("Moscow"), "allies"))
    assert not holds(state, UnitAbsence(("British",), named("Moscow"), "allies"))


def test_technologies_in_force() -> None:
    condition = Knowledge(RUSSIANS, ("rockets", "jet_power"), 2)
    for known, met in ((("rockets",), False), (("jet_power", "rockets"), True)):
        state = position(big_world(), "Russians", "purchase", technologies=known)
        assert holds(state, condition) == met


def _counting(state: State) -> State:
    """The same, with a condition that asks what is destroyed."""
    asked = NamedCondition("now", Destroyed(RUSSIANS, 3, this_round=True))
    script = replace(state.definition.script, conditions=(asked,))
    return replace(state, definition=replace(state.definition, script=script))


def test_what_is_destroyed_counts_for_those_who_attacked() -> None:
    """Each side loses one infantry, but only the attackers have destroyed 3 PUs."""
    now = Destroyed(RUSSIANS, 3, this_round=True)
    ever = Destroyed(RUSSIANS, 3, this_round=False)
    plain = arena("Finland", [("infantry", 2)], [("infantry", 1)], origins=["Karelija"])
    state = _counting(plain)
    assert not holds(state, now)
    end = play(fought(state, "Finland"), [1, 6], [1]).step.state
    assert (holds(end, now), holds(end, ever)) == (True, True)
    assert not holds(end, replace(ever, nations=("Germans",)))
    later = replace(end, round=2)
    assert (holds(later, now), holds(later, ever)) == (False, True)
    assert not play(fought(plain, "Finland"), [1, 6], [1]).step.state.destroyed, "nobody asks"


@pytest.mark.parametrize(
    ("offer", "built_of", "worth"),
    [
        (None, (), 3),
        (Offer((("PUs", 5), ("iron", 2)), units=2), (), 3),
        (Offer((("PUs", 9),)), (), 9),
        (Offer((("iron", 2),)), (), 0),
        (Offer((("iron", 2),)), (("armour", 2),), 10),
    ],
)
def test_what_is_destroyed_is_worth_what_its_owner_pays(
    offer: Offer | None, built_of: tuple[tuple[str, int], ...], worth: int
) -> None:
    """With what it is built out of, whatever the price of others."""
    state = _counting(arena("Finland", [("infantry", 2)], [("infantry", 1)], origins=["Karelija"]))
    game = state.definition
    offers = {"Germans": {"infantry": offer}} if offer else {}
    kinds = {
        **game.unit_types,
        "infantry": with_facts(game.unit_types["infantry"], consumes=built_of),
    }
    game = replace(game, unit_types=kinds, economy=replace(game.economy, offers=offers))
    end = play(fought(replace(state, definition=game), "Finland"), [1, 6], [1]).step.state
    assert end.destroyed.get("Russians", (0, 0, 0))[2] == worth


def test_what_is_destroyed_in_a_battle_against_nobody_counts_for_nobody() -> None:
    plain = arena("Finland", [("infantry", 2)], [("infantry", 1)], against=NEUTRAL)
    state = _counting(replace(plain, owners={**plain.owners, "Finland": NEUTRAL}))
    end = play(fought(state, "Finland"), [1, 6], [6]).step.state
    assert not end.destroyed


def test_who_attacked_whom_where_is_known_until_the_round_is_over() -> None:
    here = Fought(RUSSIANS, ("Germans",), ("Finland", "Norway"))
    others = (
        Fought(("British",), ("Germans",), ("Finland",)),
        Fought(RUSSIANS, ("Japanese",), ("Finland",)),
        Fought(RUSSIANS, ("Germans",), ("Norway",)),
    )
    plain = arena("Finland", [("infantry", 1)], [("infantry", 1)], origins=["Karelija"])
    script = replace(plain.definition.script, conditions=(NamedCondition("here", here),))
    state = replace(plain, definition=replace(plain.definition, script=script))
    assert not holds(state, here)
    lost = play(fought(state, "Finland"), [6], [1]).step.state
    assert holds(lost, here), "whoever wins"
    assert holds(lost, Fought(RUSSIANS, (), ("Finland",))), "whomever they attack"
    assert not any(holds(lost, other) for other in others)
    assert not holds(replace(lost, round=2), here)
    assert not play(fought(plain, "Finland"), [6], [1]).step.state.fought, "nobody asks"


def test_land_taken_without_a_fight_was_attacked_but_not_land_that_a_map_gives() -> None:
    here = Fought(RUSSIANS, ("Germans",), ("Finland",))
    world = big_world()
    script = replace(world.script, conditions=(NamedCondition("here", here),))
    state = position(replace(world, script=script), "Russians", "combat_move", cleared=("Finland",))

    def counted(*, is_attack: bool) -> bool:
        events = resolve_capture(state, "Finland", "Russians", is_attack=is_attack)
        return any(isinstance(event, BattleCounted) for event in events)

    assert counted(is_attack=True)
    assert not counted(is_attack=False)


@pytest.mark.parametrize(("owner", "met"), [("Germans", True), ("Neutral", False)])
def test_units_of_nobody_are_worth_nothing_to_those_who_destroy_them(owner: str, met: bool) -> None:
    plain = arena("Finland", [("infantry", 2)], [("infantry", 1)], against=owner)
    asked = Destroyed(RUSSIANS, 3, this_round=True)
    script = replace(plain.definition.script, conditions=(NamedCondition("now", asked),))
    owners = {**plain.owners, "Finland": owner}
    if owner == "Neutral":
        del owners["Finland"]
    game = replace(plain.definition, script=script)
    state = replace(plain, definition=game, owners=owners)
    end = play(fought(state, "Finland"), [1, 6], [6]).step.state
    assert holds(end, asked) == met


@pytest.mark.parametrize(
    ("held", "times"), [(("Finland",), 1), (("Finland", "Norway"), 2), ((), 1)]
)
def test_each_counts_the_areas_that_fulfil_a_condition(held: tuple[str, ...], times: int) -> None:
    places = Places("named", ("Finland", "Norway", "Sweden"), 1, each=True)
    owners = dict.fromkeys(("Finland", "Norway"), "Germans") | dict.fromkeys(held, "Russians")
    state = position(big_world(), "Russians", "purchase", owners=owners)
    test = Ownership(("Russians",), places)
    assert holds(state, test) == bool(held)
    assert times_met(state, test) == times
    assert times_met(state, Together((test, Rounds(1)), 1, 2)) == times
    assert times_met(state, Ownership(("Russians",), replace(places, each=False))) == 1


def test_a_condition_may_stand_for_another_one() -> None:
    never = Together((), 1, 1)
    script = Script((NamedCondition("home", never), NamedCondition("later", Rounds(1))))
    before = replace(big_world(), script=script)
    after = before.changed(RuleChange("condition", "home", "stands_for", "later"))
    for definition, expected in ((before, False), (after, True)):
        state = position(definition, "Russians", "purchase")
        assert holds(state, Named("home")) == expected


@pytest.mark.parametrize("named", [True, False])
def test_each_of_an_objective_does_not_count_what_its_conditions_count(named: bool) -> None:
    """Three areas fulfil what it asks itself, and four what a condition of it asks."""
    few, many = ("Finland", "Norway", "Sweden"), ("Finland", "Norway", "Sweden", "Karelija")

    def each(names: tuple[str, ...]) -> Ownership:
        return Ownership(("Russians",), Places("named", names, 1, each=True))

    others = NamedCondition("others", each(many))
    objective = Together((Together((Named("others"),), 1, 1), each(few)), 2, 2)
    world = big_world()
    script = replace(world.script, conditions=(others, NamedCondition("objective", objective)))
    owners = dict.fromkeys(many, "Russians")
    state = position(replace(world, script=script), "Russians", "purchase", owners=owners)
    assert own_times(state, Named("objective") if named else objective) == 3
    assert times_met(state, Named("objective")) == 3
    assert times_met(state, Together((Named("others"),), 1, 1)) == 4
