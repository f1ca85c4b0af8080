"""The phase in which a nation splits its fund among its purses (linked game: L14, L15)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders import Allocate, Done, Order
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.economy.purses import (
    check_all_allotted,
    check_allot,
    fund_of,
    legal_allots,
    purses_of,
    resolve_allot,
)
from engine.rules.frame import Events


def _opening(state: State) -> Events:
    nation = state.nation
    if purses_of(state, nation) and fund_of(state, nation) > 0:
        return ()
    return (PhaseSkipped(nation, "allot", f"the {nation} have no money to allot"),)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Allocate():
            return check_allot(state, order)
        case Done():
            return check_all_allotted(state)
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_allot(state, order) if isinstance(order, Allocate) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_allots(state)
    if not check_all_allotted(state):
        yield Done()


ALLOT: Final = Phase("allot", _opening, _check, _resolve, _legal, nothing_happens)
