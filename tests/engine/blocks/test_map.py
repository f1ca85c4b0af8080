"""The map and the set-up of 1936 against the facts of the printed board (checklist 3.1)."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine import definition_from_tree, load_scenario, parse_scenario, tree_from_definition
from engine.game import new_game
from engine.gamedef.blocks import BlockGame
from engine.loading import format_scenario

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "tt_map.json"
DEFINITION = load_scenario("triumph_tragedy")


def game() -> BlockGame:
    assert DEFINITION.blocks is not None
    return DEFINITION.blocks


def totals(owner: str) -> tuple[int, int, int]:
    """Population, resources and overseas resources of the areas of an owner at the start."""
    areas = [
        facts
        for name, facts in game().areas.items()
        if facts.country and DEFINITION.setup.owners.get(name, "") == owner
    ]
    return (
        sum(area.population for area in areas),
        sum(area.resources for area in areas),
        sum(area.overseas for area in areas),
    )


def test_the_scenario_comes_back_as_it_was_written() -> None:
    assert definition_from_tree(tree_from_definition(DEFINITION)) == DEFINITION
    assert parse_scenario(format_scenario(DEFINITION).encode()) == DEFINITION


def test_areas_and_borders_are_those_of_the_board() -> None:
    kinds = Counter(
        "ocean" if area.is_ocean else "strait" if area.is_strait else "sea" if is_sea else "land"
        for (name, is_sea) in DEFINITION.board.is_sea.items()
        for area in [game().areas[name]]
    )
    assert kinds == {"land": 95, "strait": 8, "sea": 28, "ocean": 5}
    assert Counter(game().border_kinds.values()) == {
        "coast": 110,
        "mountain": 58,
        "plains": 55,
        "strait": 41,
        "sea": 36,
        "forest": 29,
        "river": 24,
    }


def test_every_fact_is_that_of_the_list_of_facts() -> None:
    if not FACTS.exists():
        pytest.skip("the list of facts is not beside the project")
    facts = json.loads(FACTS.read_text())
    borders = {(min(one, other), max(one, other)): kind for one, other, kind in facts["borders"]}
    assert borders == dict(game().border_kinds)
    for name, area in facts["areas"].items():
        here = game().areas[name]
        assert here.country == area.get("nation", ""), name
        assert here.city == (area.get("city") or ""), name
        assert here.population == area.get("pop", 0), name
        assert here.muster == (area.get("muster") or 0), name
        assert here.resources == area.get("res", 0), name
        assert here.overseas == area.get("res_transafrica", 0), name


def test_the_board_is_connected() -> None:
    found = DEFINITION.board.distances("Berlin", 1_000)
    assert len(found) == len(DEFINITION.board.is_sea) == 136


@pytest.mark.parametrize(
    ("owner", "population", "resources"), [("Axis", 11, 6), ("West", 12, 11), ("USSR", 12, 11)]
)
def test_population_and_resources_of_the_factions(
    owner: str, population: int, resources: int
) -> None:
    found = totals(owner)
    assert (found[0], found[1] + found[2]) == (population, resources)


def test_the_reaction_of_poland_is_in_the_muster_numbers() -> None:
    """The rule book, 15.42: Warsaw 3, Lvov 2, Vilna 1."""
    muster = {name: game().areas[name].muster for name in ("Warsaw", "Lvov", "Vilna")}
    assert muster == {"Warsaw": 3, "Lvov": 2, "Vilna": 1}


@pytest.mark.parametrize(("nation", "cadres"), [("Axis", 22), ("West", 12), ("USSR", 12)])
def test_cadres_of_the_set_up(nation: str, cadres: int) -> None:
    assert sum(game().deployments[nation].values()) == cadres


def test_the_west_begins_with_16_blocks_of_21_cv() -> None:
    """The rule book, 5.2 (T111): cadres and four blocks that stand there already."""
    stand = [entry.strength for entry in game().garrisons if entry.nation == "West"]
    cadres = sum(game().deployments["West"].values())
    assert (cadres + len(stand), cadres + sum(stand)) == (16, 21)


def test_T46_limits_by_kind_of_border() -> None:
    assert game().border_limits == {
        "plains": 3,
        "river": 2,
        "forest": 2,
        "mountain": 1,
        "coast": 1,
        "strait": 1,
    }


def test_T79_speeds() -> None:
    speeds = {name: kind.movement for name, kind in DEFINITION.unit_types.items()}
    assert speeds == {
        "fortress": 0,
        "air force": 2,
        "carrier": 3,
        "submarine": 2,
        "fleet": 3,
        "tank": 3,
        "infantry": 2,
    }
    assert game().convoy_speed == 2


def test_T80_T81_firepower_in_the_order_of_fire() -> None:
    order = ("air", "naval", "ground", "undersea")
    table = {
        name: tuple(kind.firepower.get(target, 0) for target in order)
        for name, kind in game().types.items()
    }
    assert list(table.items()) == [
        ("fortress", (2, 3, 4, 3)),
        ("air force", (3, 1, 1, 1)),
        ("carrier", (2, 2, 1, 2)),
        ("submarine", (0, 1, 0, 1)),
        ("fleet", (1, 3, 1, 2)),
        ("tank", (0, 0, 2, 0)),
        ("infantry", (1, 1, 3, 0)),
    ]


def test_turn_orders_the_two_is_the_printed_one() -> None:
    assert len(set(game().turn_orders)) == 6
    assert game().turn_orders[1] == game().printed == ("Axis", "West", "USSR")


def test_T85_the_year_has_four_seasons() -> None:
    names = [entry.name for entry in DEFINITION.sequence]
    assert [season.name.casefold() for season in game().seasons] == [
        "spring",
        "summer",
        "fall",
        "winter",
    ]
    steps = [names.index(step) for season in game().seasons for step in season.steps]
    assert steps == sorted(set(steps))


def test_T94_great_and_major_powers() -> None:
    ranks = {
        rank: {name for name, one in game().countries.items() if one.rank == rank}
        for rank in ("great", "major")
    }
    assert ranks == {
        "great": {"Germany", "Britain", "USSR"},
        "major": {"Italy", "France", "USA"},
    }


def test_T113_everybody_begins_at_peace() -> None:
    start = new_game(DEFINITION).state
    assert start.blocks is not None
    assert (start.blocks.wars, start.blocks.violated) == ((), ())
