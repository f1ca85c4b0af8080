"""Who is on whose side, who owns which land, and the values of units (B25, B43, B111)."""

from dataclasses import replace

import pytest

from engine.core.ids import NEUTRAL
from engine.rules.common.relations import (
    enemies_in,
    has_capital,
    is_allied,
    is_enemy,
    is_enemy_land,
    is_friendly_land,
    is_impassable,
    owner_of,
)
from engine.rules.common.values import attack_of, defence_of, movement_left
from tests.support.positions import big_world, position

STATE = position(big_world(), "Russians", "combat_move")


def test_B96_alliances() -> None:
    assert is_allied(STATE, "Russians", "Chinese")
    assert is_allied(STATE, "Germans", "Japanese")
    assert is_allied(STATE, "Germans", "Germans")
    assert not is_allied(STATE, "Russians", "Germans")
    assert is_enemy(STATE, "Americans", "Japanese")
    assert not is_enemy(STATE, "Americans", "British")


def test_a_nation_without_any_alliance_is_on_its_own_side() -> None:
    world = big_world()
    alone = tuple(
        replace(nation, alliances=()) if nation.name == "Chinese" else nation
        for nation in world.politics.nations
    )
    game = replace(world, politics=replace(world.politics, nations=alone))
    assert game.politics.side_of("Chinese") == {"Chinese"}
    assert not game.politics.is_allied("Chinese", "Russians")
    assert "Chinese" not in game.politics.side_of("Russians")


def test_B25_neutral_land_and_units_have_no_friends() -> None:
    assert owner_of(STATE, "Spain") == NEUTRAL
    for nation in big_world().politics.nation_names:
        assert is_enemy(STATE, nation, NEUTRAL)
        assert is_enemy_land(STATE, nation, "Spain")
        assert not is_friendly_land(STATE, nation, "Spain")
    assert {unit.owner for unit in enemies_in(STATE, "Russians", "Spain")} == {NEUTRAL}


def test_open_sea_belongs_to_nobody_and_is_not_land() -> None:
    zone = "SZ 11 West Baltic Sea"
    assert owner_of(STATE, zone) == ""
    assert not is_friendly_land(STATE, "Germans", zone)
    assert not is_enemy_land(STATE, "Russians", zone)


def test_B26_impassable_land() -> None:
    count = sum(is_impassable(STATE, name) for name in big_world().board.territories)
    assert count == 7
    assert is_impassable(STATE, "Sahara")
    assert not is_impassable(STATE, "Spain")


def test_friends_and_enemies_of_land() -> None:
    assert is_friendly_land(STATE, "British", "Moscow")
    assert is_enemy_land(STATE, "Germans", "Moscow")
    assert [unit.owner for unit in enemies_in(STATE, "British", "Moscow")] == []
    assert {unit.owner for unit in enemies_in(STATE, "Japanese", "Moscow")} == {"Russians"}


def test_B40_B43_capitals() -> None:
    capitals = {
        nation: big_world().board.capital_of(nation) for nation in big_world().politics.nation_names
    }
    assert capitals == {
        "Russians": "Moscow",
        "Germans": "Eastern Germany",
        "British": "England",
        "Chinese": "Western Sinkiang",
        "Japanese": "Southern Japan",
        "Americans": "Northeastern United States",
    }
    assert all(has_capital(STATE, nation) for nation in capitals)
    fallen = position(big_world(), "Russians", "combat_move", owners={"Moscow": "Germans"})
    assert not has_capital(fallen, "Russians")
    held_by_ally = position(big_world(), "Russians", "combat_move", owners={"Moscow": "British"})
    assert not has_capital(held_by_ally, "Russians")
    assert has_capital(STATE, "Martians")


@pytest.mark.parametrize(("in_attack", "values"), [(False, (3, 5)), (True, (4, 4))])
def test_B111_jet_power_helps_in_defence_or_by_option_in_attack(
    in_attack: bool, values: tuple[int, int]
) -> None:
    definition = big_world(jet_power_attack=in_attack)
    state = position(definition, "Germans", "combat_move", technologies=["jet_power"])
    units = {unit.type: unit for unit in state.units_of("Germans")}
    fighter, bomber = units["fighter"], units["bomber"]
    assert (attack_of(state, fighter), defence_of(state, fighter)) == values
    assert (attack_of(state, bomber), defence_of(state, bomber)) == (4, 1)


def test_B51_movement_left_is_never_below_0() -> None:
    armour = next(unit for unit in STATE.units_of("Russians") if unit.type == "armour")
    left = [movement_left(STATE, replace(armour, moved=moved)) for moved in (0, 1, 2, 9)]
    assert left == [2, 1, 0, 0]
