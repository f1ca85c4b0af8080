"""Production in a block game with cards: steps, cadres and cards (T117 to T126)."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.draw import DrawCards
from engine.orders.form import Order
from engine.orders.place import Place
from engine.orders.strengthen import Strengthen
from engine.phases.block_own_turn import check_in_own_turn
from engine.phases.phase import Phase, nothing_happens
from engine.rules.blocks.own_turn import legal_own_turn, resolve_own_turn
from engine.rules.blocks.production import (
    check_cadres,
    check_draw,
    check_strengthen,
    legal_production,
    resolve_cadres,
    resolve_draw,
    resolve_drawing,
    resolve_strengthen,
)
from engine.rules.common.frame import Events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Place():
            return check_cadres(state, order)
        case Strengthen():
            return check_strengthen(state, order)
        case DrawCards():
            return check_draw(state, order)
        case Done():
            return ()
    return check_in_own_turn(state, order)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Place():
            return resolve_cadres(state, order)
        case Strengthen():
            return resolve_strengthen(state, order)
        case DrawCards():
            return resolve_draw(state, order)
    return resolve_own_turn(state, order)


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    more = legal_own_turn(state) if territory is None else ()
    return chain(legal_production(state, territory), more, (Done(),))


PRODUCTION: Final = Phase(
    "production",
    "production",
    "spend your production (place 1 tank: Berlin, strengthen 1 infantry: Berlin, draw 3 action), "
    "then done",
    opening=nothing_happens,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=resolve_drawing,
)
