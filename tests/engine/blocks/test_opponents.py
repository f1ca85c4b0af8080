"""Whom the attacker leaves out where two nations defend (T199)."""

from dataclasses import replace

import pytest

from engine import Decision, RollRequest, State, Step, legal
from engine.advice import question_lines
from engine.core.events.blocks import BlockReduced, EnemySpared
from engine.orders.press import Press
from engine.orders.spare import Spare
from engine.rules.blocks.answers import default_answer
from engine.rules.blocks.fire import order_of_fire, sides
from tests.support.blocks import ALL_AT_WAR, Piece, codes, do, position, roll, strengths

LAND: tuple[Piece, ...] = (
    ("Axis", "tank", "Vilna", 3),
    ("West", "infantry", "Vilna", 4),
    ("USSR", "infantry", "Vilna", 2),
)
"""Units 1, 2 and 3: the strongest defender is of the West."""


def asked(step: Step) -> Decision:
    assert isinstance(step.waiting, Decision), step.waiting
    return step.waiting


def three_ways(pieces: tuple[Piece, ...] = LAND) -> State:
    return position(pieces, phase="combat", wars=ALL_AT_WAR)


def test_T199_the_attacker_may_leave_one_of_two_defenders_out() -> None:
    """Who is left out neither fires nor is hit; the other does and is."""
    step = do(three_ways(), "fight Vilna")
    assert (asked(step).nation, asked(step).what) == ("Axis", "opponents")
    assert asked(step).step == "West or USSR"
    step = do(step.state, "spare West: Vilna")
    assert EnemySpared("Vilna", "Axis", "West") in step.events
    assert [unit.id for unit in sides(step.state)[1]] == [3]
    assert order_of_fire(step.state) == (1, 3)
    step = roll(do(step.state, "fire ground: Vilna"), 1, 6, 6)
    assert strengths(step.state, "Vilna") == {1: 3, 2: 4, 3: 1}
    step = roll(step, 6)
    assert strengths(step.state, "Vilna") == {1: 3, 2: 4, 3: 1}
    assert not isinstance(step.waiting, Decision)


def test_T199_otherwise_both_defenders_fire_and_may_be_hit() -> None:
    step = do(three_ways(), "fight Vilna", "press Vilna")
    assert order_of_fire(step.state) == (1, 2, 3)
    step = roll(do(step.state, "fire ground: Vilna"), 1, 6, 6)
    # The strongest block of both is hit (T83).
    assert strengths(step.state, "Vilna") == {1: 3, 2: 3, 3: 2}
    step = roll(step, 6, 6, 6)
    step = roll(step, 1, 6)
    assert strengths(step.state, "Vilna")[1] == 2


def test_T199_every_answer_is_legal_and_no_other() -> None:
    state = do(three_ways(), "fight Vilna").state
    assert list(legal(state)) == [Spare("Vilna", "West"), Spare("Vilna", "USSR"), Press("Vilna")]
    assert codes(state, "spare Axis: Vilna") == ["no-such-enemy"]
    assert codes(state, "spare West: Paris") == ["no-such-enemy"]
    assert codes(state, "fire ground: Vilna") == ["no-such-enemy"]


def test_T199_the_question_names_its_answers() -> None:
    step = do(three_ways(), "fight Vilna")
    assert list(question_lines(step.state, asked(step)))[-2:] == [
        "spare NATION  leaves West or USSR out of this round",
        "p  fights all of them",
    ]


def test_T199_left_to_the_program_nobody_is_left_out() -> None:
    step = do(three_ways(), "fight Vilna")
    assert default_answer(step.state, asked(step)) == Press("Vilna")


@pytest.mark.parametrize(
    "pieces",
    [
        LAND[:2],
        (*LAND[:2], ("West", "tank", "Vilna")),
        (*LAND[:2], ("Neutral", "fortress", "Vilna")),
    ],
)
def test_T199_there_is_no_choice_against_one_nation(pieces: tuple[Piece, ...]) -> None:
    state = position(pieces, phase="combat", wars=ALL_AT_WAR, violated=(("Axis", "Poland"),))
    begun = do(state, "fight Vilna")
    assert not isinstance(begun.waiting, Decision) or begun.waiting.what == "block_action"
    assert codes(begun.state, "spare West: Vilna") != []
    assert Spare("Vilna", "West") not in list(legal(begun.state))
    assert {unit.id for unit in sides(begun.state)[1]} == {*range(2, len(pieces) + 1)}


def test_T199_an_enemy_of_this_turns_declaration_is_not_left_out() -> None:
    """A declaration must be followed by an attack (T210, T230)."""
    state = three_ways()
    assert state.blocks is not None
    turn = replace(state.blocks.turn, declared=("West",))
    state = replace(state, blocks=replace(state.blocks, turn=turn))
    step = do(state, "fight Vilna")
    assert asked(step).step == "USSR"
    assert codes(step.state, "spare West: Vilna") == ["no-such-enemy"]


def test_T199_at_sea_the_attacker_is_asked_before_every_round() -> None:
    """A sea has round after round; who was left out of one may be fought in the next."""
    pieces: tuple[Piece, ...] = (
        ("Axis", "fleet", "North Sea", 4),
        ("West", "fleet", "North Sea", 3),
        ("USSR", "fleet", "North Sea", 2),
    )
    step = do(three_ways(pieces), "fight North Sea", "spare USSR: North Sea")
    step = roll(step, 6, 6, 6)
    step = roll(do(step.state, "fire naval: North Sea"), 1, 6, 6, 6)
    assert (asked(step).what, asked(step).round) == ("opponents", 2)
    step = roll(do(step.state, "spare USSR: North Sea"), 6, 6)
    step = roll(do(step.state, "fire naval: North Sea"), 1, 1, 6, 6)
    assert [event.unit for event in step.events if isinstance(event, BlockReduced)] == [2, 2]
    # The West is gone; the USSR stands alone against the Axis in the third round, and fires.
    assert strengths(step.state, "North Sea") == {1: 4, 3: 2}
    assert order_of_fire(step.state) == (3, 1)
    assert isinstance(step.waiting, RollRequest)
