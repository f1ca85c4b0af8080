"""The combat move: every move that begins a battle, and any other (B142 to B176)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.core.words import PhaseName
from engine.gamedef import State
from engine.orders.aim import Aim
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.recall import Recall
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.battle.around.aims import check_aim, legal_aims, resolve_aim
from engine.rules.common.frame import Events
from engine.rules.movement.check import check_move
from engine.rules.movement.legal import first_moves, legal_moves
from engine.rules.movement.phase_edges import (
    resolve_combat_move_closing,
    resolve_combat_move_opening,
)
from engine.rules.movement.resolve import resolve_move
from engine.rules.turn.recall import check_recall, resolve_lapse, resolve_recall


def opening_without_units(state: State, phase: PhaseName) -> Events:
    """A nation without a unit on the board has nothing to move (B100)."""
    if next(state.units_of(state.nation), None) is not None:
        return ()
    return (PhaseSkipped(state.nation, phase, f"the {state.nation} have no units to move"),)


def check_order(state: State, order: Order) -> tuple[Illegal, ...]:
    """Moves, aims of raids, a recall (L46) and the end are the only orders of a move phase."""
    match order:
        case Move():
            return check_move(state, order)
        case Aim():
            return check_aim(state, order)
        case Recall():
            return check_recall(state)
    return () if isinstance(order, Done) else check_wrong_phase(state, order)


def resolve_order(state: State, order: Order) -> Events:
    """What an order that `check_order` allows does."""
    match order:
        case Move():
            return resolve_move(state, order)
        case Aim():
            return resolve_aim(state, order)
        case Recall():
            return resolve_recall(state)
    return ()


def legal_orders(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    """All atomic moves, then the end of the phase."""
    yield from legal_moves(state, territory)
    yield from _others(state, territory)


def legal_starts(state: State) -> Iterator[Order]:
    """The same with one move from each territory."""
    yield from first_moves(state)
    yield from _others(state, None)


def _others(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    yield from legal_aims(state, territory)
    if territory is None and not check_recall(state):
        yield Recall()
    yield Done()


def _opening(state: State) -> Events:
    return opening_without_units(state, "combat_move") or resolve_combat_move_opening(state)


def _closing(state: State) -> Events:
    return (*resolve_lapse(state), *resolve_combat_move_closing(state))


COMBAT_MOVE: Final = Phase(
    "combat_move",
    "combat move",
    "move units to attack, then done",
    opening=_opening,
    check=check_order,
    resolve=resolve_order,
    legal=legal_orders,
    closing=_closing,
    legal_starts=legal_starts,
)
