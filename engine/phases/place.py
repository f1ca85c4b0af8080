"""The place phase: what was bought comes onto the board (B217 to B229).

Besides `place`, aircraft beside a factory may be moved onto a carrier placed in this phase; that
is written as a `move` of one step (B222).
"""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.common.frame import Events
from engine.rules.common.step_duties import has_duty
from engine.rules.economy.carriers import check_boarding, legal_boardings, resolve_boarding
from engine.rules.economy.placement import (
    check_placement,
    legal_placements,
    resolve_forfeit,
    resolve_placement,
)
from engine.rules.economy.treasuries import resolve_overdraft
from engine.rules.movement.stranding import resolve_stranded


def _opening(state: State) -> Events:
    if state.unplaced.get(state.nation):
        return ()
    return (PhaseSkipped(state.nation, "place", f"the {state.nation} have nothing to place"),)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Place():
            return check_placement(state, order)
        case Move():
            return check_boarding(state, order)
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Place():
            return resolve_placement(state, order)
        case Move():
            return resolve_boarding(state, order)
    return ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    for place in legal_placements(state):
        if territory in {None, place.territory} and not check_placement(state, place):
            yield place
    for move in legal_boardings(state):
        if territory in {None, move.path[0]}:
            yield move
    yield Done()


def _closing(state: State) -> Events:
    log = EventLog(state)
    log.extend(resolve_forfeit(state))
    log.extend(resolve_overdraft(log.state, state.nation))
    # Aircraft could wait over the sea for a carrier of this phase; now it must be there (B145).
    if has_duty(state, "loss_of_aircraft", usually=True):
        log.extend(resolve_stranded(log.state))
    return log.events


PLACE: Final = Phase(
    "place",
    "placement",
    "place the new units (place 4 infantry: AREA), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=_closing,
)
