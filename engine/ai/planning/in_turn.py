"""Orders given one after the other, each in the position that those before it leave."""

from collections.abc import Iterable
from typing import TypeVar

from engine import Order, PhaseOpen, State, Step, attempt

T = TypeVar("T", bound=Order)


def in_turn(state: State, orders: Iterable[T]) -> tuple[State, tuple[T, ...]]:
    """Those of the orders that are legal when their turn comes, and the position after them."""
    given: list[T] = []
    for order in orders:
        after = after_order(state, order)
        if after is not None:
            state = after
            given.append(order)
    return state, tuple(given)


def after_order(state: State, order: Order) -> State | None:
    """The position in which to plan on after an order; None if it is illegal.

    Where dice decide what becomes of it, as on a flight over guns, that is the position before: the
    other orders do not depend on it, and none could be planned while the game waits for dice.
    """
    step = attempt(state, order)
    if not isinstance(step, Step):
        return None
    return step.state if isinstance(step.waiting, PhaseOpen) else state
