"""The end of a turn, part by part: dice of one part are rolled before the next one begins.

What was found takes effect; land pays, unless its step pays no income, less what blockades cost;
war bonds pay.  Then all conditions of objectives and of money that the map gives are checked,
before any of it is paid: the map's money comes first, then the objectives.  Then units pay, cost
and make others, those that are damaged are repaired, and allies are given theirs.  Last, it is seen
who holds what wins the game.

Rule: rule book, End turn (B230 to B233); their order as in the engine of the map dialect.
Options: none of its own.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.agenda import EndTurnFrame
from engine.core.event_log import EventLog
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.gamedef import State
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
    resolve_no_roll,
    top_frame,
)
from engine.rules.common.repair import resolve_repairs_at_end
from engine.rules.economy.blockades import resolve_blockades, resolve_rolled_blockades
from engine.rules.economy.creation import resolve_creation, resolve_unit_yields
from engine.rules.economy.gifts import resolve_gifts
from engine.rules.economy.income import resolve_income
from engine.rules.economy.technology import resolve_activation
from engine.rules.economy.treasuries import resolve_treasury_income
from engine.rules.politics.held_victory import resolve_held_victories
from engine.rules.politics.triggers import trigger_frames
from engine.rules.turn.bonus import objectives_due, resolve_bonds, resolve_objectives
from engine.values import replace

_USUAL: Final = "usual:end_turn"
_PAID: Final = "end_turn"


def resolve_end_of_turn(state: State) -> Events:
    """The end of a turn begins; its parts follow."""
    del state
    return (FramePushed(EndTurnFrame()),)


def _together(state: State, *rules: Callable[[State], Events]) -> Events:
    log = EventLog(state)
    for rule in rules:
        log.extend(rule(log.state))
    return log.events


def _land(state: State) -> Events:
    # Nothing is left to do here in a game with a phase of its own for activation.
    log = EventLog(state)
    log.extend(resolve_activation(state))
    if state.phase.phase == _PAID:
        log.extend(resolve_income(log.state))
        log.extend(resolve_treasury_income(log.state))
        log.extend(resolve_blockades(log.state))
        log.extend(resolve_rolled_blockades(log.state))
    return log.events


def _conditions(state: State) -> Events:
    """Objectives and the money of triggers are checked together."""
    frame = replace(_frame(state), due=objectives_due(state))
    frames = trigger_frames(state.definition, (_USUAL,))
    return (FrameReplaced(frame), *(FramePushed(entry) for entry in frames))


def _objectives(state: State) -> Events:
    return resolve_objectives(state, _frame(state).due)


def _units(state: State) -> Events:
    return _together(state, resolve_unit_yields, resolve_creation)


def _last(state: State) -> Events:
    return _together(state, resolve_repairs_at_end, resolve_gifts, resolve_held_victories)


_PARTS: Final[Sequence[Callable[[State], Events]]] = (
    _land,
    resolve_bonds,
    _conditions,
    _objectives,
    _units,
    _last,
)


def _frame(state: State) -> EndTurnFrame:
    return top_frame(state, EndTurnFrame)


def _advance(state: State) -> Events:
    frame = _frame(state)
    if frame.part == len(_PARTS):
        return (FramePopped(),)
    log = EventLog(state)
    log.add(FrameReplaced(replace(frame, part=frame.part + 1)))
    log.extend(_PARTS[frame.part](log.state))
    return log.events


END_TURN_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, resolve_no_roll, legal_nothing
)
