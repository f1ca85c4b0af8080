"""Changes by hand on the board of a block game (docs/adr/0018-block-games.md)."""

from dataclasses import replace

import pytest

from engine import (
    AgreedEdit,
    RollResult,
    apply,
    change_from_plain,
    change_to_plain,
    format_change,
    load_scenario,
    new_game,
    parse_change,
)
from engine.game import check_action

DEFINITION = load_scenario("triumph_tragedy")
START = apply(new_game(DEFINITION).state, RollResult((2,))).state


def edit(*lines: str) -> AgreedEdit:
    return AgreedEdit(tuple(parse_change(line, DEFINITION) for line in lines))


def test_strengths_are_set_by_consent() -> None:
    state = apply(START, edit("strength 1 West fleet: London > 2")).state
    assert [unit.strength for unit in state.units_in("London")] == [2]


def test_new_blocks_are_cadres() -> None:
    state = apply(START, edit("add 2 Axis tank: Berlin")).state
    assert [(unit.type, unit.strength) for unit in state.units_in("Berlin")] == [("tank", 1)] * 2


def test_control_of_a_country_and_technologies_change_by_consent() -> None:
    change = edit("owner Warsaw: Axis", "technology West: bombsights")
    state = apply(START, change).state
    assert state.owners["Warsaw"] == "Axis"
    assert state.technologies["West"] == ("bombsights",)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("add 1 Axis fleet: Munich", "edit-wrong-element"),
        ("add 1 Axis fortress: Baltic Sea", "edit-wrong-element"),
        ("strength 1 West fleet: London > 5", "edit-bad-strength"),
        ("strength 1 West fortress: Lorraine > 4", "edit-bad-strength"),
        ("add 1 West infantry: Delhi", "edit-not-at-home"),
        ("add 1 Axis infantry: Paris", "edit-not-at-home"),
        ("add 1 Axis submarine: Baltic Sea", "edit-not-at-home"),
        ("strength 2 West fleet: London > 3", "not-there"),
        ("remove 1 West tank: London", "not-there"),
        ("owner Baltic Sea: Axis", "edit-not-land"),
        ("money West: 5", "edit-not-in-blocks"),
    ],
)
def test_what_an_edit_may_not_do(line: str, code: str) -> None:
    """Nothing is built in a colony (T97), at sea (T121) or inland that needs a coast (T125)."""
    assert [reason.code for reason in check_action(START, edit(line))] == [code]


def test_a_change_of_strength_is_read_back() -> None:
    change = parse_change("strength 1 West fleet: London > 2", DEFINITION)
    assert change_from_plain(change_to_plain(change)) == change
    assert parse_change(format_change(change, DEFINITION), DEFINITION) == change


def test_T95_blocks_of_germany_britain_and_the_usa_have_four_steps_others_three() -> None:
    state = apply(START, edit("strength 1 West fleet: London > 4")).state
    assert [unit.strength for unit in state.units_in("London")] == [4]
    four = edit("add 1 West infantry: Paris", "strength 1 West infantry: Paris > 4")
    assert [(one.code, one.rule) for one in check_action(START, four)] == [
        ("edit-bad-strength", "T95")
    ]


@pytest.mark.parametrize(
    ("line", "country"),
    [
        ("add 1 West infantry: Paris", "France"),
        ("add 1 West infantry: London", "Britain"),
        ("add 1 West fortress: Suez", "Britain"),
        ("add 1 West fortress: Algiers", "France"),
        ("add 1 Axis fortress: Tripoli", "Italy"),
        ("add 1 Axis fortress: Athens", "Germany"),
        ("add 1 West infantry: Washington", "USA"),
        ("add 1 USSR tank: Baku", "USSR"),
    ],
)
def test_T122_T124_where_a_block_is_built_says_whose_it_is(line: str, country: str) -> None:
    """Fortresses are built in all friendly land (T123)."""
    state = apply(START, edit(line)).state
    assert state.units[START.next_unit].country == country


def test_T102_a_defeated_power_builds_no_more() -> None:
    assert START.blocks is not None
    fallen = replace(START, blocks=replace(START.blocks, defeated=("France",)))
    wanted = edit("add 1 West infantry: Paris")
    assert [reason.rule for reason in check_action(fallen, wanted)] == ["T102"]
    assert not check_action(fallen, edit("add 1 West infantry: London"))
