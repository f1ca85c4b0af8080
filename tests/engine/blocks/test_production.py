"""Production with cards: cadres, steps and cards for points (T95 to T97, T102, T117 to T125)."""

from dataclasses import replace

import pytest

from engine import PhaseOpen, State, legal
from engine.rules.blocks.production import points_left
from tests.support.blocks import ALL_AT_WAR, Piece, codes, do, position, rules, with_cards

UNITS: list[Piece] = [
    ("Axis", "infantry", "Berlin", 2),
    ("Axis", "tank", "Berlin", 4),
    ("Axis", "fortress", "Ruhr"),
    ("Axis", "fleet", "Baltic Sea"),
    ("West", "infantry", "London"),
    ("USSR", "infantry", "Moscow"),
]


def production(units: list[Piece] = UNITS, nation: str = "Axis", **more: object) -> State:
    state = position(
        units, nation=nation, phase="production", season="", command=0, kind="", **more
    )  # type: ignore[arg-type]
    return with_cards(state, {})


def test_T114_T117_a_point_buys_one_step_one_cadre_or_one_card() -> None:
    state = production()
    assert points_left(state) == 11
    step = do(state, "place 2 infantry: Munich", "strengthen 1 infantry: Berlin", "draw 3 action")
    assert points_left(step.state) == 5
    assert codes(step.state, "draw 6 investment") == ["no-production"]
    assert [unit.strength for unit in step.state.units_in("Munich")] == [1, 1]
    assert step.state.units[1].strength == 3


def test_T212_all_units_cost_the_same() -> None:
    for kind in ("tank", "infantry", "carrier", "fleet", "submarine"):
        assert points_left(do(production(), f"place 1 {kind}: Konigsberg").state) == 10


def test_T118_what_is_not_spent_is_lost() -> None:
    step = do(production(), "done")
    assert step.waiting == PhaseOpen("West", "production")
    assert points_left(step.state) == 7


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("strengthen 1 tank: Berlin", "T119"),
        ("strengthen 1 fleet: Baltic Sea", "T119"),
        ("place 1 fleet: Munich", "T125"),
        ("place 1 tank: Tripoli", "T97"),
        ("place 1 fortress: Tripoli", ""),
        ("place 1 fortress: Ruhr", "T123"),
        ("place 2 fortress: Berlin", "T123"),
        ("place 1 fortress, 1 fortress: Berlin", "T123"),
        ("place 1 tank: Paris", "T121"),
        ("place 1 tank: Vienna", "T121"),
        ("place 3 carrier: Konigsberg", "T96"),
        ("place 12 infantry: Munich", "T117"),
    ],
)
def test_what_can_be_built_where(order: str, rule: str) -> None:
    """T95 to T97, T117, T121 to T123, T125."""
    assert rules(production(), order) == ([rule] if rule else [])


def test_T95_a_british_fleet_has_four_steps_and_a_french_fortress_three() -> None:
    units: list[Piece] = [("West", "fleet", "London", 3), ("West", "fortress", "Lorraine", 3)]
    state = production(units, nation="West")
    assert rules(state, "strengthen 1 fleet: London") == []
    assert rules(state, "strengthen 1 fortress: Lorraine") == ["T119"]


def test_T119_T120_a_block_gains_one_step_and_a_cadre_none() -> None:
    step = do(production(), "strengthen 1 infantry: Berlin", "place 1 tank: Munich")
    assert rules(step.state, "strengthen 1 infantry: Berlin") == ["T119"]
    assert rules(step.state, "strengthen 1 tank: Munich") == ["T119"]


def test_T121_nothing_is_built_in_a_battle() -> None:
    units: list[Piece] = [*UNITS, ("West", "tank", "Berlin")]
    state = production(units, wars=(("Axis", "West"),))
    assert rules(state, "place 1 tank: Berlin") == ["T121"]
    assert rules(state, "strengthen 1 infantry: Berlin") == ["T119"]


def test_T121_ground_units_out_of_supply_gain_nothing_and_fortresses_do() -> None:
    units: list[Piece] = [
        ("Axis", "infantry", "Tripoli"),
        ("Axis", "fortress", "Tripoli"),
        ("West", "fleet", "Central Mediterranean"),
    ]
    owners = {"Cyrenaica": "West", "Sfax": "West"}
    state = production(units, wars=(("Axis", "West"),), owners=owners)
    assert rules(state, "strengthen 1 infantry: Tripoli") == ["T119"]
    assert rules(state, "strengthen 1 fortress: Tripoli") == []


def test_T122_T124_a_cadre_is_of_the_power_whose_home_it_is() -> None:
    state = do(production(), "place 1 infantry: Rome", "place 1 fortress: Tripoli").state
    assert {unit.country for unit in state.units_in("Rome")} == {"Italy"}
    assert {unit.country for unit in state.units_in("Tripoli")} == {"Italy"}


def test_T102_a_defeated_power_builds_nothing() -> None:
    state = production(nation="West")
    assert rules(state, "place 1 infantry: Paris") == []
    assert state.blocks is not None
    fallen = with_cards(state, {})
    blocks = fallen.blocks
    assert blocks is not None
    fallen = replace(fallen, blocks=replace(blocks, defeated=("France",)))
    assert rules(fallen, "place 1 infantry: Paris") == ["T102"]


def test_T105_a_nation_without_its_capital_has_no_production() -> None:
    state = production(wars=ALL_AT_WAR, owners={"London": "Axis"})
    assert do(state, "done").waiting == PhaseOpen("USSR", "production")


def test_T129_the_marks_of_the_blockade_go_when_production_is_over() -> None:
    state = production()
    assert state.blocks is not None
    state = replace(state, blocks=replace(state.blocks, blockades={"Delhi": "all"}))
    step = do(state, "done", "done")
    assert step.state.blocks is not None and step.state.blocks.blockades == {"Delhi": "all"}
    step = do(step.state, "done")
    assert step.waiting == PhaseOpen("Axis", "government")
    assert step.state.blocks is not None and step.state.blocks.blockades == {}


def test_what_is_offered_is_legal_and_leads_to_the_end() -> None:
    offers = [order.text(str) for order in legal(production())]
    assert "draw 1 action" in offers and "place 1 tank: Berlin" in offers
    assert any(text.startswith("strengthen") for text in offers)
    assert offers[-1] == "done"
