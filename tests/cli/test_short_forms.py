"""Short and forgiving input at the terminal, and questions at the prompt: transcripts."""

from pathlib import Path

import pytest

from engine import State, parse_order
from pbem.play.dry_run import DryRun
from pbem.terminal.prompt import completed
from tests.support.keystrokes import (
    BRITISH_IN_FULL,
    BRITISH_SHORT,
    RUSSIANS_IN_FULL,
    RUSSIANS_SHORT,
    typed,
)
from tests.support.table import Table, big_world, pass_turn, table
from tests.support.talk import Talk


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def talk(game: Table) -> Talk:
    return Talk(game.session())


def test_other_words_for_units_and_a_missing_colon_and_verb(talk: Talk) -> None:
    said = talk.type(
        "done; purchase 2 tanks, 3 inf, 1 AA; done",
        "2 inf, 1 ftr karel > finland",
        "move 1 tank N Russia > W Russia",
        "orders",
    )
    assert said.splitlines()[1:] == [
        "   2  buy 2 armour, 3 infantry, 1 AA gun",
        "   3  done",
        "   4  move 2 infantry, 1 fighter: Karelija > Finland",
        "   5  move 1 armour: Northern Russia > Western Russia",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "move 2 infantry, 1 fighter: Karelija > Finland",
        "move 2 inf and 1 ftr: karelija -> finland",
        "move 2 infantry, 1 fighter Karelija > Finland",
        "> Move 2x infantry, 1 FIGHTER : karelija → Finland",
    ],
)
def test_several_forms_of_a_line_print_back_in_one(line: str) -> None:
    canonical = parse_order("move 2 infantry, 1 fighter: Karelija > Finland", big_world())
    assert parse_order(line, big_world()) == canonical


def test_a_colon_that_could_be_in_two_places_is_asked_for(talk: Talk) -> None:
    asked = talk.type("done", "done", "move 2 infantry Karelija Finland")
    assert "a colon is missing" in asked


def test_a_wrong_name_is_named_and_not_the_missing_colon(talk: Talk) -> None:
    said = talk.type("done; done", "1 bmr mosc > germany")
    assert said == (
        "  there is no territory 'germany'; did you mean Eastern Germany or Western Germany?"
    )
    assert talk.type("1 bmr mosc > narnia") == "  there is no territory 'narnia'"


def test_after_a_refused_order_the_rest_of_the_line_is_left_out(talk: Talk) -> None:
    said = talk.type("done; buy 99 tank; done")
    assert "too few" in said
    assert talk.orders == ["done"]
    talk.type("message one; two")
    assert talk.session.message == "one; two"


def test_a_whole_landing_is_one_order_to_type_and_to_undo(talk: Talk) -> None:
    talk.type("done; done")
    said = talk.type("land 2 infantry: Archangelsk > Finland")
    assert said.splitlines()[:2] == [
        "  move 2 infantry: Archangel'sk > SZ 7 Barents Sea",
        "  2 infantry go aboard in SZ 7 Barents Sea",
    ]
    assert "2 infantry go ashore in Finland" in said
    assert len(talk.orders) == 4
    talk.type("undo")
    assert talk.orders == ["done", "done"]
    assert "no ship of yours can bring them" in talk.type("land 2 infantry: Moscow > Finland")
    assert "none of the 5 armour are in" in talk.type("land 5 tanks: Archangelsk > Finland")
    assert talk.orders == ["done", "done"]


def test_questions_at_the_prompt(talk: Talk) -> None:
    talk.type("done; done; 2 inf, 1 ftr karel > fin")
    assert talk.type("odds") == (
        "  Finland: 2 infantry, 1 fighter against 2 infantry: 71 % to win, losing 6 PUs for 5"
    )
    reach = talk.type("reach Finland").splitlines()
    assert reach[0] == "  1 infantry: Karelija, 1 step"
    assert "  1 fighter: Moscow, 3 steps" in reach
    legal = talk.type("legal Finland")
    assert "Finland can be reached by:" in legal
    assert "  65 infantry:" not in talk.type("units")
    assert talk.type("units Germ").splitlines()[0].endswith("Western Russia")
    assert "  Moscow: room for 4" in talk.type("room")
    drawn = talk.type("map Moscow").splitlines()
    assert drawn[0].startswith("  * Moscow")
    assert len(drawn) == 1 + len(big_world().board.neighbours("Moscow"))
    assert "There is no territory 'Narnia'" in talk.type("reach Narnia")
    assert "34 PUs are not spent" in talk.type("check")


def test_a_battle_shows_both_sides_and_asks_without_a_dangerous_default(game: Table) -> None:
    talk = Talk(DryRun(game.session(), lambda request: (request.sides,) * request.count))
    talk.type("done; done; 2 inf, 1 ftr karel > fin; done", "")
    assert "yes rolls the dice" in talk.type("")
    assert "Russians, general fire, 2 at 1, and 1 at 3: 6 6 / 6 = 0 hits" in talk.type("y")
    prompt = talk.conversation.prompt().splitlines()
    assert prompt[1:3] == [
        "  attack:  Russians, 2 infantry, 1 fighter",
        "  defence: Germans, 2 infantry",
    ]
    assert prompt[3].startswith("  p  presses on: takes Finland with 71 %, losing 6 PUs for 5")
    assert prompt[4].startswith("  r Karelija  leaves for Karelija")
    assert prompt[5:7] == [
        "  pressing on is worth 1.1 PUs more than leaving now, if you leave in time later",
        "  Retreat after a round with fewer than 3 against 1 or 2; otherwise press on.",
    ]
    assert "has no default" in talk.type("")
    assert "Karelija" not in talk.type("retreat Moscow")
    talk.type("retreat Kar")
    assert talk.orders[-1] == "retreat Finland > Karelija"


def test_the_end_of_a_turn_says_what_may_be_regretted(talk: Talk) -> None:
    talk.type("done; buy 6 inf; done; done; done; 2 inf Moscow")
    said = talk.type("done")
    assert "certain: bought and not placed, and so lost: 4 infantry [units-unplaced]" in said
    assert "certain: 16 PUs are not spent" in said
    assert "Sign it now (yes), or undo, report" in talk.conversation.prompt()
    talk.type("undo; place 2 inf Moscow; 2 inf Leningrad; done")
    assert "units-unplaced" not in talk.type("check")


def offered(line: str, talk: Talk) -> list[str]:
    return [text for _, text in completed(line, talk.session.step)]


def test_completion_offers_what_is_legal_now(talk: Talk) -> None:
    talk.type("done; done")
    ends = offered("move 1 infantry: Karelija > ", talk)
    assert "Finland" in ends
    assert len(ends) < len(big_world().board.territories) / 4
    assert "Alaska" not in ends
    assert "Finland" not in offered("move 1 infantry: ", talk)
    talk.type("2 inf karel > fin; done")
    assert offered("fight ", talk) == ["Finland"]


def test_half_of_the_keys_give_the_same_turn(game: Table) -> None:
    """Lines and characters: at most half of what the orders take in full."""

    def after(lines: tuple[str, ...]) -> State:
        talk = Talk(game.session())
        talk.type(*lines)
        return talk.session.state

    for full, short in ((RUSSIANS_IN_FULL, RUSSIANS_SHORT), (BRITISH_IN_FULL, BRITISH_SHORT)):
        assert after(full) == after(short)
        assert typed(short)[0] * 2 <= typed(full)[0]
        assert typed(short)[1] * 2 <= typed(full)[1]
        while game.position().nation != "British":
            pass_turn(game.session())


def test_B194_the_odds_at_the_prompt_take_the_options_of_the_command(talk: Talk) -> None:
    talk.type("done; done; 2 inf, 1 ftr karel > fin")
    said = talk.type("odds Finland --retreat best --prize 4")
    assert "PUs on average, success counted as 4" in said
    assert "Retreat after a round with fewer than" in said
    assert "All waves together:" in talk.type("odds fin --wave '2 infantry, after 1'")
    assert "Needed for 90 %: " in talk.type("odds fin --needed 90%")
    assert "is not a reason to retreat" in talk.type("odds fin --retreat never")
    assert "No such option" in talk.type("odds fin --magic")
