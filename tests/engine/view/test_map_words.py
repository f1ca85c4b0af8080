"""Politics, objectives and victories of Global 1940 in words, from its data alone."""

import pytest

from engine import politics_rows, trigger_word
from engine.core.events.turn import GameEnded
from engine.game import check
from engine.gamedef import State
from engine.gamedef.map_names import said_by_map
from engine.gamedef.triggers import WinGame
from engine.loading import load_scenario
from engine.orders.act import Act
from engine.rules.politics.effects import outcome_of
from engine.view.conditions import objective_rows
from tests.support.positions import position

GLOBAL = load_scenario("second_edition_global_1940")


def at(nation: str, round_number: int = 1) -> State:
    return position(GLOBAL, nation, "politics", round_number=round_number)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Axis_To_War_With_Russians Germans", "Axis To War With Russians Germans"),
        (
            "objectiveAttachment_Japanese_3_Control_Honolulu_Or_Sydney_Or_Calcutta_O 4789aab5",
            "Japanese 3 Control Honolulu Or Sydney Or Calcutta …",
        ),
        ("conditionAttachmentAxisVictory0", "Axis Victory0"),
        ("4789aab5", "4789aab5"),
    ],
)
def test_a_name_of_a_map_is_told_in_words(name: str, words: str) -> None:
    assert trigger_word(name) == words


def test_a_declaration_that_is_refused_says_what_the_map_asks_first() -> None:
    (reason,) = check(at("Russians"), Act("Russians_To_War_With_Germans"))
    assert reason.code == "not-possible-now"
    assert "not before" in reason.text
    assert "it is round 4 or later" in reason.text
    assert "Russians are at war with 1 of Germans, Italians" in reason.text
    assert "“Axis Capture London” has come about" in reason.text
    assert check(at("Russians", 4), Act("Russians_To_War_With_Germans")) == ()


def test_only_what_is_missing_is_said() -> None:
    rows = {row.name: row for row in politics_rows(at("Russians"))}
    assert rows["Japanese_To_War_With_Americans"].missing == ""
    assert rows["Japanese_To_War_With_Americans"].does.startswith("war: Americans with Japanese")
    mongolia = rows["Allies_To_War_With_Mongolians"].missing
    assert mongolia == "Russians and Japanese are at war"
    late = {row.name: row for row in politics_rows(at("Russians", 4))}
    assert late["Russians_To_War_With_Germans"].missing == ""


def test_an_objective_that_pays_for_each_says_so() -> None:
    asks = {row.name.partition("_")[2]: row.asks for row in objective_rows(at("Germans"))}
    wanted = "for each of Novgorod, Volgograd, Russia that Germans own"
    assert asks["Germans_2_Control_Novgorod_Or_Volgograd_Or_Russia"] == wanted
    assert not any("always" in text for text in asks.values())


def test_the_end_of_a_game_is_told_in_words() -> None:
    win = WinGame(("Germans",), "Axis_Win")
    ended = GameEnded(outcome_of(at("Germans"), win))
    assert ended.outcome.text == "Germans have won in round 1: Axis Win"
    assert said_by_map("The Axis have won at last.") == "The Axis have won at last."
