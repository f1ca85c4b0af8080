"""Orders given one after the other, each in the position that those before it leave."""

from collections.abc import Iterable
from typing import TypeVar

from engine import Order, State, Step, attempt

T = TypeVar("T", bound=Order)


def in_turn(state: State, orders: Iterable[T]) -> tuple[State, tuple[T, ...]]:
    """Those of the orders that are legal when their turn comes, and the position after them."""
    given: list[T] = []
    for order in orders:
        step = attempt(state, order)
        if isinstance(step, Step):
            state = step.state
            given.append(order)
    return state, tuple(given)
