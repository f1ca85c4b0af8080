"""Whole games played by computer players with seeded dice, checked after every action."""

import random
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, TypeAlias

from engine import (
    Action,
    Decision,
    Definition,
    Done,
    GameOver,
    IllegalActionError,
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
    new_game,
    order_from_plain,
    order_to_plain,
    parse_order,
    state_digest,
)
from tests.support.contents import contents
from tests.support.invariants import check_all, check_step
from tests.support.odd_orders import OddOrders
from tests.support.play_again import play_again

Chooser = Callable[[State, PhaseOpen | Decision, random.Random], Order]
Stage: TypeAlias = Literal["choice", "action", "odd order", "offer", "replay"]
"""What was done when it went wrong: a player chose, their action was applied, an order that nobody
gave was tried, a legal one was offered, the whole game was played again."""

_MOST_ACTIONS_PER_ROUND: Final = 20_000
_ODD_ORDERS: Final = 20
_LEGAL_ORDERS: Final = 40


@dataclass(frozen=True, slots=True)
class Playout:
    """A game that was played: the position at its end and all actions that led there."""

    last: Step
    actions: tuple[Action, ...]


class PlayoutError(AssertionError):
    """Something went wrong in a playout.

    actions: all that went well; failed: the action or order at which it went wrong, or None;
    stage: what was done with it; fault: what went wrong, in the same words for the same fault.
    """

    def __init__(
        self,
        cause: Exception,
        actions: Sequence[Action],
        failed: Action | None,
        stage: Stage,
    ) -> None:
        """The message says where in the game it happened."""
        reason = f"{type(cause).__name__}: {cause}"
        super().__init__(f"after {len(actions)} actions: {reason} ({stage}: {failed!r})")
        self.actions = tuple(actions)
        self.failed = failed
        self.stage: Stage = stage
        self.fault = fault_of(cause)


class Dice:
    """Dice that follow from a seed and from what they are rolled for.

    A game that is played again without some of its orders gets the same dice for the rest.
    """

    def __init__(self, seed: int) -> None:
        """Nothing has been rolled."""
        self._seed = seed
        self._rolls: Counter[str] = Counter()

    def roll(self, state: State, request: RollRequest) -> RollResult:
        """The dice for a request."""
        purpose = f"{state.round} {state.nation} {request!r}"
        self._rolls[purpose] += 1
        dice = random.Random(f"dice {self._seed} {purpose} {self._rolls[purpose]}")
        return RollResult(tuple(dice.randint(1, request.sides) for _ in range(request.count)))


def play(
    definition: Definition,
    seed: int,
    rounds: int,
    choose: Chooser,
    *,
    thorough: int = 10,
    again: bool = True,
) -> Playout:
    """Play up to the end of a round and check every invariant on the way.

    thorough: the costly checks (odd orders are refused or harmless, what is offered as legal is
    legal) are made at every action whose number this divides.
    again: play the whole game a second time at its end and compare the positions.
    Raises PlayoutError at the first thing that goes wrong.
    """
    chance, dice = random.Random(seed), Dice(seed)
    odd = random.Random(f"odd orders of {seed}")
    step = new_game(definition)
    actions: list[Action] = []
    stage: Stage = "choice"
    action: Action | None = None
    try:
        while step.state.round <= rounds and not isinstance(step.waiting, GameOver):
            action, stage = None, "choice"
            action = _next_action(step, choose, chance, dice)
            if len(actions) % thorough == 0:
                _check_thoroughly(step.state, odd)
            stage = "action"
            step = checked_step(step.state, action)
            actions.append(action)
            if len(actions) > rounds * _MOST_ACTIONS_PER_ROUND:
                raise AssertionError("the game does not end")
        action, stage = None, "replay"
        if again:
            _check_replay(definition, actions, step.state)
    except _ProbeError as error:
        raise PlayoutError(error.cause, actions, error.order, error.stage) from error
    except Exception as error:
        raise PlayoutError(error, actions, action, stage) from error
    return Playout(step, tuple(actions))


def checked_step(before: State, action: Action) -> Step:
    """Apply an action; all invariants of the step, and the state that went in is untouched."""
    if not isinstance(action, RollResult):
        _check_texts(before, action)
    held = contents(before)
    after = apply(before, action)
    assert contents(before) == held, "the state that was looked at has changed"
    check_step(before, after.events, after.state)
    return after


def check_odd_order(state: State, order: Order) -> None:
    """Whatever is sent: reasons and a refusal, or none and a sound position; the state stays."""
    held = contents(state)
    if not check(state, order):
        after = apply(state, order)
        check_all(state, after.events, after.state)
    else:
        try:
            apply(state, order)
        except IllegalActionError as error:
            assert error.reasons
            assert all(reason.code and reason.text for reason in error.reasons)
        else:
            raise AssertionError("an order with reasons against it was applied")
    assert contents(state) == held, "an order has changed the state that it was tried on"


def check_offer(state: State, order: Order) -> None:
    """What `legal` offers has no reason against it, and can be written and read."""
    reasons = check(state, order)
    assert not reasons, f"{order!r} is offered as legal, but: {reasons}"
    _check_texts(state, order)


def fault_of(error: Exception) -> str:
    """Which check or rule it was and how it failed, without names and numbers of the game."""
    frames = traceback.extract_tb(error.__traceback__)
    where = frames[-1].name if frames else ""
    return f"{type(error).__name__} in {where}"


class _ProbeError(Exception):
    """A fault with an order that is not part of the game."""

    def __init__(self, cause: Exception, order: Order, stage: Stage) -> None:
        super().__init__(str(cause))
        self.cause = cause
        self.order = order
        self.stage: Stage = stage


def _next_action(step: Step, choose: Chooser, chance: random.Random, dice: Dice) -> Action:
    waiting = step.waiting
    if isinstance(waiting, RollRequest):
        return dice.roll(step.state, waiting)
    assert not isinstance(waiting, GameOver)
    options = step.state.definition.options
    asked = waiting.nation == step.state.nation or options.ask_defender
    if isinstance(waiting, Decision) and waiting.what in {"scramble", "kamikaze"}:
        asked = asked or options.ask_before_battles
    assert asked, f"{waiting} asks a nation that is not on turn"
    return choose(step.state, waiting, chance)


def _check_texts(state: State, order: Order) -> None:
    """An order survives being written and read, for people and for the save."""
    text = format_order(order, state.definition)
    assert parse_order(text, state.definition) == order, f"{text!r} reads differently"
    assert order_from_plain(order_to_plain(order)) == order


def _check_thoroughly(state: State, chance: random.Random) -> None:
    """Orders that nobody gave: odd ones, and those that are offered as legal."""
    odd = OddOrders(state, chance)
    for _ in range(_ODD_ORDERS):
        order = odd.draw()
        try:
            check_odd_order(state, order)
        except Exception as error:
            raise _ProbeError(error, order, "odd order") from error
    places = sorted({unit.territory for unit in state.units_of(state.nation)})
    place = chance.choice(places) if places else None
    for order in islice(legal(state, place), _LEGAL_ORDERS):
        try:
            check_offer(state, order)
        except Exception as error:
            raise _ProbeError(error, order, "offer") from error


def _check_replay(definition: Definition, actions: Sequence[Action], state: State) -> None:
    last = play_again(definition, actions)[-1]
    assert state_digest(last.state) == state_digest(state), "the game plays differently"


def done_only(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """A player who does nothing."""
    del state, waiting, chance
    return Done()
