"""Orders that can still be taken back: those given since the last roll (B159, B238, G15)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from engine import (
    Buy,
    Done,
    Illegal,
    IllegalActionError,
    NationName,
    Order,
    RollRequest,
    RollResult,
    State,
    Step,
    check_undo,
    format_order,
    undo,
)
from engine.values import replace
from pbem.play.attempt_cache import Tried
from pbem.replay import ends_turn, waiting_nation
from pbem.replay.errors import IllegalOrderError, NotYourTurnError


class Pending:
    """Orders on top of a step that is final.

    step: where the game stands with them; is_over: whether the turn of the mover is over with them.
    orders, nations: what was ordered and whose it is, in the same order.
    tried: what was tried since the last dice, in the turn and its copies.
    """

    def __init__(
        self, start: Step, mover: NationName, *, is_over: bool = False, copied: Tried | None = None
    ) -> None:
        """start: the step after the last roll; mover: the nation whose turn it is.

        is_over: whether its turn is over already.  That cannot be read from the step: what led to
        it may have ended an earlier turn of the same nation (a bid).
        copied: what was tried in the turn of which this is a copy; None for the turn itself.
        """
        self._mover = mover
        self._is_copy = copied is not None
        self.tried = Tried() if copied is None else copied
        self._begin(start, is_over=is_over)

    def _begin(self, start: Step, *, is_over: bool) -> None:
        self._start = self.step = start
        self._steps: list[Step] = [start]
        self._orders: list[Order] = []
        self._nations: list[NationName] = []
        self.is_over = is_over

    @property
    def state(self) -> State:
        """The state with all these orders."""
        return self.step.state

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders, the first one first."""
        return tuple(self._orders)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The step that is final, and where each order led."""
        return tuple(self._steps)

    @property
    def nations(self) -> tuple[NationName, ...]:
        """The nation that the game waited for, for each order."""
        return tuple(self._nations)

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Add an order if it is legal; every reason against it, () when it was added."""
        outcome = self.tried.attempt(self.state, order)
        if not isinstance(outcome, Step):
            return outcome
        if isinstance(order, Buy):
            self._drop_replaced()
        self._nations.append(waiting_nation(self.step))
        self._orders.append(order)
        self.step = outcome
        self._steps.append(outcome)
        self.is_over = ends_turn(self.step, self._mover)
        return ()

    def _drop_replaced(self) -> None:
        """Forget the purchase of this phase that another replaces (B137).

        It decides nothing any more, so that neither the log nor `undo` brings it back.
        """
        here = len(self._orders)
        while here and not isinstance(self._orders[here - 1], Done):
            here -= 1
        kept = [one for one in self._orders[here:] if not isinstance(one, Buy)]
        if len(kept) == len(self._orders) - here:
            return
        orders = [*self._orders[:here], *kept]
        self._begin(self._start, is_over=False)
        for one in orders:
            self.give(one)

    def give(self, order: Order) -> Step:
        """Add an order; IllegalOrderError with all reasons if the rules refuse it."""
        if reasons := self.attempt(order):
            raise IllegalOrderError(format_order(order, self.state.definition), reasons)
        return self.step

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back an order; returns it and those that needed it, in order.

        Everything after the end of a phase needs it: a later `done` must not take its place and
        leave the phase all the same.
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
        kept = [order for index, order in enumerate(self._orders) if index not in dropped]
        gone = tuple(self._orders[index] for index in sorted(dropped))
        # No order can be given once the turn is over: with none left to take back, it is not over.
        self._begin(self._start, is_over=False)
        for order in kept:
            self.give(order)
        return gone

    def undo_all(self) -> None:
        """Take back every order."""
        self._begin(self._start, is_over=self.is_over and not self._orders)

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

    def make_final(self) -> None:
        """Make sure that no order can be taken back any more."""
        self._begin(self.step, is_over=self.is_over)

    def go_on(self, roll: RollResult) -> Step:
        """Make the orders final and go on with the dice that the game waits for."""
        step = self.tried.attempt(self.state, roll)
        if not isinstance(step, Step):
            raise IllegalActionError(step)
        if not self._is_copy:
            self.tried.forget()
        self._begin(step, is_over=ends_turn(step, self._mover))
        return step


class OpenTurn(ABC):
    """A turn under way: what all `Playable` turns do in the same way.

    nation: the one that the player decides for when the turn is opened; mover: whose turn it is.
    message: words to the others, sent with the turn.
    """

    def __init__(
        self, nation: NationName, mover: NationName, pending: Pending, *, has_begun: bool
    ) -> None:
        """has_begun: whether something of the turn is final already."""
        self.nation = nation
        self.mover = mover
        self.message = ""
        self._pending = pending
        self._has_begun = has_begun

    @abstractmethod
    def is_mine(self, nation: NationName) -> bool:
        """Whether the player decides for a nation."""

    def changing(self) -> AbstractContextManager[None]:
        """Hold the turn for changes that belong together; nobody else changes it meanwhile."""
        return nullcontext()

    def set_message(self, text: str) -> None:
        """Put words to the others in place of those that there are."""
        with self.changing():
            self.message = text

    @abstractmethod
    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Get the dice that the game waits for."""

    @property
    def step(self) -> Step:
        """Where the game stands with all orders."""
        return self._pending.step

    @property
    def state(self) -> State:
        """The state of that step."""
        return self._pending.state

    @property
    def steps(self) -> Sequence[Step]:
        """The step that is final, and where each pending order led."""
        return self._pending.steps

    @property
    def tried(self) -> Tried:
        """What was tried on its positions."""
        return self._pending.tried

    @property
    def pending(self) -> tuple[Order, ...]:
        """Orders that can still be taken back."""
        return self._pending.orders

    @property
    def plays_turn(self) -> bool:
        """Whether it is the player's own turn, and not one in which they are only asked."""
        return self.is_mine(self.mover)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left but to end the turn, and that is up to the player."""
        return self._pending.is_over and self.plays_turn

    @property
    def is_under_way(self) -> bool:
        """Whether an order of this turn has been given already, final or not."""
        return self._has_begun or bool(self.pending)

    @property
    def waits_for(self) -> str:
        """The nation of another player that has to go on now; "" while it is this player."""
        nation = self.mover if self._pending.is_over else waiting_nation(self.step)
        return "" if self.is_mine(nation) else nation

    @property
    def needs_dice(self) -> bool:
        """Whether the game waits for dice."""
        waiting = self.step.waiting
        return isinstance(waiting, RollRequest) and not self.is_over and not self.waits_for

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Give one order if it is legal; every reason against it, () when it was given.

        Raises NotYourTurnError when the turn is over or another player has to go on.
        """
        with self.changing():
            self._check_open()
            return self._pending.attempt(order)

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""
        with self.changing():
            self._check_open()
            return self._pending.give(order)

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back a pending order (B159); returns it and those that needed it, in order.

        alone: refuse when others need it.  Raises as Pending.undo does.
        """
        with self.changing():
            return self._pending.undo(index, alone=alone)

    def undo_all(self) -> None:
        """Take back all pending orders."""
        with self.changing():
            self._pending.undo_all()

    def _requested(self) -> RollRequest:
        """The dice that the game waits for; NotYourTurnError when it waits for none."""
        waiting = self.step.waiting
        if not self.needs_dice or not isinstance(waiting, RollRequest):
            raise NotYourTurnError("no-dice-wanted", "the game does not wait for dice")
        return waiting

    def _check_open(self) -> None:
        if self.is_over:
            raise NotYourTurnError("turn-over", f"the turn of {self.mover} is over")
        if self.waits_for:
            raise NotYourTurnError(
                "not-your-turn",
                f"the game waits for {self.waits_for}",
                "Hand it over; it comes back afterwards.",
            )
