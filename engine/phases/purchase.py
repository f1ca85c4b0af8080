"""The purchase phase: a plan that is paid for when the phase ends, and repairs (B134 to B140)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import PUS, TerritoryName
from engine.gamedef import State
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.repair import Repair
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.common.frame import Events
from engine.rules.common.relations import has_capital
from engine.rules.economy.factory_repair import check_repair, legal_repairs, resolve_repair
from engine.rules.economy.purchase import (
    added_up,
    check_purchase,
    cost_of,
    legal_purchases,
    prices_for,
    purse_of,
    resolve_bought,
    resolve_purchase,
    why_no_purchase,
)
from engine.rules.economy.treasuries import check_payable, resolve_overdraft


def _opening(state: State) -> Events:
    reason = why_no_purchase(state)
    if reason and has_capital(state, state.nation) and any(legal_repairs(state, _left(state))):
        reason = ""
    owed = resolve_overdraft(state, state.nation)
    return (*owed, PhaseSkipped(state.nation, "purchase", reason)) if reason else owed


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Buy():
            return check_purchase(
                state, order, purse_of(state, _treasury(state))
            ) or _check_payable(state, order)
        case Repair():
            return check_repair(state, order, _left(state))
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Buy():
            return resolve_purchase(state, order)
        case Repair():
            return resolve_repair(state, order)
    return ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        for purchase in legal_purchases(state, purse_of(state, _treasury(state))):
            if not _check_payable(state, purchase):
                yield purchase
        yield from legal_repairs(state, _left(state))
    yield Done()


def _check_payable(state: State, order: Buy) -> tuple[Illegal, ...]:
    nation = state.nation
    return check_payable(state, nation, added_up(order.units), prices_for(state, nation))


def _treasury(state: State) -> int:
    return state.amount(state.nation, PUS)


def _left(state: State) -> int:
    """PUs that the plan of the phase leaves."""
    return _treasury(state) - cost_of(state, state.nation, state.purchase)


PURCHASE: Final = Phase(
    "purchase",
    "purchase",
    "buy units (buy 4 infantry), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=resolve_bought,
)
