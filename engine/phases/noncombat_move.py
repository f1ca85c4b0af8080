"""The non-combat move: everything that begins no battle, and aircraft land (B210 to B216)."""

from typing import Final

from engine.gamedef import State
from engine.phases.combat_move import (
    check_order,
    legal_orders,
    opening_without_units,
    resolve_order,
)
from engine.phases.phase import Phase
from engine.rules.frame import Events
from engine.rules.movement.phase_edges import resolve_noncombat_move_closing


def _opening(state: State) -> Events:
    return opening_without_units(state, "noncombat_move")


NONCOMBAT_MOVE: Final = Phase(
    "noncombat_move",
    opening=_opening,
    check=check_order,
    resolve=resolve_order,
    legal=legal_orders,
    closing=resolve_noncombat_move_closing,
)
