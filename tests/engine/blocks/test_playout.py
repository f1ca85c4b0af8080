"""Random block games: no crash, no dead end, legal orders pass the check, games replay."""

from itertools import takewhile
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
    if isinstance(waiting, PhaseOpen) and waiting.phase == "movement":
        return random_move(step.state, chance)
    choices = list(legal(step.state))
    assert choices, f"nothing is legal: {waiting}"
    if not isinstance(waiting, PhaseOpen):
        return chance.choice(choices)
    return Done() if Done() in choices else chance.choice(choices)


def random_move(state: State, chance: Random) -> Order:
    """A declaration of war, or a move out of any area; to list all moves is ten times the work."""
    if chance.random() < 0.1:
        wars = list(takewhile(lambda order: isinstance(order, Declare), legal(state)))
        if wars:
            return chance.choice(wars)
    places = sorted({unit.territory for unit in state.units_of(state.nation)})
    if chance.random() < 0.93:
        for place in chance.sample(places, len(places)):
            moves = [order for order in legal(state, place) if isinstance(order, Move)]
            if moves:
                return chance.choice(moves)
    return Done() if not check(state, Done()) else next(legal(state))


def check_position(state: State) -> None:
    assert state.blocks is not None and DEFINITION.blocks is not None
    for unit in state.units.values():
        assert 1 <= unit.strength <= DEFINITION.blocks.most_strength_of(unit.country)
        assert unit.territory in DEFINITION.board.territories
        kind = DEFINITION.blocks.types[unit.type].kind
        assert not unit.escaped or kind == "undersea"
    assert set(state.blocks.turn.moves) <= set(range(1, state.next_unit))


@pytest.mark.slow
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
