"""Making a failed playout short: as few orders as still fail in the same way (delta debugging).

The orders of the game stand in a script, each with the round and the step of the sequence it was
given in.  Whole stretches of the script are left out, then smaller ones, down to single orders;
what is left out is played by saying `done`, and by the defaults where the game wants a decision.
The dice follow from what they are rolled for, so that the rest of the game keeps its dice.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from engine import (
    Action,
    Decision,
    Definition,
    Done,
    Fight,
    GameOver,
    Order,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    check,
    decide,
    legal,
    new_game,
    waiting_for,
)
from tests.support.playout import (
    Chooser,
    Dice,
    PlayoutError,
    Stage,
    check_odd_order,
    check_offer,
    checked_step,
    fault_of,
)

_MOST_TRIES: Final = 400
_CHOICES: Final = 20

Slot = tuple[int, int]
"""Round, and index of the step in the sequence of the definition."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An order of the script; None only goes on to its slot."""

    slot: Slot
    order: Order | None


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that fails, and how.

    script: the orders up to the failure; at_first: how many orders there were before shrinking.
    failed, stage, fault: see PlayoutError; tries: how many shorter games were played.
    choose: the players, for a failure of one of them.
    """

    definition: Definition
    seed: int
    script: tuple[Entry, ...]
    failed: Action | None
    stage: Stage
    fault: str
    choose: Chooser | None = None
    at_first: int = 0
    tries: int = 0


class Table(Protocol):
    """Where a script is played."""

    step: Step

    def give(self, order: Order) -> None:
        """The game goes on with an order."""
        ...

    def roll(self, request: RollRequest) -> None:
        """The game goes on with the dice that it waits for."""
        ...


class CheckedTable:
    """A game in memory with every invariant checked."""

    def __init__(self, definition: Definition, seed: int) -> None:
        """At the beginning of the game."""
        self.step = new_game(definition)
        self.actions: list[Action] = []
        self._dice = Dice(seed)

    def give(self, order: Order) -> None:
        """See Table."""
        self._follow(order)

    def roll(self, request: RollRequest) -> None:
        """See Table."""
        self._follow(self._dice.roll(self.step.state, request))

    def _follow(self, action: Action) -> None:
        # One that fails is among the actions too.
        self.actions.append(action)
        self.step = checked_step(self.step.state, action)


def shrunk(
    definition: Definition, seed: int, error: PlayoutError, choose: Chooser | None = None
) -> Failure:
    """The failure with as few orders as possible; all of them when it cannot be repeated."""
    script = _script(definition, error)
    failure = Failure(
        definition, seed, script, error.failed, error.stage, error.fault, choose, len(script)
    )
    tries = 0

    def fails(shorter: Sequence[Entry]) -> bool:
        nonlocal tries
        tries += 1
        return fault_on(CheckedTable(definition, seed), failure, shorter) == error.fault

    if not fails(script):
        return replace(failure, tries=tries)
    for shorter in _minimised(script, fails, lambda: tries >= _MOST_TRIES):
        script = tuple(shorter)
    return replace(failure, script=_moved_up(script, fails), tries=tries)


def fault_on(table: Table, failure: Failure, script: Sequence[Entry]) -> str:
    """What goes wrong when a script is played, "" for nothing."""
    try:
        _play_script(table, script)
        _probe(table.step.state, failure)
    except Exception as error:  # any failure of the rules is what we look for
        return fault_of(error)
    return ""


def _script(definition: Definition, error: PlayoutError) -> tuple[Entry, ...]:
    """The orders of the failed game with their slots, and the failed one or where it was tried."""
    step = new_game(definition)
    entries: list[Entry] = []
    for action in error.actions:
        if not isinstance(action, RollResult):
            entries.append(Entry(_slot(step.state), action))
        step = apply(step.state, action)
    is_order = error.stage == "action" and not isinstance(error.failed, RollResult)
    last = error.failed if is_order and not isinstance(error.failed, RollResult) else None
    return (*entries, Entry(_slot(step.state), last))


def _slot(state: State) -> Slot:
    return state.round, state.phase.step


def _play_script(table: Table, script: Sequence[Entry]) -> None:
    for entry in script:
        if _reach(table, entry) and entry.order is not None:
            table.give(entry.order)
    while isinstance(waiting := table.step.waiting, RollRequest):
        table.roll(waiting)


def _reach(table: Table, entry: Entry) -> bool:
    """Go on until an order can be given; False when that never happens."""
    while not isinstance(waiting := table.step.waiting, GameOver):
        state = table.step.state
        if isinstance(waiting, RollRequest):
            table.roll(waiting)
            continue
        if _slot(state) > entry.slot:
            return False
        is_here = _slot(state) == entry.slot
        if is_here and (entry.order is None or not check(state, entry.order)):
            return True
        if isinstance(waiting, Decision):
            table.give(_default(state, waiting))
        elif is_here:
            return False
        else:
            table.give(_end_of_phase(state))
    return False


def _default(state: State, decision: Decision) -> Order:
    order = decide(state, decision)
    return order if not check(state, order) else next(legal(state))


def _end_of_phase(state: State) -> Order:
    """`done`, or the first battle when that has to be fought before."""
    if not check(state, Done()):
        return Done()
    return next(order for order in legal(state) if isinstance(order, Fight))


def _probe(state: State, failure: Failure) -> None:
    """Do again what failed without being part of the game."""
    failed = failure.failed
    if failed is None or isinstance(failed, RollResult):
        _probe_choice(state, failure)
    elif failure.stage == "odd order":
        check_odd_order(state, failed)
    elif failure.stage == "offer" and failed in list(legal(state)):
        check_offer(state, failed)


def _probe_choice(state: State, failure: Failure) -> None:
    waiting = waiting_for(state)
    if failure.stage != "choice" or failure.choose is None:
        return
    if not isinstance(waiting, PhaseOpen | Decision):
        return
    for number in range(_CHOICES):
        failure.choose(state, waiting, random.Random(number))


def _minimised(
    script: Sequence[Entry], fails: Callable[[Sequence[Entry]], bool], is_enough: Callable[[], bool]
) -> Iterator[Sequence[Entry]]:
    """Ever shorter scripts that still fail: stretches left out, long ones first."""
    size = max(1, len(script) // 2)
    while not is_enough():
        shorter = list(script)
        place = 0
        while place < len(shorter) and not is_enough():
            candidate = shorter[:place] + shorter[place + size :]
            if fails(candidate):
                shorter = candidate
                yield shorter
            else:
                place += size
        if size == 1 and len(shorter) == len(script):
            return
        script = shorter
        size = max(1, size // 2)


def _moved_up(
    script: tuple[Entry, ...], fails: Callable[[Sequence[Entry]], bool]
) -> tuple[Entry, ...]:
    """The same orders some rounds earlier, when that fails as well: a shorter game."""
    if not script:
        return script
    for earlier in range(script[0].slot[0] - 1, 0, -1):
        moved = tuple(
            Entry((entry.slot[0] - earlier, entry.slot[1]), entry.order) for entry in script
        )
        if fails(moved):
            return moved
    return script
