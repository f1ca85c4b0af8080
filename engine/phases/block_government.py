"""Government in a block game with cards: a play or a pass, then what the cards bring about.

Rule: Triumph & Tragedy 2nd edition, T129, T135 to T144, T180.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.discard import Discard
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
from engine.orders.play import Play
from engine.phases.block_own_turn import check_in_own_turn
from engine.phases.phase import Phase, automatic_phase, check_wrong_phase, nothing_happens
from engine.rules.blocks.diplomacy import resolve_diplomacy
from engine.rules.blocks.government import (
    check_discard,
    check_discarded,
    check_play,
    legal_discards,
    legal_plays,
    resolve_discard,
    resolve_end_of_play,
    resolve_play,
)
from engine.rules.blocks.muster import (
    check_muster,
    check_mustered,
    legal_muster,
    resolve_muster,
)
from engine.rules.blocks.new_year import resolve_marks_off
from engine.rules.blocks.own_turn import legal_own_turn, resolve_own_turn
from engine.rules.common.frame import Events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Play():
            return check_play(state, order)
        case Done():
            return ()
    return check_in_own_turn(state, order)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Play():
            return resolve_play(state, order)
    return resolve_own_turn(state, order)


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    plays = chain(legal_plays(state), legal_own_turn(state)) if territory is None else ()
    return chain(plays, (Done(),))


GOVERNMENT: Final = Phase(
    "government",
    "government",
    "play a card (play 43: Afghanistan, invest 56 57, play 60 63: sonar), then done; "
    "done alone passes",
    opening=resolve_marks_off,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=resolve_end_of_play,
)


def _check_muster(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Place():
            return check_muster(state, order)
        case Done():
            return check_mustered(state)
    return check_wrong_phase(state, order)


def _legal_muster(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    yield from legal_muster(state, territory)
    if not check_mustered(state):
        yield Done()


MUSTER: Final = Phase(
    "muster",
    "muster of new satellites",
    "choose the block that each city raises (place 1 infantry: Vienna), then done",
    opening=nothing_happens,
    check=_check_muster,
    resolve=lambda state, order: resolve_muster(state, order) if isinstance(order, Place) else (),
    legal=_legal_muster,
    closing=nothing_happens,
)


def _check_discard(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Discard():
            return check_discard(state, order)
        case Done():
            return check_discarded(state)
    return check_in_own_turn(state, order)


def _resolve_discard(state: State, order: Order) -> Events:
    match order:
        case Discard():
            return resolve_discard(state, order)
    return resolve_own_turn(state, order)


def _legal_discard(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_discards(state)
        yield from legal_own_turn(state)
    if not check_discarded(state):
        yield Done()


DISCARD: Final = Phase(
    "discard",
    "hand limit",
    "put away the cards above your limit (discard 3 7), then done",
    opening=nothing_happens,
    check=_check_discard,
    resolve=_resolve_discard,
    legal=_legal_discard,
    closing=nothing_happens,
)

DIPLOMACY: Final[Phase] = automatic_phase("diplomacy", "diplomacy", resolve_diplomacy)
