"""The bid phase: extra PUs before the first round, spent by the rules of purchase (B99).

Other resources are not spent yet.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import PUS, TerritoryName
from engine.gamedef import State
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.form import Order
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.common.frame import Events
from engine.rules.economy.bids import bid_of, resolve_bid
from engine.rules.economy.purchase import (
    check_purchase,
    legal_purchases,
    resolve_bought,
    resolve_purchase,
    why_too_poor,
)


def _opening(state: State) -> Events:
    bid = bid_of(state)
    if bid == 0:
        return (PhaseSkipped(state.nation, "bid", f"the {state.nation} have no bid"),)
    if state.round > 1:
        return (PhaseSkipped(state.nation, "bid", "bids are for the first round only"),)
    reason = why_too_poor(state, {PUS: bid})
    skipped = (PhaseSkipped(state.nation, "bid", reason),) if reason else ()
    return (*resolve_bid(state), *skipped)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Buy():
            return check_purchase(state, order, {PUS: bid_of(state)})
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_purchase(state, order) if isinstance(order, Buy) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_purchases(state, {PUS: bid_of(state)})
    yield Done()


BID: Final = Phase(
    "bid",
    "bid",
    "buy units, then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=resolve_bought,
)
