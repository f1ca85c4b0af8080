"""The phase in which a nation allocates money to its treasuries (linked game: L14, L15)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.allocate import Allocate
from engine.orders.done import Done
from engine.orders.form import Order
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.common.frame import Events
from engine.rules.economy.treasuries import (
    check_all_allocated,
    check_allocate,
    legal_allocations,
    resolve_allocate,
    treasuries_of,
    unallocated,
)


def _opening(state: State) -> Events:
    nation = state.nation
    if treasuries_of(state, nation) and unallocated(state, nation) > 0:
        return ()
    return (PhaseSkipped(nation, "allocate", f"the {nation} have no money to allocate"),)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Allocate():
            return check_allocate(state, order)
        case Done():
            return check_all_allocated(state)
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_allocate(state, order) if isinstance(order, Allocate) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_allocations(state)
    if not check_all_allocated(state):
        yield Done()


ALLOCATE: Final = Phase(
    "allocate",
    "allocation of money",
    "allocate money to the regional treasuries (allocate 10: TREASURY), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=nothing_happens,
)
