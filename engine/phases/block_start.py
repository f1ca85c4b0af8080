"""What comes before the first year of a later start, and the active ally of a year.

Rule: Triumph & Tragedy 2nd edition, rule book 17 and 18.1 (T247, T249, T254).
Options: short_game, two_players.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.activate import Activate
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
from engine.orders.play import Play
from engine.orders.strengthen import Strengthen
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.blocks.alliance import (
    check_activate,
    check_activated,
    legal_activate,
    resolve_activate,
)
from engine.rules.blocks.overtures import (
    check_overture,
    check_overtures,
    legal_overtures,
    resolve_overture,
)
from engine.rules.blocks.production import (
    check_cadres,
    check_reinforced,
    check_strengthen,
    legal_production,
    resolve_cadres,
    resolve_strengthen,
)
from engine.rules.common.frame import Events


def _check_blocks(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Place():
            return check_cadres(state, order)
        case Strengthen():
            return check_strengthen(state, order)
        case Done():
            return check_reinforced(state)
    return check_wrong_phase(state, order)


def _resolve_blocks(state: State, order: Order) -> Events:
    match order:
        case Place():
            return resolve_cadres(state, order)
        case Strengthen():
            return resolve_strengthen(state, order)
    return ()


def _legal_blocks(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    yield from legal_production(state, territory)
    if not check_reinforced(state):
        yield Done()


REINFORCE: Final = Phase(
    "reinforce",
    "reinforcements",
    "add cadres and steps at home (place 1 tank: Berlin, strengthen 1 infantry: Berlin), then done",
    opening=nothing_happens,
    check=_check_blocks,
    resolve=_resolve_blocks,
    legal=_legal_blocks,
    closing=nothing_happens,
)


def _check_overture(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Play():
            return check_overture(state, order)
        case Done():
            return check_overtures(state)
    return check_wrong_phase(state, order)


def _legal_overtures(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_overtures(state)
    if not check_overtures(state):
        yield Done()


OVERTURES: Final = Phase(
    "overtures",
    "diplomacy before the first year",
    "play Action cards on countries (play 43: Afghanistan), then done",
    opening=nothing_happens,
    check=_check_overture,
    resolve=lambda state, order: resolve_overture(state, order) if isinstance(order, Play) else (),
    legal=_legal_overtures,
    closing=nothing_happens,
)


def _check_ally(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Activate():
            return check_activate(state, order)
        case Done():
            return check_activated(state)
    return check_wrong_phase(state, order)


def _legal_ally(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_activate(state)
    if not check_activated(state):
        yield Done()


ALLIANCE: Final = Phase(
    "alliance",
    "active ally",
    "say which ally is active this year (activate USSR), then done",
    opening=nothing_happens,
    check=_check_ally,
    resolve=lambda state, order: (
        resolve_activate(state, order) if isinstance(order, Activate) else ()
    ),
    legal=_legal_ally,
    closing=nothing_happens,
)
