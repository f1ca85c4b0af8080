"""The answer to a question about a position is kept with the position."""

from engine.core.digest import state_digest
from engine.core.memo import remembered
from engine.gamedef import State
from engine.values import replace
from tests.support.positions import big_world, position


def start() -> State:
    return position(big_world(), "Russians", "purchase")


def test_a_question_is_worked_out_once_for_a_position_and_what_is_given() -> None:
    asked: list[int] = []

    @remembered
    def later(state: State, rounds: int) -> int:
        asked.append(rounds)
        return state.round + rounds

    state = start()
    assert [later(state, 1), later(state, 1), later(state, 2)] == [2, 2, 3]
    assert asked == [1, 2]


def test_another_position_has_answers_of_its_own() -> None:
    @remembered
    def round_of(state: State) -> int:
        return state.round

    state = start()
    assert round_of(state) == 1
    assert round_of(replace(state, round=2)) == 2


def test_answers_do_not_tell_positions_apart() -> None:
    @remembered
    def round_of(state: State) -> int:
        return state.round

    state, same = start(), start()
    round_of(state)
    assert state == same
    assert state_digest(state) == state_digest(same)
