"""The layers of the map."""

import pytest

from engine import (
    NOBODY,
    NationName,
    TerritoryName,
    load_scenario,
    new_game,
    reach_by_area,
    within_reach,
)
from pbem.board.layers import layer, layer_names
from pbem.board.odds import KeptOdds
from pbem.usage import UsageError
from tests.engine.movement.board import after, move
from tests.support.blocks import position as blocks_position
from tests.support.positions import big_world, position, scenario_with


def test_B142_the_reach_of_an_enemy_is_what_could_come_area_by_area() -> None:
    state = position(big_world(), "Russians", "combat_move")
    reach = reach_by_area(state, "Germans")
    for place in ("Karelija", "Moscow", "Leningrad", "Caucasus", "Kazakh"):
        enemy, coming = within_reach(state, "Russians", place)
        assert enemy == "Germans"
        assert reach[place] == sum(coming.values())
    assert "Kyrgyz" not in reach
    shown = layer(state, "Russians", "reach of Germans", KeptOdds())
    assert shown["Karelija"] == f"{reach['Karelija']} units"


def test_B116_production_shows_what_areas_are_worth_and_where_units_are_built() -> None:
    state = position(big_world(), "Russians", "purchase")
    shown = layer(state, "Russians", "production", KeptOdds())
    assert shown["Karelija"] == "worth 1"
    assert ", builds" in shown["Moscow"]


def test_what_has_not_moved_is_counted_until_it_has() -> None:
    state = position(big_world(), "Russians", "combat_move")
    assert layer(state, "Russians", "to move", KeptOdds())["Karelija"] == "4 units"
    gone = after(state, move("3 infantry", "Karelija", "Finland"))
    shown = layer(gone, "Russians", "to move", KeptOdds())
    assert shown["Karelija"] == "1 unit"
    assert "Finland" not in shown
    assert layer(gone, "Russians", "odds", KeptOdds()) == {"Finland": "52 %"}


def test_layers_that_say_nothing_are_not_offered() -> None:
    state = position(big_world(), "Russians", "combat_move")
    names = layer_names(state, "Russians")
    assert "odds" not in names
    assert "reach of British" not in names
    assert "to move" not in layer_names(state, "Germans")
    with pytest.raises(UsageError):
        layer(state, "Russians", "odds", KeptOdds())
    blocks = new_game(load_scenario("triumph_tragedy")).state
    assert layer_names(blocks, "") == ["production"]


def test_blockades_are_shown_where_fleets_can_cut_income() -> None:
    """One German submarine costs 2 PUs off London; the other zones are open."""
    zone = "109 Sea Zone"
    state = position(
        scenario_with("first_edition_global_1940", {}),
        "British",
        "combat_move",
        units=((zone, "Germans", "submarine", 1),),
        cleared=(zone,),
    )
    assert "blockades" in layer_names(state, "British")
    shown = layer(state, "British", "blockades", KeptOdds())
    assert shown[zone] == "costs British 2 PUs"
    assert shown["125 Sea Zone"] == "open"
    calm = position(big_world(), "Russians", "combat_move")
    assert "blockades" not in layer_names(calm, "Russians")


def test_T216_supply_is_shown_where_it_comes_and_where_blocks_are_cut_off() -> None:
    state = blocks_position(
        [
            ("Axis", "infantry", "Barcelona", 2),
            ("Axis", "infantry", "Berlin", 2),
            ("West", "fleet", "Western Mediterranean"),
        ],
        wars=(("Axis", "West"),),
        owners={"Barcelona": "Axis"},
    )
    shown = layer(state, NationName("Axis"), "supply", KeptOdds())
    assert (shown["Barcelona"], shown["Berlin"]) == ("✕ 1 block cut off", "✓")
    assert not any(state.definition.board.is_sea[TerritoryName(name)] for name in shown)
    assert "supply" not in layer_names(state, NOBODY)
