"""The battles of a block game that have not begun."""

from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.rules.blocks.battle_area import open_battles
from engine.rules.blocks.command import CARD


def commanded_battles(state: State) -> tuple[TerritoryName, ...]:
    """Areas in which the nation on turn may fight, by name; only under a Command card (T6)."""
    position = state.blocks
    return open_battles(state) if position is not None and position.turn.kind == CARD else ()
