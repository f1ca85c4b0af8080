"""Big World : 1942 as it comes with the program: the facts of end matter 1, 2 and 3."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.ids import NEUTRAL
from engine.gamedef.definition import Definition
from engine.gamedef.option_values import option_names
from engine.gamedef.options import Options
from engine.gamedef.unit_types import SupportRule, UnitType
from engine.gamedef.victory import VictoryLevel
from engine.loading import load_scenario
from pbem.replay.rules import with_options
from tests.support.unit_types import unit_type

TURN_ORDER = ("Russians", "Germans", "British", "Chinese", "Japanese", "Americans")

UNITS = {
    "infantry": (3, 2, unit_type("infantry", 1, 2, 1, transport_cost=2, is_infantry=True)),
    "artillery": (4, 3, unit_type("artillery", 2, 2, 1, transport_cost=3)),
    "armour": (5, 4, unit_type("armour", 3, 3, 2, transport_cost=3, can_blitz=True)),
    "fighter": (10, 9, unit_type("fighter", 3, 4, 4, is_air=True, carrier_cost=1)),
    "bomber": (14, 13, unit_type("bomber", 4, 1, 6, is_air=True, is_strategic_bomber=True)),
    "transport": (8, 7, unit_type("transport", 0, 1, 2, is_sea=True, transport_capacity=5)),
    "submarine": (8, 7, unit_type("submarine", 2, 2, 2, is_sea=True, is_submarine=True)),
    "carrier": (14, 13, unit_type("carrier", 1, 1, 2, is_sea=True, carrier_capacity=2)),
    "destroyer": (8, 7, unit_type("destroyer", 2, 2, 2, is_sea=True, is_destroyer=True)),
    "cruiser": (10, 9, UnitType("cruiser", 3, 3, 2, is_sea=True)),
    "battleship": (
        22,
        21,
        unit_type("battleship", 4, 4, 2, hit_points=2, is_sea=True, can_bombard=True, bombard=4),
    ),
    "aaGun": (
        5,
        4,
        unit_type(
            "aaGun",
            movement=1,
            transport_cost=3,
            is_aa_gun=True,
            aa_strength=1,
            is_infrastructure=True,
            moves_in_combat=False,
        ),
    ),
    "factory": (15, 14, unit_type("factory", is_factory=True, is_infrastructure=True)),
}
"""Price, reduced price, attributes, in the order of the buy list: end matter 1."""

ALIASES = {
    "infantry": ("inf",),
    "artillery": ("arty",),
    "armour": ("tank", "armor", "tnk"),
    "fighter": ("ftr", "fig"),
    "bomber": ("bmr",),
    "transport": ("trn", "tn"),
    "submarine": ("sub",),
    "carrier": ("cv", "aircraft carrier"),
    "destroyer": ("dd",),
    "cruiser": (),
    "battleship": ("bb",),
    "aaGun": ("aa", "flak"),
    "factory": ("ic", "industrial complex"),
}
"""Other words for the units that players may write; no fact of the rule book."""

COUNTS = {
    "infantry": (44, 51, 31, 9, 41, 13, 52),
    "artillery": (3, 11, 2, 0, 3, 2, 0),
    "armour": (5, 14, 5, 0, 2, 2, 0),
    "fighter": (3, 9, 5, 1, 5, 3, 0),
    "bomber": (1, 2, 1, 0, 1, 2, 0),
    "transport": (1, 3, 6, 0, 4, 5, 0),
    "submarine": (1, 8, 4, 0, 2, 1, 0),
    "destroyer": (0, 0, 1, 0, 2, 2, 0),
    "cruiser": (0, 2, 4, 0, 1, 4, 0),
    "carrier": (0, 0, 1, 0, 3, 1, 0),
    "battleship": (0, 1, 3, 0, 2, 1, 0),
    "aaGun": (3, 4, 4, 0, 2, 2, 1),
    "factory": (4, 3, 5, 2, 3, 4, 0),
}
"""Units per nation in turn order, neutral ones last: end matter 3."""


@pytest.fixture(scope="module")
def game() -> Definition:
    return load_scenario("big_world_1942")


def where(game: Definition, owner: str, unit: str) -> set[str]:
    return {
        entry.territory
        for entry in game.setup.placements
        if (entry.owner, entry.type) == (owner, unit)
    }


def test_B1_the_board_has_264_areas_and_705_connections(game: Definition) -> None:
    assert game.name == "Big World : 1942"
    assert len(game.board.is_sea) == 264
    assert len(game.board.borders) == 705
    assert len(game.board.distances("Moscow", 100)) == 264, "the board is connected"


def test_B11_156_land_areas_and_108_sea_zones(game: Definition) -> None:
    assert Counter(game.board.is_sea.values()) == {False: 156, True: 108}
    assert game.board.is_sea["SZ 28 Eastern Mediterranean"]
    assert not game.board.is_sea["Egypt"]


def test_B12_there_is_no_sea_zone_51_and_79_is_shut_in(game: Definition) -> None:
    numbers = {int(name.split()[1]) for name, is_sea in game.board.is_sea.items() if is_sea}
    assert numbers == set(range(1, 110)) - {51}
    assert game.board.neighbours("SZ 79 Arctic Ocean") == ("Alaska", "Western Canada")
    seas = game.board.distances("SZ 1 Hudson Bay", 100, lambda name: game.board.is_sea[name])
    assert len(seas) == 107


def test_B14_borders_of_karelija(game: Definition) -> None:
    assert not game.board.is_border("Karelija", "Novgorod")
    assert game.board.is_border("Karelija", "Finland")


def test_B19_B20_the_three_canals(game: Definition) -> None:
    assert {canal.name: (canal.zones, canal.lands) for canal in game.board.canals} == {
        "Suez Canal": (("SZ 28 Eastern Mediterranean", "SZ 55 Red Sea"), ("Egypt", "Syria")),
        "Panama Canal": (("SZ 36 East Pacific", "SZ 37 Caribbean Sea"), ("Central America",)),
        "Dardanelles": (("SZ 27 Aegean Sea", "SZ 29 Black Sea"), ("Western Turkey",)),
    }


def test_B23_production_of_the_board(game: Definition) -> None:
    values = {name: game.board.territories[name].production for name in game.setup.owners}
    assert values["Southwestern United States"] == 8
    assert values["Moscow"] == 4
    assert values["Greenland"] == 0
    assert sum(values.values()) == 235
    assert sum(value == 0 for value in values.values()) == 23


def test_B24_no_sea_zone_has_an_income_or_an_owner(game: Definition) -> None:
    seas = [area for area in game.board.territories.values() if area.is_sea]
    assert all(area.production == 0 and area.name not in game.setup.owners for area in seas)


def test_B25_B26_owners_neutrals_and_impassable_areas(game: Definition) -> None:
    assert Counter(game.setup.owners.values()) == {
        "British": 36,
        "Russians": 27,
        "Germans": 23,
        "Japanese": 23,
        "Americans": 19,
        "Chinese": 6,
    }
    free = {area.name: area for area in game.board.territories.values() if not area.is_sea}
    for name in game.setup.owners:
        del free[name]
    impassable = {name for name, area in free.items() if area.is_impassable}
    assert impassable == {
        "Afghanistan",
        "Kashmir",
        "Himalaya-Tibet",
        "Western South America",
        "Sahara",
        "Siberia",
        "Mongolia",
    }
    assert set(free) - impassable == {
        "Western Turkey",
        "Eastern Turkey",
        "Spain",
        "Angola",
        "Mozambique",
        "Ireland",
        "Cape Verde Islands",
        "Switzerland",
        "Azores",
        "Portugal",
        "Rio de Oro",
        "Southern South America",
        "Sweden",
        "Arabian Peninsula",
        "Northern South America",
    }


def test_B34_neutral_land_has_no_original_owner(game: Definition) -> None:
    assert game.original_owner("Burma") == "British"
    assert game.original_owner("Spain") == NEUTRAL


def test_B40_capitals(game: Definition) -> None:
    assert {nation: game.board.capital_of(nation) for nation in TURN_ORDER} == {
        "Russians": "Moscow",
        "Germans": "Eastern Germany",
        "British": "England",
        "Chinese": "Western Sinkiang",
        "Japanese": "Southern Japan",
        "Americans": "Northeastern United States",
    }


def test_turn_order_and_alliances(game: Definition) -> None:
    assert game.politics.nation_names == TURN_ORDER
    axis = {nation.name for nation in game.politics.nations if nation.alliances == ("Axis",)}
    allies = {nation.name for nation in game.politics.nations if nation.alliances == ("Allies",)}
    assert axis == {"Germans", "Japanese"}
    assert allies == set(TURN_ORDER) - axis


def test_start_pus_equal_the_income_of_the_owned_areas(game: Definition) -> None:
    assert [game.setup.resources[nation]["PUs"] for nation in TURN_ORDER] == [
        34,
        60,
        40,
        10,
        41,
        50,
    ]
    income: Counter[str] = Counter()
    for name, owner in game.setup.owners.items():
        income[owner] += game.board.territories[name].production
    assert income == {nation: game.setup.resources[nation]["PUs"] for nation in TURN_ORDER}


def test_units_at_the_start(game: Definition) -> None:
    owners = (*TURN_ORDER, NEUTRAL)
    counts: Counter[tuple[str, str]] = Counter()
    for entry in game.setup.placements:
        counts[entry.type, entry.owner] += entry.count
        assert (entry.hits, entry.damage) == (0, 0)
    found = {unit: tuple(counts[unit, owner] for owner in owners) for unit in COUNTS}
    assert found == COUNTS
    assert sum(counts.values()) == 423


def test_factories_and_aa_guns(game: Definition) -> None:
    assert where(game, "Russians", "factory") == {"Moscow", "Stalingrad", "Sverdlovsk", "Leningrad"}
    assert where(game, "Germans", "factory") == {"Western Germany", "Eastern Germany", "Italy"}
    assert where(game, "British", "factory") == {
        "England",
        "New South Wales",
        "Bombay",
        "Eastern Canada",
        "Scotland",
    }
    assert where(game, "Chinese", "factory") == {"Kansu", "Western Sinkiang"}
    assert where(game, "Japanese", "factory") == {"Southern Japan", "Northern Japan", "Chosen"}
    assert where(game, "Americans", "factory") == {
        "Southwestern United States",
        "Midwestern United States",
        "Northeastern United States",
        "Hawaiian Islands",
    }
    built = {
        nation: sum(
            game.board.territories[name].production for name in where(game, nation, "factory")
        )
        for nation in TURN_ORDER
    }
    assert tuple(built.values()) == (12, 20, 14, 4, 12, 26)
    assert where(game, "Germans", "aaGun") == {
        "France",
        "Western Germany",
        "Eastern Germany",
        "Italy",
    }
    assert where(game, NEUTRAL, "aaGun") == {"Spain"}


def test_B235_victory_cities_9_against_12(game: Definition) -> None:
    cities = {area.name: area.victory_cities for area in game.board.territories.values()}
    assert sum(cities.values()) == 21
    sides: Counter[str] = Counter()
    for name, owner in game.setup.owners.items():
        sides[game.politics.alliances_of(owner)[0]] += cities[name]
    assert sides == {"Axis": 9, "Allies": 12}


def test_B236_14_15_or_17_cities_win(game: Definition) -> None:
    numbers = {"projection_of_power": 14, "honorable_surrender": 15, "total_victory": 17}
    assert game.victory.levels == tuple(
        VictoryLevel(level, alliance, cities)
        for level, cities in numbers.items()
        for alliance in ("Allies", "Axis")
    )


def test_end_matter_1_units_prices_and_support(game: Definition) -> None:
    assert list(game.unit_types) == list(UNITS), "the order of the buy list"
    assert dict(game.unit_types) == {
        name: replace(unit, aliases=ALIASES[name]) for name, (_, _, unit) in UNITS.items()
    }
    assert game.economy.prices == {name: price for name, (price, _, _) in UNITS.items()}
    assert game.economy.reduced_prices == {name: price for name, (_, price, _) in UNITS.items()}
    assert set(game.economy.buyers.values()) == {tuple(UNITS)}
    assert game.support == (SupportRule(("artillery",), ("infantry",)),)


def test_B54_only_the_battleship_has_two_hit_points(game: Definition) -> None:
    tough = {name: unit.hit_points for name, unit in game.unit_types.items() if unit.hit_points > 1}
    assert tough == {"battleship": 2}


def test_B56_the_destroyer_of_big_world(game: Definition) -> None:
    destroyer = game.unit_types["destroyer"]
    assert (game.economy.prices["destroyer"], destroyer.attack, destroyer.defence) == (8, 2, 2)


def test_B125_six_technologies(game: Definition) -> None:
    assert game.technology.names == (
        "jet_power",
        "super_subs",
        "long_range_aircraft",
        "rockets",
        "destroyer_bombard",
        "heavy_bomber",
    )


def test_end_matter_2_options_are_those_of_the_rule_book(game: Definition) -> None:
    """The defaults of Options are the values of this game; each one is checked by its meaning."""
    assert game.options == Options()
    on = {name for name in option_names() if getattr(game.options, name) is True}
    assert {
        "tech_development",
        "lhtr_heavy_bombers",
        "territory_turn_limit",
        "always_on_aa",
        "repair_at_end_of_turn",
        "submersible_submarines",
        "produce_fighters_on_carriers",
        "move_fighters_to_new_carriers",
        "total_victory",
    } <= on
    assert not on & {
        "low_luck",
        "low_luck_aa",
        "low_luck_technology",
        "low_luck_bombing",
        "repair_at_start_of_turn",
        "lhtr_carrier_production",
        "produce_fighters_on_old_carriers",
        "land_fighters_on_new_carriers",
        "kamikaze_airplanes",
        "neutrals_blitzable",
        "neutral_flyover",
        "projection_of_power",
        "honorable_surrender",
        "transport_casualties_restricted",
        "neutrals_impassable",
    }
    assert game.options.heavy_bomber_dice == 2
    assert game.options.super_sub_defence_bonus == 0
    assert game.options.neutral_charge == 0
    assert game.options.max_factories == 1
    assert game.options.bid == {}


def test_B95_B99_the_sequence(game: Definition) -> None:
    bids = [(step.phase, step.nation) for step in game.sequence if step.last_round == 1]
    assert bids == [(phase, name) for name in TURN_ORDER for phase in ("bid", "bid_place")]
    turn = (
        "tech",
        "purchase",
        "combat_move",
        "battle",
        "noncombat_move",
        "place",
        "tech_activation",
        "end_turn",
    )
    steps = [(step.phase, step.nation) for step in game.sequence if step.last_round == 0]
    assert steps == [(phase, name) for name in TURN_ORDER for phase in turn] + [("end_round", "")]
    assert len(game.sequence) == 61


@pytest.mark.parametrize(
    ("name", "value"),
    [("submerge_defender_first", True), ("partial_amphibious_retreat", True), ("max_factories", 2)],
)
def test_B94_B193_B208_what_the_rule_book_says_may_be_agreed_on(
    game: Definition, name: str, value: object
) -> None:
    """Issue 36, point 6: these options exist, and no table could have them."""
    assert name in game.free_options
    assert getattr(game.options, name) != value
    changed = with_options(game, {name: value})
    assert getattr(changed.options, name) == value
