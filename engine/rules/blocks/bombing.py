"""Strategic bombing: an air force over the main capital of an enemy fires at its industry.

Rule: Triumph & Tragedy 2nd edition, T44; rule book 12.62 (T214): with bombsights, one die for each
CV, each 1 lowers the industry by one for good.
"""

from typing import Final

from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR
from engine.rules.blocks.areas import ENEMY, block_of, game_of, position_of, status_of

BOMBSIGHTS: Final = "bombsights"
"""The technology with which an air force bombs industry (T44)."""
BOMB_FACE: Final = 1
"""The highest face that hits industry (T214)."""


def is_target(state: State, unit: Unit, place: TerritoryName) -> bool:
    """Whether the industry of an enemy of the unit is there: in the enemy's main capital."""
    area = game_of(state).areas[place]
    return area.city == "main" and status_of(state, unit.owner, place) == ENEMY


def can_bomb(state: State, unit: Unit, place: TerritoryName) -> bool:
    """Whether an air force can fire at industry in an area (T214)."""
    equipped = BOMBSIGHTS in state.technologies.get(unit.owner, ())
    return block_of(state, unit).kind == AIR and equipped and is_target(state, unit, place)


def bombers_in(state: State, place: TerritoryName) -> tuple[Unit, ...]:
    """Units of the nation on turn that came to an area to bomb it, in order of identity."""
    moves = position_of(state).turn.moves
    return tuple(
        unit
        for unit in state.units_in(place)
        if unit.id in moves and moves[unit.id].is_bombing and can_bomb(state, unit, place)
    )
