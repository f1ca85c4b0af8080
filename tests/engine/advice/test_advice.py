"""Advice on a turn: what is found in a course of play, and what is not."""

from collections.abc import Iterable

import pytest

from engine import (
    Move,
    State,
    Step,
    apply,
    in_combat_move,
    load_scenario,
    new_game,
    parse_order,
    with_route,
)
from engine.advice import (
    WARNINGS,
    arrivals,
    danger,
    helpers_of,
    open_capitals,
    percent,
    planned_battles,
    warnings_of,
)
from engine.core.state import with_units, without_units
from engine.values import replace

GAME = load_scenario("big_world_1942")


def course(*lines: str, start: Step | None = None) -> list[Step]:
    """The steps of orders of the Russians, from the first turn on."""
    steps = [start or new_game(GAME)]
    for line in lines:
        state = steps[-1].state
        order = parse_order(line, GAME)
        steps.append(apply(state, with_route(state, order) if isinstance(order, Move) else order))
    return steps


def codes(steps: Iterable[Step]) -> list[str]:
    return [warning.code for warning in warnings_of("Russians", list(steps))]


def test_money_that_could_buy_units_is_unspent_and_small_change_is_not() -> None:
    assert codes(course("done", "buy 4 infantry", "done")) == ["money-unspent"]
    assert codes(course("done", "buy 10 infantry, 1 artillery", "done")) == []
    assert codes(course("done", "buy 10 infantry", "done")) == ["money-unspent"]
    assert codes(course("done", "buy 4 infantry")) == []


def test_units_that_are_not_placed_are_lost() -> None:
    steps = course(
        "done", "buy 8 infantry, 2 armour", "done", "done", "done", "place 4 infantry: Moscow"
    )
    assert codes(steps) == []
    found = warnings_of("Russians", [*steps, *course("done", start=steps[-1])[1:]])
    assert [one.text for one in found] == [
        "bought and not placed, and so lost: 4 infantry, 2 armour"
    ]


def test_weak_attack_names_who_could_join_and_a_strong_one_nobody() -> None:
    weak = course("done", "buy 11 infantry", "done", "move 1 armour: Northern Russia > W Russia")
    found = warnings_of("Russians", [*weak, *course("done", start=weak[-1])[1:]])
    assert [(one.code, one.territory, one.is_certain) for one in found] == [
        ("attackers-unused", "Western Russia", False)
    ]
    assert "3 infantry (Northern Russia)" in found[0].text
    strong = course(
        "done", "buy 11 infantry", "done", "move 3 infantry, 1 fighter: Karelija > Finland"
    )
    assert codes([*strong, *course("done", start=strong[-1])[1:]]) == []


def test_units_that_have_moved_are_no_helpers() -> None:
    state = course("done", "done", "move 1 armour: Northern Russia > Western Russia")[-1].state
    before = {(one.place, one.type) for one in helpers_of(state, "Western Russia")}
    assert ("Northern Russia", "infantry") in before
    after = apply(state, parse_order("move 3 infantry: Northern Russia > Moscow", GAME)).state
    there = {(one.place, one.type) for one in helpers_of(after, "Western Russia")}
    assert ("Northern Russia", "infantry") not in there


def test_planned_battles_have_odds() -> None:
    state = course("done", "done", "move 2 infantry, 1 fighter: Karelija > Finland")[-1].state
    (battle,) = planned_battles(state)
    assert (battle.territory, battle.attackers, battle.defenders) == (
        "Finland",
        (("infantry", 2), ("fighter", 1)),
        (("infantry", 2),),
    )
    assert battle.chance == pytest.approx(0.71, abs=0.01)


def without_land_units(state: State, place: str) -> State:
    gone = [u.id for u in state.units_in(place) if not GAME.unit_types[u.type].is_infrastructure]
    return without_units(state, gone)


def test_a_capital_that_falls_to_whoever_comes_is_open() -> None:
    """An empty capital is open only while an enemy can get there."""
    state = without_land_units(new_game(GAME).state, "Washington")
    assert list(open_capitals(state, "Americans")) == []
    empty = without_land_units(new_game(GAME).state, "Moscow")
    (found,) = open_capitals(empty, "Russians")
    assert (found.code, found.territory) == ("capital-open", "Moscow")
    assert "Germans" in found.text
    assert danger(empty, "Moscow", "Japanese").chance == 0


def test_a_capital_that_is_held_is_not_open() -> None:
    state = new_game(GAME).state
    assert list(open_capitals(state, "Germans")) == []
    guards = [u for u in state.units_of("Russians") if u.type == "infantry"][:30]
    held = with_units(state, (replace(unit, territory="Moscow") for unit in guards))
    assert list(open_capitals(held, "Russians")) == []


def test_arrivals_are_grouped_and_sorted_by_distance() -> None:
    state = in_combat_move(new_game(GAME).state, "Germans")
    assert state is not None
    found = arrivals(state, "Leningrad")
    by_land = [one for one in found if one.path]
    assert [one.distance for one in by_land] == sorted(one.distance for one in by_land)
    assert (found[0].type, found[0].place, found[0].way) == ("infantry", "Finland", "1 step")
    assert all(one.way == "by sea" for one in found[len(by_land) :])
    assert arrivals(state, "Washington") == ()


def test_chances_that_are_not_certain_never_read_as_certain() -> None:
    assert [percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == [
        "0 %",
        "under 1 %",
        "50 %",
        "over 99 %",
        "100 %",
    ]


def test_names_of_warnings_are_listed_once() -> None:
    assert len(set(WARNINGS)) == len(WARNINGS) == 6


def test_B69_a_raid_says_what_its_bombers_were_told_to_bomb() -> None:
    game = load_scenario("second_edition_global_1940")
    step = new_game(game)
    for line in ("done", "done", "raid 2 bomber: Germany > United Kingdom"):
        order = parse_order(line, game)
        step = apply(
            step.state, with_route(step.state, order) if isinstance(order, Move) else order
        )
    (raid,) = planned_battles(step.state)
    assert raid.sentence() == "raid on United Kingdom: 2 bomber against the factory"
    told = apply(step.state, parse_order("aim 1 bomber: United Kingdom, harbour", game))
    (raid,) = planned_battles(told.state)
    assert raid.sentence().endswith("2 bomber against the harbour and the factory")
