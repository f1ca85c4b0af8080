"""The movement phase of a block game: declarations first, then moves.

Rule: Triumph & Tragedy 2nd edition, T1, T2, T13 to T58, T230, T238.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.declare import Declare
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.phases.block_own_turn import check_in_own_turn
from engine.phases.phase import Phase
from engine.rules.blocks.aggression import (
    check_attacked,
    check_ordered_move,
    first_ordered_moves,
    legal_ordered_moves,
)
from engine.rules.blocks.alignment import resolve_interventions
from engine.rules.blocks.command import moves_left, resolve_turn_command
from engine.rules.blocks.control import resolve_control
from engine.rules.blocks.declare import check_declare, declarations, resolve_declare
from engine.rules.blocks.movement import resolve_move
from engine.rules.blocks.own_turn import legal_own_turn, resolve_own_turn
from engine.rules.blocks.victory import resolve_atomic_victory
from engine.rules.common.frame import Events


def _opening(state: State) -> Events:
    log = EventLog(state)
    log.extend(resolve_turn_command(state))
    log.extend(resolve_control(log.state))
    log.extend(resolve_atomic_victory(log.state))
    changes = log.events
    if moves_left(log.state):
        return changes
    skipped = PhaseSkipped(state.nation, "movement", f"the {state.nation} pass")
    return (*changes, skipped)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Move():
            return check_ordered_move(state, order)
        case Declare():
            return check_declare(state, order)
        case Done():
            return tuple(check_attacked(state))
    return check_in_own_turn(state, order)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Move():
            return resolve_move(state, order)
        case Declare():
            return resolve_declare(state, order)
    return resolve_own_turn(state, order)


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from declarations(state)
        yield from legal_own_turn(state)
    yield from legal_ordered_moves(state, territory)
    yield from _end(state)


def _legal_starts(state: State) -> Iterator[Order]:
    yield from declarations(state)
    yield from first_ordered_moves(state)
    yield from _end(state)


def _end(state: State) -> Iterator[Done]:
    if not tuple(check_attacked(state)):
        yield Done()


def _closing(state: State) -> Events:
    return (*resolve_interventions(state), *resolve_atomic_victory(state))


MOVEMENT: Final = Phase(
    "movement",
    "movement",
    "declare (declare war West, violate Poland), move units, then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=_closing,
    legal_starts=_legal_starts,
)
