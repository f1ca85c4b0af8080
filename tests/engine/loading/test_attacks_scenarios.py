"""Scenarios that ask for more than a computer can do are refused, or played in bounded steps.

A step is a call of a function, as the interpreter counts them: unlike seconds, always the same.
docs/formats/scenario-v1.md, section "What a scenario may cost".
"""

import sys
from collections.abc import Callable

import pytest

from engine import Definition, DefinitionError, Done, PhaseOpen, RollRequest, RollResult, Step
from engine.game import attempt, new_game
from engine.gamedef.bounds import MAX_EFFORT, MAX_NAMED, MAX_ON_BOARD
from engine.loading import definition_from_tree, load_scenario, scenario_names
from engine.loading.tree.effort import Effort
from engine.view.conditions import trigger_rows
from tests.engine.loading.hungry_scenarios import HUNGRY, doubled, many_ways

_STEPS = 8_000_000
"""Calls for reading a scenario and for playing a round of it; a round of Classic takes 100,000."""


class TooManyStepsError(Exception):
    """A scenario took more than its share."""


def within(most: int, work: Callable[[], object]) -> int:
    """How many calls something takes; TooManyStepsError as soon as there are more."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > most:
            sys.setprofile(None)
            raise TooManyStepsError

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def played(definition: Definition) -> Step:
    """The first turns of a game in which nobody gives an order."""
    step = new_game(definition)
    for _ in range(20):
        assert len(step.state.units) <= MAX_ON_BOARD
        waiting = step.waiting
        if isinstance(waiting, PhaseOpen):
            outcome = attempt(step.state, Done(), waiting)
        elif isinstance(waiting, RollRequest):
            outcome = attempt(step.state, RollResult((1,) * waiting.count), waiting)
        else:
            break
        assert isinstance(outcome, Step), outcome
        step = outcome
    return step


@pytest.mark.parametrize("name", HUNGRY)
def test_a_hungry_scenario_is_refused_or_played_in_bounded_steps(name: str) -> None:
    make, _, size = HUNGRY[name]
    tree = make(size)

    def work() -> None:
        try:
            played(definition_from_tree(tree))
        except DefinitionError:
            return

    within(_STEPS, work)


@pytest.mark.parametrize("name", [name for name in HUNGRY if name != "nothing to do"])
def test_a_moderate_scenario_of_the_same_kind_is_played(name: str) -> None:
    make, size, _ = HUNGRY[name]
    played(definition_from_tree(make(size)))


def test_named_conditions_cost_as_much_as_they_are_long() -> None:
    """Issue 31, point 8: twenty-two of them took six seconds, and each more twice as long."""

    def steps(size: int) -> int:
        return within(_STEPS, lambda: played(definition_from_tree(doubled(size))))

    short, middle, long = map(steps, (10, 30, 50))
    assert long - middle < 1.5 * (middle - short)


def test_a_row_of_names_ends_at_a_stated_number() -> None:
    assert definition_from_tree(doubled(MAX_NAMED))
    with pytest.raises(DefinitionError, match=f"'c{MAX_NAMED}' ends a row of more than 50"):
        definition_from_tree(doubled(MAX_NAMED + 1))


def test_a_condition_of_many_names_is_told_in_few_words() -> None:
    position = new_game(definition_from_tree(many_ways(40, 400))).state
    told: list[str] = []
    within(_STEPS, lambda: told.extend(row.asks for row in trigger_rows(position)))
    assert all(len(words) < 1_000_000 for words in told)
    assert told[0] == "“c39” holds"


def test_what_may_cost_too_much_is_named() -> None:
    make, _, size = HUNGRY["many actions"]
    with pytest.raises(DefinitionError, match=f"no more than {MAX_EFFORT:,} are allowed"):
        definition_from_tree(make(size))


def test_a_game_in_which_nobody_has_anything_to_do_is_refused() -> None:
    make, _, size = HUNGRY["nothing to do"]
    with pytest.raises(DefinitionError, match="goes on by itself without end"):
        new_game(definition_from_tree(make(size)))


@pytest.mark.parametrize("name", scenario_names())
def test_no_scenario_of_ours_comes_near_the_bound(name: str) -> None:
    assert Effort(load_scenario(name)).of_a_round() < MAX_EFFORT / 20
