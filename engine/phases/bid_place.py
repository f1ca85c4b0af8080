"""The bid placement phase: units of a bid come onto the board without factories (B99)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.common.frame import Events
from engine.rules.economy.bids import (
    bid_of,
    check_bid_placement,
    legal_bid_placements,
    resolve_bid_placement,
)
from engine.rules.economy.placement import resolve_forfeit


def _opening(state: State) -> Events:
    if state.unplaced.get(state.nation) and bid_of(state):
        return ()
    return (PhaseSkipped(state.nation, "bid_place", f"the {state.nation} have nothing to place"),)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Place():
            return check_bid_placement(state, order)
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_bid_placement(state, order) if isinstance(order, Place) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    for order in legal_bid_placements(state):
        if territory in {None, order.territory} and not check_bid_placement(state, order):
            yield order
    yield Done()


def _closing(state: State) -> Events:
    """Units that wait from the start go on waiting, for a placement phase: they are not a bid."""
    return resolve_forfeit(state) if bid_of(state) else ()


BID_PLACE: Final = Phase(
    "bid_place",
    "placement of the bid",
    "place units, then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=_closing,
)
