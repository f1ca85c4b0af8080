"""The technology phase: one research roll at most (B100, B101, B109)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.research import Research
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.common.frame import Events
from engine.rules.economy.technology import (
    check_research,
    legal_research,
    resolve_research,
    why_no_research,
)


def _opening(state: State) -> Events:
    reason = why_no_research(state)
    return (PhaseSkipped(state.nation, "tech", reason),) if reason else ()


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Research():
            return check_research(state, order)
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_research(state, order) if isinstance(order, Research) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_research(state)
    yield Done()


TECH: Final = Phase(
    "tech",
    "technology",
    "buy research dice (tech rockets 1), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=nothing_happens,
)
