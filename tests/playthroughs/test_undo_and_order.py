"""Taking back and playing again: the same orders give the same position, everywhere."""

import os
import random
import subprocess
import sys

from engine import (
    Decision,
    Order,
    PhaseOpen,
    State,
    apply,
    parse_order,
    state_digest,
    undo,
    waiting_for,
)
from engine.ai import choose_randomly
from tests.support.positions import big_world, position

_PROGRAM = """
import random
from engine import state_digest
from tests.support.soak_plan import PLAYERS
from tests.support.playout import play
from tests.support.positions import big_world
print(state_digest(play(big_world(), 21, 1, PLAYERS["mixed"], thorough=50).last.state).hex())
"""


def orders_of_a_phase(state: State, seed: int, count: int) -> list[Order]:
    """Random orders of one phase, without its end and without any that needs dice."""
    chance = random.Random(seed)
    orders: list[Order] = []
    waiting: object = waiting_for(state)
    while len(orders) < count:
        order = choose_randomly(state, waiting, chance)
        step = apply(state, order)
        if not isinstance(step.waiting, PhaseOpen) or step.state.phase != state.phase:
            continue
        orders.append(order)
        state, waiting = step.state, step.waiting
        assert not isinstance(waiting, Decision)
    return orders


def test_B159_the_last_order_of_a_phase_can_be_taken_back() -> None:
    start = position(big_world(), "Germans", "combat_move")
    orders = orders_of_a_phase(start, 3, 12)
    state = start
    for number, order in enumerate(orders):
        step, lost = undo(start, orders[: number + 1], number)
        assert lost == ()
        assert state_digest(step.state) == state_digest(state)
        state = apply(state, order).state


def test_B159_an_order_in_the_middle_takes_those_along_that_need_it() -> None:
    start = position(big_world(), "Germans", "combat_move")
    orders = orders_of_a_phase(start, 4, 12)
    for index in range(len(orders)):
        step, lost = undo(start, orders, index)
        state = start
        for number, order in enumerate(orders):
            if number != index and number not in lost:
                state = apply(state, order).state
        assert state_digest(step.state) == state_digest(state)


def test_taking_back_a_load_takes_back_the_landing() -> None:
    world = big_world()
    from_text = [
        "move 1 infantry: Archangel'sk > SZ 7 Barents Sea",
        "move 1 infantry: SZ 7 Barents Sea > Finland",
        "move 2 infantry: Karelija > Finland",
    ]
    start = position(world, "Russians", "combat_move")
    orders = [parse_order(text, world) for text in from_text]
    step, lost = undo(start, orders, 0)
    assert lost == (1,)
    only = apply(start, orders[2]).state
    assert state_digest(step.state) == state_digest(only)


def test_a_game_does_not_depend_on_the_hash_seed() -> None:
    digests = set()
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1
