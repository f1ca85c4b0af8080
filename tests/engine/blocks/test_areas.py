"""Control, command, seas and coasts of the block game (T1 to T12, T31 to T36)."""

import pytest

from engine import Decision, Declare, Done, PhaseOpen, RollResult, apply, check, legal, new_game
from engine.rules.blocks.areas import is_coastal, is_strait, is_undisputed, status_of
from engine.rules.blocks.control import resolve_control
from engine.rules.blocks.travel import (
    cost_of,
)
from tests.support.blocks import (
    ALL_AT_WAR,
    DEFINITION,
    codes,
    do,
    places,
    position,
    rules,
)


def test_T1_control_changes_when_the_next_phase_begins_and_not_by_entering() -> None:
    """The rule book, 1.14 (T211)."""
    state = position([("Axis", "tank", "Munich")], wars=ALL_AT_WAR)
    moved = do(state, "move 1 tank: Munich > Lorraine").state
    assert moved.owners["Lorraine"] == "West"
    assert do(moved, "done").state.owners["Lorraine"] == "Axis"


def test_T1_disputed_land_keeps_its_owner_and_empty_land_goes_with_the_capital() -> None:
    """The rule book, 1.14 (T204)."""
    pieces = [("Axis", "tank", "Lorraine"), ("West", "infantry", "Lorraine")]
    assert resolve_control(position(pieces, wars=ALL_AT_WAR)) == ()
    taken = position([("Axis", "tank", "Paris")], wars=ALL_AT_WAR)
    changed = {event.territory: event.owner for event in resolve_control(taken)}
    assert changed["Paris"] == changed["Marseille"] == "Axis"
    assert "Dakar" not in changed
    assert "London" not in changed


def test_T1_an_empty_home_area_of_a_great_power_is_its_own_again() -> None:
    state = position([], owners={"Kiev": "Axis", "Munich": "West"})
    changed = {event.territory: event.owner for event in resolve_control(state)}
    assert changed == {"Kiev": "USSR", "Munich": "Axis"}


def test_T2_no_more_units_move_than_the_command_says() -> None:
    state = position([("Axis", "infantry", "Berlin")] * 3, command=2)
    assert codes(state, "move 3 infantry: Berlin > Munich") == ["command-used-up"]
    moved = do(state, "move 2 infantry: Berlin > Munich").state
    assert codes(moved, "move 1 infantry: Berlin > Ruhr") == ["command-used-up"]


@pytest.mark.parametrize(("nation", "units"), [("Axis", 4), ("West", 2), ("USSR", 2)])
def test_T3_emergency_command(nation: str, units: int) -> None:
    state = position([], nation=nation, phase="command", command=0, kind="")
    assert codes(state, "done") == ["no-command"]
    step = do(state, "command emergency")
    assert step.state.blocks is not None
    assert step.state.blocks.turn.command == units


def test_T2_a_card_has_a_value_and_a_pass_moves_nobody() -> None:
    state = position([("Axis", "tank", "Berlin")], phase="command", command=0, kind="")
    assert codes(state, "command 11") == ["bad-command"]
    step = do(state, "command 7")
    assert step.state.blocks is not None and step.state.blocks.turn.command == 7
    passed = do(state, "command pass", "done")
    assert passed.waiting == PhaseOpen("West", "command")


def test_T4_emergency_command_begins_no_battle_and_enters_no_enemy_land() -> None:
    pieces = [("Axis", "tank", "Munich"), ("West", "infantry", "Lorraine")]
    state = position(pieces, kind="emergency", command=4, wars=ALL_AT_WAR)
    assert rules(state, "move 1 tank: Munich > Lorraine") == ["T4"]
    empty = position(pieces[:1], kind="emergency", command=4, wars=ALL_AT_WAR)
    assert rules(empty, "move 1 tank: Munich > Lorraine") == ["T4"]


def test_T5_emergency_command_reinforces_a_battle() -> None:
    pieces = [
        ("Axis", "tank", "Munich"),
        ("Axis", "infantry", "Lorraine"),
        ("West", "infantry", "Lorraine"),
    ]
    state = position(pieces, kind="emergency", command=4, wars=ALL_AT_WAR)
    assert codes(state, "move 1 tank: Munich > Lorraine") == []


def test_T6_under_emergency_command_there_is_no_combat_phase() -> None:
    pieces = [("Axis", "infantry", "Lorraine"), ("West", "infantry", "Lorraine")]
    state = position(pieces, kind="emergency", command=4, wars=ALL_AT_WAR)
    step = do(state, "done")
    assert step.waiting == PhaseOpen("West", "movement")
    assert do(position(pieces, wars=ALL_AT_WAR), "done").waiting == PhaseOpen("Axis", "combat")


def test_T7_a_sea_with_enemy_units_is_an_enemys_without_escaped_submarines() -> None:
    pieces = [("West", "submarine", "North Sea"), ("West", "fleet", "Irish Sea")]
    state = position(pieces, wars=ALL_AT_WAR, escaped=(1,))
    assert status_of(state, "Axis", "Irish Sea") == "enemy"
    assert status_of(state, "Axis", "North Sea") == "friendly"


def test_T8_a_rivals_sea_is_open_and_friendly() -> None:
    state = position([("West", "fleet", "Irish Sea")])
    assert status_of(state, "Axis", "Irish Sea") == "friendly"
    assert is_undisputed(state, "Axis", "Irish Sea")


def test_T9_T10_an_ocean_costs_two_to_enter_and_nothing_more_to_leave() -> None:
    state = position([])
    to_the_south = (
        "Washington",
        "North Atlantic Ocean",
        "Mid Atlantic Ocean",
        "South Atlantic Ocean",
    )
    assert cost_of(state, to_the_south) == 6
    assert cost_of(state, ("Washington", "North Atlantic Ocean", "Irish Sea")) == 3


def test_T11_T12_coasts_and_straits() -> None:
    state = position([])
    assert is_coastal(state, "Berlin") and is_coastal(state, "Ruhr")
    assert not is_coastal(state, "Munich") and not is_coastal(state, "North Sea")
    assert is_strait(state, "Gibraltar") and is_coastal(state, "Gibraltar")


def test_T31_T36_declarations_come_before_the_first_move() -> None:
    """The rule book, 15.1 and 15.22 (T229, T231): the third power stays at peace."""
    state = position([("Axis", "tank", "Munich"), ("Axis", "tank", "Berlin")])
    declared = do(state, "declare war West", "violate Poland").state
    assert declared.blocks is not None
    assert declared.blocks.wars == (("Axis", "West"),)
    assert codes(declared, "move 1 tank: Munich > Lorraine") == []
    moved = do(state, "move 1 tank: Berlin > Ruhr").state
    assert codes(moved, "declare war West") == ["too-late-to-declare"]
    assert codes(moved, "violate Poland") == ["too-late-to-declare"]


def test_T31_what_cannot_be_declared() -> None:
    state = position([], wars=ALL_AT_WAR, violated=(("Axis", "Poland"),))
    assert codes(state, "declare war West") == ["at-war-already"]
    assert codes(state, "declare war Axis") == ["unknown-nation"]
    assert codes(state, "violate Poland") == ["violated-already"]
    assert codes(state, "violate France") == ["not-neutral"]


def test_T31_a_violated_country_raises_garrisons_as_strong_as_its_muster() -> None:
    """The rule book, 15.42 (T232): Poland has fortresses in Warsaw 3, Lvov 2 and Vilna 1."""
    state = do(position([("Axis", "tank", "Berlin")]), "violate Poland").state
    raised = [unit for unit in state.units.values() if unit.owner == "Neutral"]
    found = {unit.territory: (unit.type, unit.strength) for unit in raised}
    assert found == {"Warsaw": ("fortress", 3), "Lvov": ("fortress", 2), "Vilna": ("fortress", 1)}
    assert {unit.country for unit in raised} == {"Poland"}
    assert status_of(state, "Axis", "Warsaw") == "enemy"
    assert status_of(state, "USSR", "Warsaw") == "neutral"


def test_T32_ground_units_need_a_declaration_for_neutral_and_rival_land() -> None:
    state = position([("Axis", "tank", "Berlin"), ("Axis", "tank", "Munich")])
    assert rules(state, "move 1 tank: Berlin > Warsaw") == ["T32"]
    assert rules(state, "move 1 tank: Munich > Lorraine") == ["T32"]
    assert "T32" in rules(state, "move 1 tank: Berlin > Warsaw > Lvov")


def test_T33_ships_need_one_for_rival_land_and_for_neutral_land() -> None:
    """Neutral land is that of the rule book (S2)."""
    state = position([("Axis", "fleet", "Irish Sea"), ("Axis", "submarine", "Irish Sea")])
    for kind in ("fleet", "submarine"):
        assert rules(state, f"move 1 {kind}: Irish Sea > London") == ["T33"]
        assert rules(state, f"move 1 {kind}: Irish Sea > Dublin") == ["T33"]


def test_T34_aircraft_need_one_to_fly_through_land_but_not_over_straits() -> None:
    state = position(
        [
            ("Axis", "air force", "Berlin"),
            ("Axis", "air force", "Munich"),
            ("Axis", "air force", "Ruhr"),
        ]
    )
    assert "T34" in rules(state, "move 1 air force: Berlin > Warsaw > Vilna")
    assert rules(state, "move 1 air force: Munich > Lorraine") == ["T34"]
    assert codes(state, "move 1 air force: Ruhr > Copenhagen > North Sea") == []


def test_T35_enemy_land_with_units_of_a_rival_needs_a_war_with_the_rival() -> None:
    pieces = [("Axis", "tank", "Munich"), ("USSR", "tank", "Lorraine")]
    state = position(pieces, wars=(("Axis", "West"),))
    assert rules(state, "move 1 tank: Munich > Lorraine") == ["T35"]


def test_the_turn_order_of_a_year_is_that_of_its_die() -> None:
    """The rule book, 7.14 (T88): a 2 is Axis, West, USSR."""
    for die, order in ((2, ("Axis", "West", "USSR")), (5, ("USSR", "West", "Axis"))):
        state = apply(new_game(DEFINITION).state, RollResult((die,))).state
        assert state.blocks is not None and state.blocks.order == order


def test_in_winter_units_move_at_home_only() -> None:
    state = position(
        [("USSR", "tank", "Kiev"), ("USSR", "tank", "Odessa")],
        nation="USSR",
        season="winter",
        violated=(("USSR", "Rumania"),),
    )
    assert codes(state, "move 1 tank: Kiev > Odessa") == []
    assert codes(state, "move 1 tank: Odessa > Bucharest") == ["not-at-home"]


def test_cadres_are_placed_by_their_nation_before_the_first_year() -> None:
    """The rule book, 5.0 (T110); a fleet needs a coast (T125)."""
    step = apply(new_game(DEFINITION).state, RollResult((2,)))
    assert step.waiting == PhaseOpen("Axis", "deploy")
    state = step.state
    assert codes(state, "place 7 infantry: Berlin") == ["no-cadres-left"]
    assert codes(state, "place 1 fleet: Munich") == ["no-coast"]
    assert codes(state, "place 1 tank: Paris") == ["no-cadres-left"]
    assert codes(state, "done") == ["cadres-left"]
    placed = do(state, "place 4 infantry, 2 fleet: Berlin").state
    assert codes(placed, "place 1 tank: Berlin") == ["no-cadres-left"]
    almost = do(state, "place 5 infantry: Berlin").state
    (reason, *_) = check(almost, Done())
    assert reason.text == "1 cadre is still to be placed in Berlin"
    assert {unit.strength for unit in placed.units_in("Berlin")} == {1}


def test_nobody_is_asked_for_a_choice_in_a_quiet_turn() -> None:
    step = do(position([("Axis", "tank", "Berlin")]), "done")
    assert not isinstance(step.waiting, Decision)
    assert places(step.state) == {1: "Berlin"}


def test_T35_aircraft_do_not_fly_through_enemy_land_that_holds_a_rival() -> None:
    pieces = [
        ("Axis", "air force", "Munich"),
        ("Axis", "tank", "Munich"),
        ("USSR", "tank", "Lorraine"),
        ("West", "infantry", "Paris"),
    ]
    war = (("Axis", "West"),)
    state = position(pieces, wars=war)
    assert rules(state, "move 1 air force: Munich > Lorraine > Paris") == ["T35"]
    assert codes(state, "move 1 air force: Munich > Lorraine > Paris") == ["rival-there"]
    both = position(pieces, wars=(("Axis", "USSR"), ("Axis", "West")))
    assert codes(both, "move 1 air force: Munich > Lorraine > Paris") == []


@pytest.mark.parametrize("kind", ["pass", "emergency"])
def test_T31_T192_nothing_is_declared_without_a_command_card(kind: str) -> None:
    command = {"pass": 0, "emergency": 4}[kind]
    state = position([("Axis", "tank", "Munich")], kind=kind, command=command)
    assert codes(state, "declare war West") == ["no-command-card"]
    assert codes(state, "violate Poland") == ["no-command-card"]
    assert not [order for order in legal(state) if isinstance(order, Declare)]


def test_T31_a_passed_turn_has_no_movement_phase() -> None:
    state = position([("Axis", "tank", "Munich")], phase="command", command=0, kind="")
    assert do(state, "command pass", "done").waiting == PhaseOpen("West", "command")
