"""The airborne move: troops that fly from bases into battles that have begun (map dialect)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.common.frame import Events
from engine.rules.movement.airborne import check_airborne, legal_airborne, resolve_airborne


def _opening(state: State) -> Events:
    if next(legal_airborne(state), None) is not None:
        return ()
    why = f"the {state.nation} have no airborne troops that could join a battle"
    return (PhaseSkipped(state.nation, "airborne_move", why),)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Move():
            return check_airborne(state, order)
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_airborne(state, order) if isinstance(order, Move) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    yield from legal_airborne(state, territory)
    yield Done()


AIRBORNE_MOVE: Final = Phase(
    "airborne_move",
    "airborne move",
    "fly airborne troops into battles (move 2 infantry: AREA - AREA), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=nothing_happens,
)
