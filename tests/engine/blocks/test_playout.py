"""Random block games: no crash, no dead end, legal orders pass the check, games replay."""

from random import Random

import pytest

from engine import (
    Action,
    Declare,
    Done,
    GameOver,
    Move,
    Order,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    check,
    format_order,
    legal,
    load_scenario,
    new_game,
    parse_order,
    state_digest,
)
from engine.orders.codec import order_from_plain, order_to_plain
from tests.support.play_again import play_again

DEFINITION = load_scenario("triumph_tragedy")


def random_action(step: Step, chance: Random) -> Action:
    waiting = step.waiting
    if isinstance(waiting, RollRequest):
        return RollResult(tuple(chance.randint(1, waiting.sides) for _ in range(waiting.count)))
    choices = list(legal(step.state))
    assert choices, f"nothing is legal: {waiting}"
    if not isinstance(waiting, PhaseOpen):
        return chance.choice(choices)
    if waiting.phase == "movement":
        return random_move(choices, chance)
    return Done() if Done() in choices else chance.choice(choices)


def random_move(choices: list[Order], chance: Random) -> Order:
    wars = [order for order in choices if isinstance(order, Declare)]
    moves = [order for order in choices if isinstance(order, Move)]
    if wars and chance.random() < 0.15:
        return chance.choice(wars)
    return chance.choice(moves) if moves and chance.random() < 0.93 else Done()


def check_position(state: State) -> None:
    assert state.blocks is not None and DEFINITION.blocks is not None
    for unit in state.units.values():
        assert 1 <= unit.strength <= DEFINITION.blocks.most_strength
        assert unit.territory in DEFINITION.board.territories
        kind = DEFINITION.blocks.types[unit.type].kind
        assert not unit.escaped or kind == "undersea"
    assert set(state.blocks.turn.moves) <= set(range(1, state.next_unit))


@pytest.mark.parametrize("seed", range(3))
def test_random_games_go_on_and_replay_to_the_same_position(seed: int) -> None:
    chance = Random(seed)
    step = new_game(DEFINITION)
    actions: list[Action] = []
    for _ in range(450):
        assert not isinstance(step.waiting, GameOver)
        action = random_action(step, chance)
        if not isinstance(action, RollResult):
            assert check(step.state, action) == ()
            assert parse_order(format_order(action, DEFINITION), DEFINITION) == action
            assert order_from_plain(order_to_plain(action)) == action
        before = state_digest(step.state)
        following = apply(step.state, action)
        assert state_digest(step.state) == before
        step = following
        actions.append(action)
        check_position(step.state)
    again = play_again(DEFINITION, actions)[-1]
    assert state_digest(again.state) == state_digest(step.state)
    assert step.state.round > 2
