"""Orders that can still be taken back: those given since the last roll (B159, B238, G15)."""

from dataclasses import replace

from engine import (
    Done,
    Order,
    State,
    Step,
    apply,
    check,
    check_undo,
    events,
    format_order,
    undo,
)
from pbem.replay import waiting_nation
from pbem.replay.errors import IllegalOrderError


class Pending:
    """Orders on top of a step that is final.

    step: where the game stands with them; orders, happened, nations: what was ordered, what each
    order led to and whose it is, in the same order.
    """

    def __init__(self, start: Step) -> None:
        """start: the step behind the last roll."""
        self._start = self.step = start
        self._orders: list[Order] = []
        self._happened: list[tuple[events.Event, ...]] = []
        self._nations: list[str] = []

    @property
    def state(self) -> State:
        """The state with all these orders."""
        return self.step.state

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders, the first one first."""
        return tuple(self._orders)

    @property
    def happened(self) -> tuple[tuple[events.Event, ...], ...]:
        """The events of each order."""
        return tuple(self._happened)

    @property
    def nations(self) -> tuple[str, ...]:
        """The nation that the game waited for, for each order."""
        return tuple(self._nations)

    def give(self, order: Order) -> Step:
        """Add an order; IllegalOrderError with all reasons if the rules refuse it."""
        reasons = check(self.state, order)
        if reasons:
            raise IllegalOrderError(format_order(order, self.state.definition), reasons)
        nation = waiting_nation(self.step)
        self.step = apply(self.state, order)
        self._nations.append(nation)
        self._orders.append(order)
        self._happened.append(self.step.events)
        return self.step

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back an order; returns it and those that needed it, in order.

        The end of a phase is needed by everything behind it: a later `done` must not take its place
        and leave the phase all the same.
        alone: raise IllegalOrderError that names the orders that need it, if there are any.
        Raises IndexError when there is no such order.
        """
        if not 0 <= index < len(self._orders):
            raise IndexError(index)
        if isinstance(self._orders[index], Done):
            dropped = set(range(index, len(self._orders)))
        else:
            dropped = {index, *undo(self._start.state, self._orders, index)[1]}
        if alone and len(dropped) > 1:
            raise self._needed(index, sorted(dropped - {index}))
        kept = [order for place, order in enumerate(self._orders) if place not in dropped]
        gone = tuple(self._orders[place] for place in sorted(dropped))
        self.settle(self._start)
        for order in kept:
            self.give(order)
        return gone

    def _needed(self, index: int, needing: list[int]) -> IllegalOrderError:
        definition = self.state.definition
        texts = (format_order(self._orders[place], definition) for place in needing)
        reasons = check_undo(self._start.state, self._orders, index)
        named = zip(reasons, texts, strict=True)
        return IllegalOrderError(
            f"undo {format_order(self._orders[index], definition)}",
            tuple(replace(reason, text=f"{reason.text}: {text}") for reason, text in named),
            "Take those back first, or undo it together with them.",
        )

    def settle(self, start: Step) -> None:
        """Begin anew behind a roll, or with all orders written into the log."""
        self._start = self.step = start
        self._orders, self._happened, self._nations = [], [], []
