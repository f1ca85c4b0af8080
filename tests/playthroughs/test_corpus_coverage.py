"""The recorded games together show every phase, every unit ability, every way to win and to agree.

A fault that no recorded game could show would be found by nobody who replays them.  Each name below
is one of tests/support/coverage.py; what computer players do not bring about by themselves stands
in the demands of a recipe (tests/support/game_recipes.py), so that recording anew brings it again.
"""

import re
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Final, get_args

import pytest

from engine import UnitType, load_scenario, new_game
from engine.core.agenda import Outcome
from engine.core.events import turn
from engine.gamedef.schema import flat_fields
from engine.orders.edits.registry import CHANGE_FORMS
from engine.orders.registry import ORDER_FORMS
from engine.orders.standing_orders.registry import STANDING_FORMS
from pbem.motions.table import KINDS
from pbem.save.records import Record
from pbem.save.trust import open_save
from tests.support.coverage import covered, covered_by
from tests.support.game_recipes import RECIPES

FOLDER = Path(__file__).resolve().parents[2] / "savegames"
NAMES = sorted(path.stem for path in FOLDER.glob("*.pbem"))

LAND: Final = ("infantry", "artillery", "armour")
AIR: Final = ("fighter", "bomber")
SHIPS: Final = (
    "transport", "submarine", "carrier", "destroyer", "cruiser", "battleship",
)  # fmt: skip
FIGHTING: Final = (*LAND, *AIR, *SHIPS)
UNITS: Final = (*FIGHTING, "aaGun", "factory")

PHASES: Final = tuple(
    f"phase {name}"
    for name in (
        *("bid", "bid_place", "tech", "purchase", "combat_move", "battle", "noncombat_move"),
        *("place", "tech_activation", "end_turn", "end_round"),
    )
)
"""Every phase of the sequence of play, with orders in it where it takes orders."""

LIVES: Final = (
    *(f"bought {name}" for name in UNITS),
    *(f"placed {name}" for name in UNITS),
    *(f"lost {name}" for name in FIGHTING),
)
"""Every unit type comes into the game; those that can be destroyed leave it."""

ABILITIES: Final = {
    "attack": ("general hit by the attacker",),
    "defence": ("general hit by the defender",),
    "movement": tuple(f"moved {name}" for name in (*FIGHTING, "aaGun")),
    "hit_points": ("ship damaged", "damaged ship repaired"),
    "is_air": ("aircraft withdraw", "aircraft without a place to land"),
    "is_sea": ("sea battle", "ship passes a canal"),
    "is_infantry": ("support",),
    "can_blitz": ("blitz",),
    "is_strategic_bomber": ("raid", "bombing limited"),
    "transport_cost": tuple(f"loaded {name}" for name in (*LAND, "aaGun")),
    "transport_capacity": (
        "amphibious landing",
        "landing in the non-combat move",
        "landing abandoned",
        "cargo sunk with its transport",
    ),
    "carrier_cost": ("aircraft lands at sea", "homeless aircraft landed"),
    "carrier_capacity": (
        "carrier takes aircraft of an ally along",
        "new fighter on a new carrier",
        "fighter hops on a new carrier",
    ),
    "is_submarine": (
        "first_strike hit by the attacker",
        "first_strike hit by the defender",
        "submarines of the attacker submerge",
        "submarines of the defender submerge",
        "submarine passes enemies",
    ),
    "is_destroyer": ("destroyer against submarine",),
    "can_bombard": ("bombardment by battleship",),
    "bombard": ("bombardment hit by the attacker",),
    "is_aa_gun": (
        "AA fire in a battle",
        "AA fire in a raid",
        "overflight in the combat_move",
        "overflight in the noncombat_move",
    ),
    "aa_strength": ("aa_fire hit by the defender", "low luck AA fire"),
    "is_factory": ("placed infantry", "captured factory"),
    "is_infrastructure": ("captured aaGun",),
    "moves_in_combat": ("moved aaGun",),
}
"""What a unit type can do, by the attribute that says so, and what shows it.

Technologies add to it and are listed below.
"""

TECHNOLOGIES: Final = (
    "research fails",
    *(f"found {name}" for name in load_scenario("big_world_1942").technology.names),
    *(f"active {name}" for name in load_scenario("big_world_1942").technology.names),
    "active industrial_technology",  # by an option only
    # Each of them at work.
    "jet fighter defends",
    "super submarine attacks",
    "long-range flight",
    "rocket",
    "bombardment by destroyer",
    "two dice of a heavy bomber",
)

BATTLES: Final = (
    "land battle",
    "sea battle",
    "two nations defend together",
    "battle won by the attacker",
    "battle won by the defender",
    "battle drawn",
    "retreat on land",
    "retreat at sea",
    "aircraft withdraw",
    "casualties chosen by the player",
    "normal dice",
    "low luck hit",
)
"""How battles go."""

LENGTH: Final = ("tenth round",)
"""A long game, to measure with."""

CONQUEST: Final = (
    "land conquered",
    "walk-in",
    "neutral land conquered",
    "land of an ally liberated",
    "capital captured",
    "capital liberated",
    "land returned with the capital",
    "income withheld",
    "ship passes a canal",
)

ECONOMY: Final = ("bid placed", "unplaced units lost", "low-luck raid", "low-luck rocket")

ORDERS: Final = tuple(
    f"order {kind}"
    for kind in (
        *("tech", "buy", "move", "fight", "lose", "hit", "retreat", "press", "submerge", "bombard"),
        *("rocket", "place", "standing", "no_standing", "resign", "done"),
        *("allocate", "command", "declare", "fire"),
        *("strengthen", "draw", "play", "discard", "activate"),
    )
)

RECORDS: Final = tuple(
    f"record {kind}"
    for kind in (
        *("genesis", "join", "start", "orders", "roll", "turn_end"),
        *("agreement", "roll_again", "note", "absence"),
    )
)

AGREED: Final = (
    "agreed edit",
    "agreed take back",
    "agreed draw",
    "agreed surrender",
    "agreed substitution",
    "agreed substitution without the old key",
    "agreed key change",
    "agreed key change without the old key",
)
"""What players agree to; also when one of them cannot be asked."""

CHANGES: Final = tuple(
    f"change {kind}" for kind in ("add", "remove", "shift", "owner", "money", "technology", "hits")
)
"""What is edited."""

DEFENCE: Final = (
    *(f"standing {kind}" for kind in ("losses", "absorb", "keep", "submerge", "withdraw", "land")),
    "standing keep unmet",
    "losses chosen by the defender",
    "submerge chosen by the defender",
    "ally hit",
    "message",
)
"""What happens while a player is away: standing orders that fire, questions to the defender."""

ENDS: Final = (
    "end by projection_of_power",
    "end by honorable_surrender",
    "end by total_victory",
    "end by surrender",
    "end by draw",
    "phase capitals",
    "end by capital_victory",
    "end by economic_victory",
)
"""Every victory level, resigning, and the ways to win of Classic."""

ELSEWHERE: Final = {
    "order spare": (
        "T199: the players of the recorded block game leave no defender out",
        "tests/engine/blocks/test_opponents.py",
        "test_T199_the_attacker_may_leave_one_of_two_defenders_out",
    ),
    "order unveil": (
        "T180: the players of the recorded games keep no technology secret",
        "tests/engine/blocks/test_research_cards.py",
        "test_T179_T180_T144_a_secret_lowers_the_limit_and_is_shown_at_any_time",
    ),
    "order disband": (
        "T108: the players of the recorded games give up no block",
        "tests/engine/blocks/test_own_turn.py",
        "test_T108_blocks_are_given_up_in_a_turn_with_cards_and_without",
    ),
    "order renounce": (
        "T108: nobody has to give up influence in the recorded games",
        "tests/engine/blocks/test_own_turn.py",
        "test_T108_a_marker_is_given_up_at_a_time",
    ),
    "agreed forfeit": (
        "a recorded game has the clock of its recording, and nobody is late in it",
        "tests/agreements/test_attacks_late.py",
        "test_a_side_forfeits_after_the_last_reminder_and_not_before",
    ),
    "agreed new dice": (
        "a dice authority that is gone for good has a test of its own, with two of them",
        "tests/dice/test_attacks_dice_agreements.py",
        "test_one_of_two_authorities_dies_for_good_and_the_game_goes_on",
    ),
    "agreed lost roll": (
        "a computer has to be lost in the middle of a turn",
        "tests/dice/test_attacks_dice_agreements.py",
        "test_a_computer_dies_after_a_roll_and_the_game_goes_on_from_the_last_mail",
    ),
    "agreed lost turn": (
        "a computer has to be lost at the end of a turn",
        "tests/dice/test_attacks_dice_agreements.py",
        "test_a_computer_dies_after_the_end_was_closed",
    ),
    "agreed player and dice": (
        "a player and one of two authorities have to be gone at once",
        "tests/agreements/test_attacks_gone.py",
        "test_a_player_and_an_authority_that_are_gone_at_once_end_no_game",
    ),
    "agreed withdrawal": (
        "the players of the recorded games take no proposal back",
        "tests/agreements/test_attacks_gone.py",
        "test_what_was_withdrawn_is_agreed_to_no_more",
    ),
    "record void": (
        "the players of the recorded games ask for no dice out of turn",
        "tests/play/test_attacks_out_of_turn.py",
        "test_a_number_that_an_opponent_used_up_before_a_roll_becomes_void_by_itself",
    ),
    "stalemate": (
        "G29: with the units of Big World one side can always hit",
        "tests/engine/battle/test_submarines.py",
        "test_G29_forces_that_cannot_hurt_each_other_draw",
    ),
    "repair of a factory": (
        "B139: on Big World bombs cost money and no factory is damaged",
        "tests/rules/test_economy_of_other_games.py",
        "test_B139_repairs_and_the_plan_share_one_treasury",
    ),
    "war bonds": (
        "B129: no technology of Big World",
        "tests/rules/test_economy_of_other_games.py",
        "test_B129_war_bonds_pay_what_a_die_shows_at_the_end_of_the_turn",
    ),
    "random AA casualties": (
        "B244: wants more aircraft of several types over one gun than the players send",
        "tests/engine/battle/test_aa_guns.py",
        "test_B244_six_of_two_types_lose_exactly_one_at_random",
    ),
    "transports lost without a die": (
        "B75: by an option that Big World fixes the other way",
        "tests/rules/test_submarines_withdraw.py",
        "test_B75_by_option_transports_without_a_warship_are_lost_without_a_die",
    ),
    "interceptors": (
        "B69: no unit of Big World intercepts",
        "tests/engine/battle/test_air_battle.py",
        "test_B69_interceptors_that_hit_are_met_before_the_bombs",
    ),
    "standing intercept": (
        "B69: no unit of Big World or of Classic intercepts",
        "tests/engine/battle/test_air_battle.py",
        "test_G20_an_absent_defender_intercepts_as_their_standing_orders_say",
    ),
    "standing scramble": (
        "ADR 0092: the games are recorded where nobody scrambles, or are played at random",
        "tests/engine/battle/test_scramble.py",
        "test_standing_orders_say_which_aircraft_scramble",
    ),
    "standing kamikaze": (
        "ADR 0092: as for scramble",
        "tests/engine/battle/test_kamikaze.py",
        "test_standing_orders_aim_kamikaze_attacks_by_type",
    ),
    "standing fire": (
        "T80: of blocks only, and the recorded game of blocks is played by random players",
        "tests/engine/blocks/test_defence.py",
        "test_T80_standing_orders_choose_what_is_fired_at",
    ),
    "order intercept": (
        "B69: as above",
        "tests/engine/battle/test_air_battle.py",
        "test_a_defender_who_is_asked_chooses_their_interceptors",
    ),
    "order repair": (
        "B139: as for the repair of a factory",
        "tests/rules/test_economy_of_other_games.py",
        "test_B139_a_nation_that_can_buy_nothing_may_still_repair",
    ),
    "order land_aircraft": (
        "B177: homeless aircraft go by standing orders or the default, and nobody is asked",
        "tests/engine/battle/test_battle_phase.py",
        "test_B177_homeless_defending_fighters_fly_one_area",
    ),
    "change damage": (
        "B255: for maps whose factories can be damaged",
        "tests/engine/politics/test_edit.py",
        "test_B255_damage_is_set_where_factories_can_be_damaged",
    ),
    "order act": (
        "politics: for maps on which relations change",
        "tests/engine/politics/test_politics.py",
        "test_a_game_with_politics_replays_to_the_same_position",
    ),
    "order answer": (
        "politics: as above",
        "tests/engine/politics/test_politics.py",
        "test_consent_carries_an_offer_out_in_the_turn_of_whoever_gives_it",
    ),
    "order recall": (
        "L46: for games on two boards",
        "tests/engine/linked/test_endgame.py",
        "test_L46_the_soviet_player_calls_home_all_pieces_at_once",
    ),
    "order scramble": (
        "no base of Big World or of Classic lets aircraft scramble",
        "tests/engine/battle/test_scramble.py",
        "test_the_defender_is_asked_and_their_aircraft_defend",
    ),
    "order aim": (
        "factories are all that raids damage in the games of the program",
        "tests/engine/battle/test_bombing_targets.py",
        "test_an_aim_is_ordered_after_the_raid",
    ),
    "order kamikaze": (
        "no nation of Big World or of Classic makes kamikaze attacks",
        "tests/engine/battle/test_kamikaze.py",
        "test_each_attack_costs_a_token_and_rolls_a_die_and_hits_count_at_once",
    ),
    "order reveal": (
        "T52: of block games; random players seldom have groups to choose from",
        "tests/engine/blocks/test_playout.py",
        "test_random_games_go_on_and_replay_to_the_same_position",
    ),
    "change goods": (
        "of games with other resources than PUs",
        "tests/engine/politics/test_edit.py",
        "test_B255_other_goods_than_money_are_set_by_hand",
    ),
    "change relation": (
        "of games with politics",
        "tests/engine/politics/test_edit.py",
        "test_B255_a_relation_set_by_hand_counts_from_the_next_order_on",
    ),
    "change strength": (
        "of block games only",
        "tests/engine/blocks/test_edit.py",
        "test_strengths_are_set_by_consent",
    ),
    "change influence": (
        "of block games only",
        "tests/engine/blocks/test_nations.py",
        "test_T107_T147_influence_brings_population_and_resources_and_no_land",
    ),
    "change war": (
        "of block games only",
        "tests/engine/blocks/test_nations.py",
        "test_T115_T231_war_with_one_rival_makes_resources_count",
    ),
    "change command": (
        "of block games only",
        "tests/engine/blocks/test_command.py",
        "test_commands_of_all_are_set_by_agreement_and_nobody_is_asked",
    ),
    "change industry": (
        "of block games only",
        "tests/engine/blocks/test_worked_example.py",
        "test_the_government_of_1936_leaves_the_axis_with_13_10_and_14",
    ),
    "change dividends": (
        "of block games only",
        "tests/engine/blocks/test_nations.py",
        "test_T240_points_of_the_rule_book",
    ),
}
"""What no recorded game shows: why, and the file and the name of the test that does."""

WANTED: Final = (
    *(*PHASES, *LIVES, *TECHNOLOGIES, *BATTLES, *CONQUEST, *ECONOMY, *ENDS),
    *(*ORDERS, *RECORDS, *AGREED, *CHANGES, *DEFENCE, *LENGTH),
    *(name for names in ABILITIES.values() for name in names),
)


@cache
def _covered_by(name: str) -> frozenset[str]:
    return covered_by(open_save((FOLDER / f"{name}.pbem").read_bytes()))


def test_there_is_a_recorded_game_for_every_recipe() -> None:
    assert len(NAMES) >= len(RECIPES) >= 14
    assert set(RECIPES) <= set(NAMES)


@pytest.mark.slow
def test_recorded_games_together_cover_everything() -> None:
    shown = frozenset[str]().union(*(_covered_by(name) for name in NAMES))
    assert sorted(set(WANTED) - shown) == []


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_what_no_recorded_game_shows_has_a_test_elsewhere(name: str) -> None:
    _, path, test = ELSEWHERE[name]
    assert name not in WANTED
    assert f"def {test}(" in (FOLDER.parent / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_recorded_game_shows_what_its_recipe_demands(name: str) -> None:
    assert sorted(RECIPES[name].demands - _covered_by(name)) == []


def test_list_names_every_ability_of_the_unit_types() -> None:
    """An attribute that makes a difference between units of the scenario is a key of ABILITIES."""
    kinds = load_scenario("big_world_1942").unit_types.values()
    used = {
        entry.name
        for way, entry in flat_fields(UnitType)
        if entry.name not in {"name", "aliases"}
        and any(attrgetter(way)(kind) != entry.default for kind in kinds)
    }
    assert sorted(used) == sorted(ABILITIES)


def test_list_names_every_unit_type_and_phase_of_the_scenario() -> None:
    """A unit or a phase that is added to the scenario has to be added to the list."""
    definition = load_scenario("big_world_1942")
    assert sorted(definition.unit_types) == sorted(UNITS)
    assert {f"phase {step.phase}" for step in definition.sequence} == set(PHASES)


@pytest.mark.parametrize(
    ("what", "kinds"),
    [
        ("order", [form.plain.make for form in ORDER_FORMS]),
        ("record", get_args(Record)),
        ("change", [form.plain.make for form in CHANGE_FORMS]),
        ("standing", [form.make for form in STANDING_FORMS]),
    ],
)
def test_list_names_every_kind_that_a_log_can_hold(what: str, kinds: Sequence[type]) -> None:
    """A kind that is added to the format has to be added to a list."""
    named = {name for name in (*WANTED, *ELSEWHERE) if name.split()[0] == what}
    assert len(named - {"standing keep unmet"}) == len({kind.__name__ for kind in kinds})


def test_list_names_everything_that_can_be_agreed() -> None:
    kinds = {kind.__name__ for kind in KINDS}
    listed = (*AGREED, *(name for name in ELSEWHERE if name.startswith("agreed ")))
    named = {name.removeprefix("agreed ").removesuffix(" without the old key") for name in listed}
    assert named == {re.sub(r"(?<=.)([A-Z])", r" \1", name).lower() for name in kinds}


def test_coverage_tells_only_of_what_happened() -> None:
    """The test above would be worth nothing if everything were covered by anything."""
    state = new_game(load_scenario("big_world_1942")).state
    ended = turn.GameEnded(Outcome((), "draw", "nobody wins"))
    assert covered([]) == frozenset()
    assert covered([(state, (turn.RoundBegan(2), ended))]) == {"end by draw"}
