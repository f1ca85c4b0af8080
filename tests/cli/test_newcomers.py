"""What a newcomer types and meets at the terminal: transcripts of slips, questions and help."""

from pathlib import Path

import pytest

from engine import load_scenario, new_game
from engine.advice import question_lines
from pbem.gametext.model import GameText, GameTextHead
from pbem.play.dry_run import DryRun
from pbem.play.shorthand import filled_in
from pbem.play.what_if import WhatIf
from pbem.post.preview import Preview, preview_of
from pbem.post.recap import recap_of
from pbem.terminal.desk import TerminalServices as Beside
from tests.support.blocks import ALL_AT_WAR, do, position
from tests.support.table import Table, table
from tests.support.talk import Talk


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def talk(game: Table) -> Talk:
    return Talk(game.session())


def what_if(scenario: str) -> Talk:
    """A game of a scenario at its first turn."""
    definition = load_scenario(scenario)
    head = GameTextHead("test", "0" * 32, None, definition, {}, {})
    return Talk(WhatIf(GameText(head, definition, ()), new_game(definition), seed=1))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("attack finland", "did you mean move or fight?"),
        ("end turn", "did you mean done?"),
        ("build 3 inf", "did you mean buy or place?"),
        ("mvoe 1 inf: karel > fin", "did you mean move?"),
        ("xyzzy", "no order begins with 'xyzzy'"),
    ],
)
def test_a_word_that_is_no_order_is_answered_with_what_is_meant_and_possible(
    talk: Talk, typed: str, meant: str
) -> None:
    said = talk.type("done", typed)
    assert meant in said
    assert "now you can order, for example, `buy 1 infantry`; `done`" in said
    assert len(said) < 200


def test_an_order_in_the_wrong_phase_says_where_it_belongs(talk: Talk) -> None:
    assert "it belongs in the purchase phase; `done` ends this one" in talk.type("buy 3 inf")
    assert "it belongs in the combat move phase" in talk.type("2 inf karel > fin")
    assert "it belongs in the combat move phase" in talk.type("land 2 inf arch > fin")
    talk.type("done; buy 1 inf; done")
    assert "`undo` leads back to the purchase phase" in talk.type("buy 3 inf")
    assert "it belongs in the placement phase" in talk.type("place 1 inf: moscow")


def test_help_shows_what_is_possible_now(talk: Talk) -> None:
    said = talk.type("help")
    assert said.startswith("Russians, technology: ")
    assert "\n  tech jet_power 1\n  done\nCommands:" in said
    assert "buy" not in said.partition("Commands:")[0].partition("\n")[2]
    assert "  buy 4 infantry, 1 armour" in talk.type("help orders")


def test_a_comma_and_a_colon_may_be_missing(talk: Talk) -> None:
    assert "planned: 2 infantry, 1 armour" in talk.type("done", "buy 2 inf 1 tank")
    talk.type("done")
    assert "3 infantry, 1 fighter: Karelija > Finland" in talk.type("all karel > fin")
    talk.type("undo")
    assert "  3 infantry: Karelija > Finland" in talk.type("all inf karel > fin")


def test_a_purchase_says_what_it_replaces(talk: Talk) -> None:
    """Whoever buys type by type would lose all but the last without a word."""
    said = talk.type("done", "buy 6 inf; 2 tank")
    assert said.splitlines() == [
        "  planned: 6 infantry for 18 PUs",
        "  planned: 2 armour for 10 PUs, instead of 6 infantry",
    ]


def test_a_place_that_can_be_several_is_the_one_that_is_legal() -> None:
    talk = what_if("classic_1942")
    talk.type("done; buy 8 inf; done; done")
    said = talk.type("2 inf caucasus > kar")
    assert said == "  2 infantry: Caucasus > Karelia S.S.R."
    said = talk.type("1 ftr russia > kar")
    assert said == "  'kar' can be Karelia S.S.R. or Karelia Sea Zone"
    assert "can be Karelia S.S.R., Karelia Sea Zone" in talk.type("show kar")


def test_warnings_come_before_the_first_dice(talk: Talk) -> None:
    talk.type("done; buy 2 inf; done; 2 inf karel > fin; done")
    said = talk.type("f")
    assert "28 PUs are not spent" in said
    assert "Finland is won with" in said and "more could join" in said
    assert "Roll (yes)?" in talk.prompt


def test_planned_battles_are_shown_with_their_odds_when_the_moves_are_done(talk: Talk) -> None:
    said = talk.type("done; done; 2 inf, 1 ftr karel > fin", "done").splitlines()
    assert said[1:] == [
        "  to be fought:",
        "    Finland: 2 infantry, 1 fighter against 2 infantry: 71 % to win, losing 6 PUs for 5",
    ]


@pytest.mark.parametrize("word", ["", "f", "fight", "y"])
def test_the_next_battle_has_a_short_name(talk: Talk, word: str) -> None:
    talk.type("done; done; 2 inf, 1 ftr karel > fin; done", word)
    assert [type(order).__name__ for order in talk.session.pending][-1] == "Fight"


def missing(game: Table) -> Talk:
    """A turn in which nobody ever hits."""
    return Talk(DryRun(game.session(), lambda request: (request.sides,) * request.count))


def test_leaving_says_what_is_kept_and_who_fights_on(game: Table) -> None:
    talk = missing(game)
    talk.type("done; done; land 2 inf arch > fin; 1 ftr karel > fin; done; f; y")
    lines = talk.prompt.splitlines()
    (way,) = [line for line in lines if line.startswith("  r ")]
    assert way.startswith("  r  withdraws the aircraft, keeping 1 fighter; 2 infantry fight on: ")
    assert way.endswith("on average")
    assert lines[-1] == "your answer? "


def test_losses_say_how_the_battle_goes_on_without_them(game: Table) -> None:
    talk = Talk(DryRun(game.session(), lambda request: (1,) * request.count))
    talk.type("done; done; 2 inf karel > fin; 3 inf, 2 tank n rus > w rus; done")
    talk.type("fight w rus", "y")
    lines = talk.prompt.splitlines()
    assert "which 4 of their units are lost in Western Russia" in lines[0]
    assert lines[1:3] == [
        "  attack:  Russians, 3 infantry, 2 armour",
        "  defence: Germans, nobody",
    ]
    assert lines[3] == "  to choose from: 3 infantry, 2 armour"


def test_a_battle_that_goes_on_another_day_shows_the_dice_of_its_round(game: Table) -> None:
    session = game.session()
    talk = Talk(session)
    # Four defenders are seldom gone after one round; two often are.
    talk.type("done; done; 3 inf, 2 tank n rus > w rus; done; fight w rus", "y")
    if session.step.waiting is None or ("press" not in talk.prompt and "lose" not in talk.prompt):
        pytest.skip("the first battle was over in one round")
    told = recap_of(game.session())
    assert told[0] == "round 1"
    assert any("general fire" in line for line in told)


def test_the_report_is_shown_before_anything_is_signed(game: Table) -> None:
    session = game.session()

    def preview(message: str) -> Preview:
        return preview_of(session, message)

    talk = Talk(session, Beside(sends=False, preview=preview))
    before = session.save.head
    assert "when the turn is complete" in talk.type("report")
    talk.type("message Well met", "done; buy 6 inf; done; done; done; 4 inf moscow")
    said = talk.type("done")
    assert "> Well met" in said and "AT A GLANCE" in said
    assert "Treasury: 34 PUs before, 50 after; income 34." in said
    assert "bought and not placed, and so lost: 2 infantry" in said
    assert talk.prompt.startswith("The turn is complete, with 3 warnings. Sign it now (yes)")
    whole = talk.type("report")
    assert "Now it is the turn of Germans (Ben)." in whole and "PURCHASE" in whole
    assert session.save.head == before


def test_what_a_hint_finds_out_never_ends_a_turn() -> None:
    """The set-up of a block game cannot be ended as long as cadres are left."""
    talk = what_if("triumph_tragedy")
    while talk.session.needs_dice:
        talk.type("y")
    assert "the set-up phase cannot end yet: 6 cadres" in talk.type("buy 2 tank")
    assert "  Berlin: room for 6" in talk.type("room")
    talk.type("2 inf berlin")
    assert "  Berlin: room for 4" in talk.type("room")


def test_T61_a_block_is_asked_with_the_hits_of_each_shot() -> None:
    state = position(
        [("Axis", "air force", "Lorraine", 2), ("West", "infantry", "Lorraine", 3)],
        phase="combat",
        wars=ALL_AT_WAR,
    )
    begun = do(state, "fight Lorraine")
    lines = list(question_lines(begun.state, begun.waiting))
    assert lines[:3] == [
        "attack:  Axis, 1 air force of 2 CV",
        "defence: West, 1 infantry of 3 CV",
        "fire ground  2 dice, each hits at 1 or less: 0.3 hits on average",
    ]
    assert "r Ruhr  leaves for Ruhr" in lines
    assert lines[-1] == "p  does nothing in this round"


def test_T199_the_area_may_be_left_out_of_an_answer() -> None:
    nations = ("Axis", "West", "USSR")
    pieces = [(nation, "tank", "Vilna") for nation in nations]
    step = do(position(pieces, phase="combat", wars=ALL_AT_WAR), "fight Vilna")
    assert filled_in("spare West", step) == "spare West: Vilna"
    assert filled_in("p", step) == "press Vilna"


def test_pictures_and_places_of_the_board(talk: Talk, tmp_path: Path) -> None:
    drawn = Talk(talk.session, Beside(draw=lambda state: f"drawn in round {state.round}"))
    assert drawn.type("map") == "  drawn in round 1"
    assert drawn.type("map fin").splitlines()[0].startswith("  * Finland")
    assert "map what? For instance: map " in talk.type("map")
    assert "There is no nation 'x'" in talk.type("units x")


def test_the_lines_of_the_first_game_can_be_typed_as_they_stand() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "first-game.md").read_text("utf-8")
    typed = page.split("At the terminal:", 1)[1].split("```\n", 2)[1].splitlines()
    talk = what_if("classic_1942")
    talk.type(*typed)
    orders = [line for line in typed if not line.startswith("odds ")]
    assert len(talk.orders) == len(orders) and talk.orders[1] == "buy 8 infantry"
    assert "battle" in talk.prompt
