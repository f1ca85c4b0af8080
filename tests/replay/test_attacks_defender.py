"""Attacks on a battle that waits with the defender (option `ask_defender`).

In low luck two armour hit once without a die, so the defender is asked before anything is rolled,
and what they are asked does not depend on real dice.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Decision, RollRequest
from engine.gamedef.option_values import with_option
from pbem.replay import read_position
from pbem.save.comparing import Lineage, compare
from pbem.save.errors import SaveError
from tests.support.table import AXIS, Table, big_world, pass_turn, table

ATTACK = (
    "done",
    "done",
    "move 2 armour: Northern Russia > Novgorod",
    "done",
    "fight Novgorod",
)
ANSWER = "lose 1 armour: Novgorod"
OTHER_ANSWER = "lose 1 infantry: Novgorod"


@pytest.fixture
def game(tmp_path: Path) -> Table:
    options = big_world().options
    for name in ("ask_defender", "low_luck"):
        options = with_option(options, name, True, locked=False)
    return table(tmp_path / "authority", definition=replace(big_world(), options=options))


@pytest.fixture
def asked(game: Table) -> Table:
    """The game where the Germans are asked for their loss."""
    game.save = game.signed("Russians", ATTACK)
    waiting = game.position().step.waiting
    assert isinstance(waiting, Decision) and waiting.nation in AXIS
    return game


def refused(game: Table) -> tuple[str, int]:
    """Code and exit code of what is wrong with the play of the last record."""
    error = game.position().error
    assert error is not None and error.index == len(game.save.entries) - 1
    return error.code, error.exit_code


def test_the_attacker_answers_for_the_defender_after_their_own_orders(game: Table) -> None:
    """One record that begins in their own turn and goes on into the question to another player."""
    game.save = game.signed("Russians", [*ATTACK, OTHER_ANSWER])
    assert refused(game) == ("not-your-turn", 8)
    assert isinstance(game.position().step.waiting, Decision)


def test_the_attacker_answers_for_the_defender_in_a_record_of_their_own(asked: Table) -> None:
    asked.save = asked.signed("Russians", [OTHER_ANSWER])
    assert refused(asked) == ("not-your-turn", 8)


def test_the_attacker_signs_the_defenders_seat(asked: Table) -> None:
    with pytest.raises(SaveError) as caught:
        asked.signed("Germans", [ANSWER], by="Russians")
    assert (caught.value.code, caught.value.exit_code) == ("wrong-seat", 8)


def test_the_defender_answers_more_than_he_was_asked(asked: Table) -> None:
    """What follows is the attacker's: dice here, orders where the battle is over."""
    asked.save = asked.signed("Germans", [ANSWER, "done"])
    assert refused(asked)[1] in (6, 8)
    assert isinstance(asked.position().step.waiting, RollRequest)


def test_the_defender_rolls_while_he_is_asked(asked: Table) -> None:
    """The authority cannot know; the log is refused, and the journal shows whose request it was."""
    asked.save = asked.rolled("Germans")
    assert refused(asked) == ("no-dice-wanted", 7)


def test_the_defender_ends_the_turn_in_which_he_is_asked(asked: Table) -> None:
    asked.save = asked.ended("Germans", bytes(32))
    assert refused(asked) == ("turn-not-over", 8)


def test_the_attacker_goes_on_without_the_answer(asked: Table) -> None:
    asked.save = asked.rolled("Russians", phase="battle", where="Novgorod")
    assert refused(asked)[0] == "not-your-turn"


def test_two_answers_of_the_defender_are_a_fork(asked: Table) -> None:
    one = asked.signed("Germans", [ANSWER])
    other = asked.signed("Germans", [OTHER_ANSWER])
    comparison = compare(one, other)
    assert comparison.lineage is Lineage.FORK
    assert comparison.index == len(asked.save.entries)


def test_the_attacker_disliked_the_answer_and_sends_another_attack(game: Table) -> None:
    """The defender holds the signed attack that was answered: a fork with both proofs."""
    other = game.signed("Russians", ["done"])
    game.save = game.signed("Russians", ATTACK)
    answered = game.signed("Germans", [ANSWER])
    comparison = compare(answered, other)
    assert comparison.lineage is Lineage.FORK
    assert comparison.index == len(other.entries) - 1


def test_the_attacker_changes_the_answer_behind_dice_that_were_drawn(asked: Table) -> None:
    """Even with a second answer signed by the defender the number of the roll is used."""
    unanswered = asked.save
    asked.save = asked.signed("Germans", [ANSWER])
    asked.rolled()
    asked.save = unanswered
    asked.save = asked.signed("Germans", [OTHER_ANSWER])
    with pytest.raises(SaveError) as caught:
        asked.rolled()
    assert (caught.value.code, caught.value.exit_code) == ("reroll-refused", 7)


def test_the_turn_is_closed_with_the_answer_in_the_middle(asked: Table) -> None:
    asked.save = asked.signed("Germans", [ANSWER])
    save = pass_turn(asked.session())
    assert read_position(save).error is None
