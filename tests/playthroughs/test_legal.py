"""`legal` and `check` say the same: nothing illegal is offered, nothing legal is left out."""

import random

import pytest

from engine import (
    GameOver,
    Move,
    PhaseOpen,
    Pick,
    RollRequest,
    RollResult,
    State,
    apply,
    check,
    legal,
)
from engine import new_game as begin
from tests.support.positions import big_world
from tests.support.soak_plan import mixed_player

WORLD = big_world()


def paths_from(start: str, steps: int) -> list[tuple[str, ...]]:
    """Every path without a loop up to so many steps."""
    found: list[tuple[str, ...]] = []
    edge: list[tuple[str, ...]] = [(start,)]
    for _ in range(steps):
        edge = [
            (*path, beyond)
            for path in edge
            for beyond in WORLD.board.neighbours(path[-1])
            if beyond not in path
        ]
        found.extend(edge)
    return found


def compare(state: State, place: str) -> int:
    """How many goals one unit of each type there can reach, all of them offered by `legal`."""
    offered = {
        (order.picks[0].type, order.path[-1])
        for order in legal(state, place)
        if isinstance(order, Move) and not order.raid
    }
    reached = set()
    for kind in sorted({u.type for u in state.units_in(place) if u.owner == state.nation}):
        steps = min(3, WORLD.unit_types[kind].movement)
        for path in paths_from(place, steps):
            if not check(state, Move((Pick(1, kind),), path)):
                reached.add((kind, path[-1]))
    assert reached <= offered, f"{state.nation} {state.phase.phase}: {sorted(reached - offered)}"
    return len(reached)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_move_that_is_legal_is_offered(seed: int) -> None:
    chance = random.Random(seed)
    step = begin(WORLD)
    found = number = 0
    while step.state.round == 1:
        state, waiting = step.state, step.waiting
        number += 1
        if isinstance(waiting, PhaseOpen) and waiting.phase.endswith("_move") and not number % 6:
            places = sorted({unit.territory for unit in state.units_of(state.nation)})
            found += compare(state, chance.choice(places))
        if isinstance(waiting, RollRequest):
            dice = tuple(chance.randint(1, waiting.sides) for _ in range(waiting.count))
            step = apply(state, RollResult(dice))
        else:
            assert not isinstance(waiting, GameOver)
            step = apply(state, mixed_player(state, waiting, chance))
    assert found > 30
