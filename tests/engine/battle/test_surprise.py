"""A nation that surprises everybody in the first round (map dialect: dominatingFirstRound)."""

from dataclasses import replace

import pytest

from engine.gamedef import Definition, State
from engine.gamedef.nation_rules import NationRule
from engine.odds import Battle, Combatant, Rules, after_a_round, solve
from engine.odds.position import combatant
from engine.rules.battle.rounds.fire import shooters_of
from tests.support.positions import big_world, position

PLACE = "Yunnan"


def surprising() -> Definition:
    rules = (
        NationRule("Chinese", is_prepared=True),
        NationRule("Japanese", surprises=True),
    )
    world = big_world()
    return replace(world, map_rules=replace(world.map_rules, nations=rules))


def at(nation: str, round_number: int) -> State:
    units = [(PLACE, owner, kind, 1) for owner, kind in UNITS]
    return position(
        surprising(), nation, "battle", cleared=(PLACE,), units=units, round_number=round_number
    )


UNITS = [("British", "infantry"), ("Chinese", "infantry"), ("Germans", "infantry")]


def strengths(state: State, side: str) -> list[int]:
    return [shooter.strength for shooter in shooters_of(state, state.units_in(PLACE), side)]


@pytest.mark.parametrize(
    ("nation", "round_number", "expected"),
    [("Japanese", 1, [1, 2, 2]), ("Japanese", 2, [2, 2, 2]), ("Americans", 1, [2, 2, 2])],
)
def test_only_enemies_in_the_first_round_who_are_not_prepared(
    nation: str, round_number: int, expected: list[int]
) -> None:
    assert strengths(at(nation, round_number), "defender") == expected


def test_attackers_are_never_surprised_and_the_odds_count_the_same() -> None:
    state = at("Japanese", 1)
    assert strengths(state, "attacker") == [1, 1, 1]
    there = [combatant(state, unit).surprised for unit in state.units_in(PLACE)]
    assert there == [True, False, False]


def test_a_surprise_is_one_of_the_game_and_lasts_for_every_battle_round() -> None:
    """The odds of a battle under way had units wake up after its first round."""
    state = at("Japanese", 1)
    awake, surprised = (
        Battle(
            Rules.of(state.definition.combat_rules()),
            (Combatant(state.definition.unit_types["infantry"]),) * 3,
            (Combatant(state.definition.unit_types["infantry"], surprised=on),) * 3,
            is_sea=False,
        )
        for on in (False, True)
    )
    going_on = solve(after_a_round(surprised))
    assert going_on.success == solve(surprised).success > solve(after_a_round(awake)).success
