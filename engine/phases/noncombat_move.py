"""The non-combat move: everything that begins no battle, and aircraft land (B210 to B216).

Whether they can is seen when all is done that a map makes happen after it (turn/sequence.py).

Options: rockets_after_noncombat_move (D13).
"""

from typing import Final

from engine.core.agenda import StrategicFrame
from engine.core.events.turn import FramePushed
from engine.gamedef import State
from engine.phases.combat_move import (
    check_order,
    legal_orders,
    legal_starts,
    opening_without_units,
    resolve_order,
)
from engine.phases.phase import Phase
from engine.rules.battle.around.rocket import rocket_origins
from engine.rules.common.frame import Events
from engine.rules.movement.phase_edges import resolve_noncombat_move_opening


def _opening(state: State) -> Events:
    return opening_without_units(state, "noncombat_move") or resolve_noncombat_move_opening(state)


def _closing(state: State) -> Events:
    """By option rockets are fired now, one after another."""
    if not state.definition.options.rockets_after_noncombat_move:
        return ()
    origins = rocket_origins(state)
    return (FramePushed(StrategicFrame(origins)),) if origins else ()


NONCOMBAT_MOVE: Final = Phase(
    "noncombat_move",
    "non-combat move",
    "move units that have not fought, then done",
    opening=_opening,
    check=check_order,
    resolve=resolve_order,
    legal=legal_orders,
    closing=_closing,
    legal_starts=legal_starts,
)
