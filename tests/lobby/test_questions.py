"""What a founder is asked, where a scenario has it (ADR 0092)."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import load_scenario, option_text, scenario_names
from pbem.lobby.questions import founding_questions
from pbem.lobby.terms import terms_of
from tests.support.table import mail_desks

ASKED = {
    "axis_allies_linked": ("every_theatre_decides", "ask_before_battles"),
    "axis_allies_pacific": ("ask_before_battles",),
    "first_edition_global_1940": (
        "ask_before_battles",
        "victory_lasts_a_round",
        "ships_keep_off_at_peace",
    ),
    "second_edition_global_1940": (
        "ask_before_battles",
        "victory_lasts_a_round",
        "ships_keep_off_at_peace",
    ),
}


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_founder_is_asked_what_the_scenario_has(scenario: str) -> None:
    definition = load_scenario(scenario)
    questions = founding_questions(definition)
    assert tuple(one.option for one in questions) == ASKED.get(scenario, ())
    for one in questions:
        assert option_text(one.option)[2], "a founder may change it"
        assert one.is_on == getattr(definition.options, one.option)
        assert one.answer == (one.on if one.is_on else one.off)


def test_a_question_names_what_the_game_has_and_how_it_is_answered_the_other_way() -> None:
    definition = load_scenario("second_edition_global_1940")
    first, second, third = founding_questions(definition)
    assert "who scrambles and what kamikaze attacks aim at" in first.on
    assert "ask_before_battles=false" in first.line()
    assert "wins at once" in second.answer and "victory_lasts_a_round=true" in second.line()
    assert third.off == "ships of Americans at peace with Japanese may stop beside their land"
    only = replace(definition.options, kamikaze_attacks=False)
    (first, *_) = founding_questions(replace(definition, options=only))
    assert "kamikaze" not in first.on


def test_the_terms_of_an_invitation_say_what_was_decided(tmp_path: Path) -> None:
    (ann,) = mail_desks(tmp_path, "Ann")
    option = ("--option", "victory_lasts_a_round=true")
    told = ann.ok("new", "second_edition_global_1940", "--hotseat", *option).out
    assert told.count("Question for everybody: ") == 2
    save = ann.home.game_store.load(ann.game, ann.home.keyring())
    assert save is not None
    lines = terms_of(save).lines()
    assert "Decided: what wins the game must be held for a complete round of turns." in lines
    assert sum(line.startswith("Decided: ") for line in lines) == 3
