"""The purchase phase: a plan that is paid when the phase ends (B134 to B137)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import PUS, TerritoryName
from engine.gamedef import State
from engine.orders import Buy, Done, Order
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.economy.purchase import (
    check_purchase,
    legal_purchases,
    resolve_bought,
    resolve_purchase,
    why_no_purchase,
)
from engine.rules.frame import Events


def _opening(state: State) -> Events:
    reason = why_no_purchase(state)
    return (PhaseSkipped(state.nation, "purchase", reason),) if reason else ()


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Buy():
            return check_purchase(state, order, _purse(state))
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_purchase(state, order) if isinstance(order, Buy) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_purchases(state, _purse(state))
    yield Done()


def _purse(state: State) -> int:
    return state.amount(state.nation, PUS)


PURCHASE: Final = Phase("purchase", _opening, _check, _resolve, _legal, resolve_bought)
