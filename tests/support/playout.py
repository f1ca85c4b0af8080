"""Whole games played by computer players with seeded dice, checked after every action."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path

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
    action_from_plain,
    action_to_plain,
    apply,
    check,
    format_order,
    legal,
    new_game,
    order_from_plain,
    order_to_plain,
    parse_order,
    replay,
    state_digest,
)
from engine.gamedef.options import with_option
from tests.support.invariants import check_all
from tests.support.odd_orders import OddOrders

Chooser = Callable[[State, PhaseOpen | Decision, random.Random], Order]

_MOST_ACTIONS_PER_ROUND = 20_000
_ODD_ORDERS = 40
_LEGAL_ORDERS = 60


@dataclass(frozen=True, slots=True)
class Playout:
    """A game that was played: the position at its end and all actions that led there."""

    last: Step
    actions: tuple[Action, ...]


class PlayoutError(AssertionError):
    """Something went wrong in a playout.

    actions: all that went well; failed: the action at which it went wrong, None for none.
    """

    def __init__(self, reason: str, actions: Sequence[Action], failed: Action | None) -> None:
        """The message says where in the game it was."""
        super().__init__(f"after {len(actions)} actions: {reason} (action: {failed!r})")
        self.actions = tuple(actions)
        self.failed = failed


def play(
    definition: Definition, seed: int, rounds: int, choose: Chooser, *, thorough: int = 10
) -> Playout:
    """Play up to the end of a round and check every invariant on the way.

    thorough: the costly checks (the state that went in is untouched, odd orders are refused or
    harmless, what is offered as legal is legal) are made at every action whose number this divides.
    Raises PlayoutError at the first thing that goes wrong.
    """
    chance, dice = random.Random(seed), random.Random(-1 - seed)
    odd = random.Random(f"odd orders of {seed}")
    step = new_game(definition)
    actions: list[Action] = []
    action: Action | None = None
    try:
        while step.state.round <= rounds and not isinstance(step.waiting, GameOver):
            action = None
            action = _next_action(step, choose, chance, dice)
            step = _checked_step(step, action, odd, is_thorough=len(actions) % thorough == 0)
            actions.append(action)
            if len(actions) > rounds * _MOST_ACTIONS_PER_ROUND:
                raise AssertionError("the game does not end")
        action = None
        _check_replay(definition, actions, step.state)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise PlayoutError(reason, actions, action) from error
    return Playout(step, tuple(actions))


def write_failure(path: Path, definition: Definition, seed: int, error: PlayoutError) -> None:
    """Write a failed game down so that it can be played again with `read_failure`."""
    plain = [action_to_plain(action) for action in error.actions]
    failed = None if error.failed is None else action_to_plain(error.failed)
    record = {
        "scenario": definition.name,
        "seed": seed,
        "options": _switches(definition),
        "error": str(error),
        "actions": plain,
        "failed": failed,
    }
    path.write_text(json.dumps(record), encoding="utf-8")


def read_failure(path: Path, definition: Definition) -> tuple[Step, Action | None]:
    """The last good step of a failed game and the action at which it went wrong.

    definition: the scenario; its options are set to those of the failed game.
    """
    record = json.loads(path.read_text(encoding="utf-8"))
    options = definition.options
    for name, value in record["options"].items():
        options = with_option(options, name, value, locked=False)
    definition = replace(definition, options=options)
    played = replay(definition, [action_from_plain(plain) for plain in record["actions"]])
    failed = record["failed"]
    return played.last, None if failed is None else action_from_plain(failed)


def _switches(definition: Definition) -> dict[str, bool | int]:
    """All switches with their values, bids left out."""
    found: dict[str, bool | int] = {}
    for entry in fields(definition.options):
        value = getattr(definition.options, entry.name)
        if isinstance(value, bool | int):
            found[entry.name] = value
    return found


def _next_action(step: Step, choose: Chooser, chance: random.Random, dice: random.Random) -> Action:
    waiting = step.waiting
    if isinstance(waiting, RollRequest):
        return RollResult(tuple(dice.randint(1, waiting.sides) for _ in range(waiting.count)))
    assert not isinstance(waiting, GameOver)
    asked = waiting.nation == step.state.nation or step.state.definition.options.ask_defender
    assert asked, f"{waiting} asks a nation that is not on turn"
    return choose(step.state, waiting, chance)


def _checked_step(step: Step, action: Action, chance: random.Random, *, is_thorough: bool) -> Step:
    before = step.state
    if not isinstance(action, RollResult):
        _check_texts(before, action)
    digest = state_digest(before) if is_thorough else b""
    if is_thorough:
        _check_odd_orders(before, chance)
        _check_legal_orders(before, chance)
    after = apply(before, action)
    if is_thorough:
        assert state_digest(before) == digest, "the state that was looked at has changed"
    check_all(before, after.events, after.state)
    return after


def _check_texts(state: State, order: Order) -> None:
    text = format_order(order, state.definition)
    assert parse_order(text, state.definition) == order, f"{text!r} reads differently"
    assert order_from_plain(order_to_plain(order)) == order


def _check_odd_orders(state: State, chance: random.Random) -> None:
    """Whatever is sent: reasons and a refusal, or none and a sound position."""
    odd = OddOrders(state, chance)
    for _ in range(_ODD_ORDERS):
        order = odd.draw()
        try:
            _check_odd_order(state, order)
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} for {order!r}: {error}") from error


def _check_odd_order(state: State, order: Order) -> None:
    if not check(state, order):
        after = apply(state, order)
        check_all(state, after.events, after.state)
        return
    try:
        apply(state, order)
    except IllegalActionError as error:
        assert error.reasons
        assert all(reason.code and reason.text for reason in error.reasons)
    else:
        raise AssertionError("an order with reasons against it was applied")


def _check_legal_orders(state: State, chance: random.Random) -> None:
    """Every order that is offered as legal has no reason against it."""
    places = sorted({unit.territory for unit in state.units_of(state.nation)})
    place = chance.choice(places) if places else None
    for order in islice(legal(state, place), _LEGAL_ORDERS):
        reasons = check(state, order)
        assert not reasons, f"{order!r} is offered as legal, but: {reasons}"


def _check_replay(definition: Definition, actions: Sequence[Action], state: State) -> None:
    played = replay(definition, actions)
    assert played.failure is None, f"the game cannot be played again: {played.failure}"
    assert state_digest(played.last.state) == state_digest(state), "the game plays differently"


def done_only(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """A player who does nothing."""
    del state, waiting, chance
    return Done()
