"""Who moves when in a season: commands, their letters, passes (T89, T91, T184 to T190)."""

from collections.abc import Mapping

import pytest

from engine import AgreedEdit, PhaseOpen, RollRequest, RollResult, State, Step, apply, parse_change
from engine.rules.blocks.command import command_order
from tests.support.blocks import DEFINITION, Piece, codes, do, position, roll, rules

UNITS: list[Piece] = [
    ("Axis", "tank", "Berlin"),
    ("West", "infantry", "London"),
    ("USSR", "infantry", "Moscow"),
]


def season(cards: Mapping[str, str], *, when: str = "spring") -> Step:
    """All nations command a season, each with its card."""
    state = position(UNITS, phase="command", command=0, kind="", season=when)
    step = do(state)
    for nation in ("Axis", "West", "USSR"):
        assert step.waiting == PhaseOpen(nation, "command")
        step = do(step.state, f"command {cards[nation]}", "done")
    return step


def turns(step: Step) -> list[str]:
    """Who takes a turn in the season, in order."""
    return list(command_order(step.state))


def test_T89_T186_the_earliest_letter_moves_first() -> None:
    step = season({"Axis": "G6", "West": "D5", "USSR": "pass"})
    assert step.waiting == PhaseOpen("West", "movement")
    assert turns(step) == ["West", "Axis"]
    assert step.state.blocks is not None and step.state.blocks.turn.command == 5
    step = do(step.state, "done")
    assert step.waiting == PhaseOpen("Axis", "movement")
    assert step.state.blocks is not None and step.state.blocks.turn.command == 6
    assert do(step.state, "done").waiting == PhaseOpen("Axis", "command"), "summer begins"


def test_T188_an_emergency_comes_at_its_own_letter() -> None:
    """The worked example of the publisher: D7, I8, and S9 of summer in fall."""
    step = season({"Axis": "I8", "West": "emergency S", "USSR": "D7"}, when="fall")
    assert turns(step) == ["USSR", "Axis", "West"]
    assert step.state.blocks is not None
    assert step.state.blocks.commands["West"].value == 2


def test_T187_of_equal_letters_the_card_of_the_season_is_first() -> None:
    step = season({"Axis": "emergency A", "West": "A6", "USSR": "pass"}, when="fall")
    assert turns(step) == ["West", "Axis"]


def test_T187_a_die_decides_between_equal_emergencies() -> None:
    step = season({"Axis": "emergency A", "West": "pass", "USSR": "emergency A"}, when="summer")
    assert isinstance(step.waiting, RollRequest) and step.waiting.sides == 2
    assert roll(step, 2).waiting == PhaseOpen("USSR", "movement")
    assert turns(roll(step, 1)) == ["Axis", "USSR"]


def test_cards_without_a_letter_come_last_in_the_order_of_the_year() -> None:
    step = season({"Axis": "6", "West": "5", "USSR": "P4"})
    assert turns(step) == ["USSR", "Axis", "West"]


def test_T190_a_season_that_all_pass_takes_one_word_from_each() -> None:
    step = season({"Axis": "pass", "West": "pass", "USSR": "pass"})
    assert step.waiting == PhaseOpen("Axis", "command")
    assert step.state.phase.step > 0
    assert DEFINITION.sequence[step.state.phase.step].name == "summerAxisCommand"
    assert step.state.blocks is not None and not step.state.blocks.commands


@pytest.mark.parametrize(
    ("when", "card", "rule"),
    [
        ("spring", "K9", "T186"),
        ("spring", "O5", "T186"),
        ("spring", "K5", ""),
        ("summer", "K9", ""),
        ("summer", "emergency O", "T186"),
        ("summer", "11", "T2"),
    ],
)
def test_T186_only_cards_that_exist_are_named(when: str, card: str, rule: str) -> None:
    state = position(UNITS, phase="command", command=0, kind="", season=when)
    assert rules(state, f"command {card}") == ([rule] if rule else [])


def test_T91_in_winter_the_ussr_commands_with_a_card_of_any_season() -> None:
    state = position(UNITS, nation="USSR", phase="command", command=0, kind="", season="winter")
    for card in ("command I8", "command I6"):
        assert codes(state, card) == []
    assert codes(state, "command I7") == ["no-such-card"]
    step = do(state, "command I8", "done")
    assert step.waiting == PhaseOpen("USSR", "movement")


def agreed(state: State, *lines: str) -> Step:
    return apply(state, AgreedEdit(tuple(parse_change(line, DEFINITION) for line in lines)))


def test_commands_of_all_are_set_by_agreement_and_nobody_is_asked() -> None:
    state = position(UNITS, phase="command", command=0, kind="")
    step = agreed(state, "command Axis: K5", "command West: P4", "command USSR: pass")
    step = do(step.state, "done")
    assert step.waiting == PhaseOpen("Axis", "movement") and turns(step) == ["Axis", "West"]
    assert do(step.state, "done").waiting == PhaseOpen("West", "movement")


def test_the_year_goes_on_after_winter() -> None:
    state = position(UNITS, nation="USSR", phase="command", command=0, kind="", season="winter")
    step = do(state, "command pass", "done")
    assert isinstance(step.waiting, RollRequest)
    step = apply(step.state, RollResult((3,)))
    assert step.state.round == 2 and step.waiting == PhaseOpen("West", "command")


def test_T130_the_seasons_have_fifteen_twenty_five_and_fifteen_cards() -> None:
    assert DEFINITION.blocks is not None
    seasons = [DEFINITION.blocks.command_cards(one.name) for one in DEFINITION.blocks.seasons]
    assert [len(cards) for cards in seasons] == [15, 25, 15, 0]
    assert {value for cards in seasons for value in cards.values()} == {4, 5, 6, 7, 8, 9, 10}


def test_T130_two_nations_do_not_name_the_same_card() -> None:
    state = position(UNITS, phase="command", command=0, kind="")
    step = do(state, "command K5", "done")
    assert codes(step.state, "command K5") == ["card-taken"]
