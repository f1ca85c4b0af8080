"""The first phase of a block game: cadres are placed (checklist 3.1, Setup)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.blocks.deploy import (
    check_deploy,
    check_deployed,
    legal_deploy,
    resolve_deploy,
)
from engine.rules.common.frame import Events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Place():
            return check_deploy(state, order)
        case Done():
            return check_deployed(state)
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_deploy(state, order) if isinstance(order, Place) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    yield from legal_deploy(state, territory)
    if not check_deployed(state):
        yield Done()


DEPLOY: Final = Phase(
    "deploy",
    "set-up",
    "place your cadres (place 2 infantry: AREA), then done",
    opening=nothing_happens,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=nothing_happens,
)
