"""A&A Europe and A&A Pacific as scenarios: every count and total of our sources."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.gamedef import Definition
from engine.gamedef.triggers import GiveResource
from engine.gamedef.victory import IncomeVictory, PointVictory, VictoryLevel
from engine.loading import definition_from_tree, load_scenario, tree_from_definition
from engine.rules.economy.income import income_of
from engine.rules.turn.setup import start_position
from tests.support.playout import play
from tests.support.soak_plan import PLAYERS

FACTS = Path(__file__).parents[4] / "shared" / "facts"

MIDDLE_EAST = {"Egypt": 1, "Syria": 1, "Iraq": 2, "Iran": 2, "Trans-Jordan": 2}
"""Oil that pays Germany only; the official game, checklist of the linked game, section 2.1."""


@dataclass(frozen=True)
class Expected:
    """What our sources say of a game: areas, borders, PUs, units and income of land and sea."""

    land: int
    sea: int
    borders: int
    pus: Mapping[str, int]
    units: Mapping[str, int]
    land_income: Mapping[str, int]
    convoys: Mapping[str, int]


GAMES = {
    "axis_allies_europe": Expected(
        land=61,
        sea=35,
        borders=236,
        pus={"Germans": 40, "Russians": 24, "British": 25, "Americans": 40},
        units={"Germans": 98, "Russians": 67, "British": 33, "Americans": 8},
        land_income={"Germans": 40, "Russians": 20, "British": 9, "Americans": 30},
        convoys={"Russians": 4, "British": 3 + 3 + 5 + 5, "Americans": 4 + 6},
    ),
    "axis_allies_pacific": Expected(
        land=62,
        sea=54,
        borders=244,
        pus={"Japanese": 19, "British": 22, "Australians": 25, "Chinese": 0, "Americans": 75},
        units={"Japanese": 106, "British": 62, "Australians": 10, "Chinese": 19, "Americans": 50},
        land_income={
            "Japanese": 19,
            "British": 15,
            "Australians": 20,
            "Chinese": 2,
            "Americans": 60,
        },
        convoys={"British": 3 + 4, "Australians": 5, "Americans": 10 + 5},
    ),
}


def facts(name: str) -> dict[str, object]:
    path = FACTS / name
    if not path.exists():
        pytest.skip("the facts of the games are not here")
    # The map that they are from says "Baltic Sea Sea Zone".
    text = path.read_text(encoding="utf-8").replace(" Sea Sea Zone", " Sea Zone")
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def incomes(game: Definition, *, at_sea: bool) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, owner in game.setup.owners.items():
        if game.board.territories[name].is_sea == at_sea:
            found[owner] += game.board.territories[name].production
    return {owner: income for owner, income in found.items() if income}


@pytest.mark.parametrize("name", GAMES)
def test_counts_and_totals(name: str) -> None:
    game, expected = load_scenario(name), GAMES[name]
    seas = sum(area.is_sea for area in game.board.territories.values())
    assert (len(game.board.territories) - seas, seas) == (expected.land, expected.sea)
    assert len(game.board.borders) == expected.borders
    state = start_position(game)
    assert {nation: state.amount(nation, "PUs") for nation in expected.pus} == expected.pus
    assert Counter(unit.owner for unit in state.units.values()) == expected.units
    assert incomes(game, at_sea=False) == expected.land_income
    assert incomes(game, at_sea=True) == expected.convoys
    for nation, pus in expected.pus.items():
        earned = 0 if nation == "Chinese" else income_of(state, nation)
        assert earned == pus


@pytest.mark.parametrize(
    ("name", "file"), [("axis_allies_europe", "aae.json"), ("axis_allies_pacific", "aap.json")]
)
def test_board_and_set_up_are_those_of_the_facts(name: str, file: str) -> None:
    game, said = load_scenario(name), facts(file)
    areas, pairs, placed = said["territories"], said["connections"], said["startUnits"]
    assert isinstance(areas, dict)
    assert isinstance(pairs, list)
    assert isinstance(placed, list)
    for place, fact in areas.items():
        area = game.board.territories[place]
        oil = MIDDLE_EAST.get(place, 0)
        assert (area.is_sea, area.production + oil) == (fact["water"], fact["production"]), place
        assert game.setup.owners.get(place) == fact["owner"], place
        assert (area.capital_of or None) == fact.get("capital"), place
        assert area.victory_cities == int(fact.get("victoryCity", 0)), place
        assert area.kamikaze_zone == (fact.get("kamikazeZone") == "true"), place
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in game.board.borders}
    start: Counter[tuple[str, str, str]] = Counter()
    for entry in placed:
        start[entry["territory"], entry["owner"], entry["type"]] += entry["n"]
    found = {(p.territory, p.owner, p.type): p.count for p in game.setup.placements}
    assert found == start


@pytest.mark.parametrize(
    ("name", "file"), [("axis_allies_europe", "aae.json"), ("axis_allies_pacific", "aap.json")]
)
def test_units_are_those_of_the_facts(name: str, file: str) -> None:
    game, said = load_scenario(name), facts(file)
    kinds, costs = said["unitAttachments"], said["cost"]
    assert isinstance(kinds, dict)
    assert isinstance(costs, dict)
    assert set(kinds) == set(game.unit_types)
    for unit, fact in kinds.items():
        kind = game.unit_types[unit]
        numbers = (kind.attack, kind.defence, kind.movement, kind.carriage.transport_cost)
        wanted = ("attack", "defense", "movement", "transportCost")
        assert numbers == tuple(int(fact.get(word, 0)) for word in wanted), unit
        assert kind.carriage.transport_capacity == int(fact.get("transportCapacity", 0)), unit
        assert kind.hit_points == int(fact.get("hitPoints", 1)), unit
        if any(unit in types for types in game.economy.buyers.values()):
            assert game.economy.prices[unit] == costs[unit]


def test_the_oil_of_the_middle_east_pays_only_germany() -> None:
    game = load_scenario("axis_allies_europe")
    paid = {
        trigger.name.removeprefix("oil of "): [
            (effect.nations, effect.amount)
            for effect in trigger.effects
            if isinstance(effect, GiveResource)
        ]
        for trigger in game.script.triggers
    }
    assert paid == {
        place: [(("British",), -pus), (("Germans",), pus)] for place, pus in MIDDLE_EAST.items()
    }
    assert sum(MIDDLE_EAST.values()) == 8
    assert all(game.board.territories[place].production == 0 for place in MIDDLE_EAST)


def test_who_wins_europe() -> None:
    game = load_scenario("axis_allies_europe")
    assert game.victory.levels == (
        VictoryLevel("honorable_surrender", "Allies", 4),
        VictoryLevel("honorable_surrender", "Axis", 2),
    )
    assert dict(game.options.bid) == {"Germans": 12, "Russians": 12}


def test_who_wins_the_pacific() -> None:
    game = load_scenario("axis_allies_pacific")
    assert game.victory.levels == (
        VictoryLevel("honorable_surrender", "Allies", 3),
        VictoryLevel("honorable_surrender", "Axis", 2),
    )
    assert game.victory.by_income == (
        IncomeVictory("Allies", 134),
        IncomeVictory("Axis", 50),
    )
    assert game.victory.by_points == (PointVictory("Japanese", 22, 10, 10),)
    state = start_position(game)
    assert sum(income_of(state, nation) for nation in game.politics.nation_names) - 9 == 134
    assert state.amount("Japanese", "SuicideAttackTokens") == 6


@pytest.mark.parametrize("name", GAMES)
def test_the_scenario_survives_a_round_trip_through_a_tree(name: str) -> None:
    game = load_scenario(name)
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_played(name: str) -> None:
    played = play(load_scenario(name), 5, 1, PLAYERS["sensible"], thorough=60)
    assert played.last.state.round == 2
