"""The real maps of the shared folder; skipped where that folder is absent."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from engine.core.errors import DefinitionError
from engine.gamedef.definition import Definition
from engine.gamedef.option_values import TRIPLEA_PROFILE
from engine.gamedef.options import Options
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    format_scenario,
    load_scenario,
    parse_scenario,
    read_triplea_map,
    tree_from_definition,
)
from engine.loading.toml_text import MAX_BYTES
from engine.loading.triplea.areas import read_borders, read_seas
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.records import read_records
from engine.loading.triplea.xml_text import parse_xml

SHARED = Path(__file__).parents[4] / "shared" / "triplea"
BIG_WORLD = SHARED / "big_world" / "games" / "big_world_1942.xml"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/triplea")

LOADED = (
    "270BC.xml",
    "=TC.Blank=.xml",
    "A_Song_of_Ice_and_Fire.xml",
    "Age_Of_Sturlungs_0.0.2.xml",
    "Alagaesia%20(2%20players).xml",
    "Ancient_Times.xml",
    "Battle_of_Aventurica.xml",
    "Big_World_1942_v3rules.xml",
    "Civil_War.xml",
    "DelegateTest.xml",
    "Diplomacy.xml",
    "Domination_1914_No_Mans_Land.xml",
    "Elemental_Forces.xml",
    "Empire.xml",
    "FirstPunicWar.xml",
    "Global_War.xml",
    "Greyhawk_Wars.xml",
    "HexGlobeFFA.xml",
    "HexGlobeFFA_w_TWW.xml",
    "HouseofHabsburg0.8.xml",
    "Jurassic.xml",
    "Large_Middle_Earth.xml",
    "Napoleonic_Empires.xml",
    "Oztea_1939_Global.xml",
    "Pacific_Theater_Solo_Challenge.xml",
    "PactOfSteelChina.xml",
    "Rise_of_the_Axis.xml",
    "Rome_Total_War.xml",
    "Sleeping_Giant_v1.3.xml",
    "Small_Balanced_2_Player_across.xml",
    "Stalingrad.xml",
    "Steampunk_Advanced.xml",
    "StellarForces.xml",
    "Total_World_War_Dec1941.xml",
    "Tutorial.xml",
    "UW_1.7.xml",
    "Ultimate_World_-_Revised.xml",
    "WAW40.xml",
    "WW2_Phillipines_-_v2.xml",
    "WW2v3-1941.xml",
    "WW2v4_Six_Army_Free_For_All.xml",
    "WW2v5_1942_2nd.xml",
    "WW2v6_1941.xml",
    "big_world_1942.xml",
    "big_world_1942_test.xml",
    "blue_vs_gray.xml",
    "capture_the_flag.xml",
    "classic.xml",
    "classic_3rd_edition.xml",
    "cold_war.xml",
    "conquest_world.xml",
    "crazygs_ww1.xml",
    "dragon_war.xml",
    "europe_AAE.xml",
    "gold.xml",
    "great_war.xml",
    "iron_blitz.xml",
    "iron_blitz_test.xml",
    "iron_war.xml",
    "lhtr.xml",
    "lhtr_test.xml",
    "minimap.xml",
    "new_world_order_smalls.xml",
    "pacific.xml",
    "pacific_incomplete_test.xml",
    "pact_of_steel.xml",
    "pact_of_steel_2_test.xml",
    "revised_test.xml",
    "sengokuJidai.xml",
    "tiberian_conquest_au.xml",
    "victory_test.xml",
    "ww2_g40_balanced.xml",
    "ww2global40.xml",
    "ww2v2.xml",
    "ww2v3_1941_test.xml",
    "ww2v3_1942_test.xml",
)
"""The maps that load; all the others are refused with a list."""


def all_maps() -> list[Path]:
    folders = (SHARED / "maps", SHARED / "fixtures")
    return [path for folder in folders for path in sorted(folder.glob("*.xml"))]


def bare(definition: Definition) -> Definition:
    """A definition without what is there for people only: notes, drawing and other words."""
    areas = {name: replace(area, place=None) for name, area in definition.board.territories.items()}
    kinds = {name: replace(kind, aliases=()) for name, kind in definition.unit_types.items()}
    board = replace(definition.board, territories=areas)
    return replace(definition, notes="", board=board, unit_types=kinds)


def test_the_map_and_our_own_file_state_the_same_facts() -> None:
    """Notes, drawing and other words for units are excepted: those in our file are our own."""
    theirs = read_triplea_map(BIG_WORLD.read_bytes(), "rulebook")
    ours = bare(load_scenario("big_world_1942"))
    # What the players may agree on is said by our file only.
    assert replace(ours, free_options=theirs.free_options) == bare(theirs)


def test_the_profile_is_the_only_difference_to_the_engine() -> None:
    ours = bare(load_scenario("big_world_1942"))
    engine = bare(read_triplea_map(BIG_WORLD.read_bytes(), "triplea"))
    assert replace(engine, options=ours.options, free_options=ours.free_options) == ours
    different = {
        name: getattr(engine.options, name)
        for name in (one.name for one in fields(Options))
        if getattr(engine.options, name) != getattr(ours.options, name)
    }
    assert different == dict(TRIPLEA_PROFILE)


def test_B1_two_games_on_the_same_board() -> None:
    boards = []
    for path in (BIG_WORLD, SHARED / "fixtures" / "Big_World_1942_v3rules.xml"):
        records = read_records(parse_xml(path.read_bytes()), MissingRules())
        boards.append((read_seas(records), read_borders(records)))
    assert boards[0][0] == boards[1][0]
    pairs = [{(a, b) for a in board[1] for b in board[1][a]} for board in boards]
    assert pairs[0] == pairs[1]
    assert (len(boards[0][0]), len(pairs[0])) == (264, 705)


def test_B2_the_game_with_other_rules_is_the_same_board_with_other_options() -> None:
    path = SHARED / "fixtures" / "Big_World_1942_v3rules.xml"
    other = read_triplea_map(path.read_bytes())
    game = read_triplea_map(BIG_WORLD.read_bytes())
    assert (other.board.is_sea, other.board.borders) == (game.board.is_sea, game.board.borders)
    assert any(kind.gunnery.marine_bonus for kind in other.unit_types.values())
    assert not other.options.tech_directed
    assert not other.options.rockets_after_noncombat_move


def test_D2_D7_D9_D13_maps_of_the_first_family_have_the_options_of_that_engine() -> None:
    game = read_triplea_map((SHARED / "maps" / "classic.xml").read_bytes())
    options = game.options
    assert (options.every_success_finds, options.tech_directed) == (True, False)
    assert (options.one_rocket_per_turn, options.rockets_after_noncombat_move) == (True, True)
    assert (options.surviving_air_may_land, options.homeless_air_lands_on_islands) == (False, True)
    assert (options.capital_victory, options.capitals_checked_at_round_end) == (True, True)
    assert (options.economic_victory, options.heavy_bomber_dice) == (True, 3)
    assert (options.neutral_charge, options.ships_among_enemies) == (3, False)
    assert (options.defending_submarines_may_leave, options.defending_submarines_may_submerge) == (
        True,
        False,
    )
    assert game.technology.names[4] == "industrial_technology"
    assert options.industrial_technology
    assert game.unit_types["battleship"].hit_points == 1
    assert game.map_rules.restrictions == ()


def test_the_switches_of_an_old_map_add_units_and_close_the_first_round() -> None:
    data = (SHARED / "maps" / "classic.xml").read_text(encoding="utf-8")
    for name in (
        "Use Destroyers and Artillery",
        "Movement By Territory Restricted",
        "Units Can Be Destroyed Instead Of Captured",
    ):
        old = f'<property name="{name}" value="false"'
        assert old in data
        data = data.replace(old, old.replace("false", "true"))
    game = read_triplea_map(data.encode())
    assert (game.economy.prices["artillery"], game.economy.prices["destroyer"]) == (4, 12)
    assert game.economy.reduced_prices["destroyer"] == 10
    assert "artillery" in game.economy.buyers["Japanese"]
    (closed,) = game.map_rules.restrictions
    assert (closed.nation, closed.inside) == ("Russians", True)
    assert [entry.moments for entry in game.script.triggers] == [("after:russianBattle",)]
    assert len(closed.territories) == 8
    assert game.unit_types["factory"].capture.lost_when_taken_from == game.politics.nation_names
    assert game.unit_types["infantry"].capture.lost_when_taken_from == ()


def test_B3_B56_pact_of_steel_is_another_board_with_other_destroyers() -> None:
    game = read_triplea_map((SHARED / "maps" / "pact_of_steel.xml").read_bytes())
    assert len(game.board.is_sea) == 149
    assert sum(game.board.is_sea.values()) == 65
    assert len(game.unit_types) == 12
    assert "cruiser" not in game.unit_types
    destroyer = game.unit_types["destroyer"]
    assert (game.economy.prices["destroyer"], destroyer.attack, destroyer.defence) == (12, 3, 3)
    assert not game.options.lhtr_heavy_bombers
    assert not game.options.territory_turn_limit
    assert game.options.neutral_charge == 9_999_999
    assert game.options.projection_of_power
    assert sorted({level.cities for level in game.victory.levels}) == [11, 12, 15]


@pytest.mark.slow
@pytest.mark.parametrize("path", all_maps() if SHARED.is_dir() else [], ids=lambda path: path.stem)
def test_every_map_loads_or_is_refused_with_a_list(path: Path) -> None:
    try:
        definition = read_triplea_map(path.read_bytes())
    except UnsupportedMapError as error:
        assert error.missing
        assert path.name not in LOADED
    except DefinitionError as error:
        pytest.fail(f"refused without a list: {error}")
    else:
        assert path.name in LOADED
        text = format_scenario(definition).encode()
        # The four largest maps have more to say than a scenario file may.
        is_too_long = path.name in {
            "Empire.xml",
            "Greyhawk_Wars.xml",
            "Total_World_War_Dec1941.xml",
            "blue_vs_gray.xml",
        }
        assert (len(text) > MAX_BYTES) == is_too_long
        # A scenario file is its tree as text, so reading it back is reading the tree back too.
        if is_too_long:
            assert definition_from_tree(tree_from_definition(definition)) == definition
        else:
            assert parse_scenario(text) == definition
