"""Placeholder of the bid_place phase: its owner replaces this file."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders import Done, Order
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.frame import Events


def _opening(state: State) -> Events:
    return (PhaseSkipped(state.nation, "bid_place", "nothing to do"),)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    return () if isinstance(order, Done) else check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    yield Done()


BID_PLACE: Final = Phase("bid_place", _opening, _check, _resolve, _legal, nothing_happens)
