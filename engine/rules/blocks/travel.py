"""What sort of movement a path is, how far a unit goes and what a path costs.

Rule: Triumph & Tragedy 2nd edition, General Movement (T9, T10, T20, T29, T79,
T183).
"""

from typing import Final

from engine.core.ids import NationName, TerritoryName
from engine.core.unit import Unit
from engine.core.words import TravelMode
from engine.gamedef import State
from engine.gamedef.blocks import AIR, GROUND
from engine.rules.blocks.areas import block_of, game_of, is_sea
from engine.values import dataclass

LAND: Final[TravelMode] = "land"
SEA: Final[TravelMode] = "sea"
BY_AIR: Final[TravelMode] = "air"

Path = tuple[TerritoryName, ...]


@dataclass(frozen=True, slots=True)
class Traveller:
    """A unit on its way: its nation, its kind and its sort of movement.

    mode: LAND, SEA or BY_AIR; is_strategic: at double speed through friendly areas.
    """

    nation: NationName
    kind: str
    mode: TravelMode
    is_strategic: bool = False


def mode_of(state: State, unit: Unit, path: Path) -> TravelMode:
    """The sort of movement that a path is for a unit."""
    if block_of(state, unit).kind == AIR:
        return BY_AIR
    return SEA if any(is_sea(state, place) for place in path) else LAND


def speed_of(state: State, unit: Unit, mode: TravelMode) -> int:
    """Movement points of a unit (T20, T29, T79), more of them by technology (T183)."""
    movement = state.definition.unit_types[unit.type].movement
    if block_of(state, unit).kind == GROUND and mode == SEA:
        return game_of(state).convoy_speed if movement else 0
    gained = block_of(state, unit).faster
    if not gained or not movement:
        return movement
    known = state.technologies.get(unit.owner, ())
    return max(movement, *(gained.get(name, 0) for name in known), 0)


def cost_of(state: State, path: Path) -> int:
    """Movement points of a path: one for every area entered, more for an ocean (T9, T10)."""
    areas = game_of(state).areas
    dear = game_of(state).ocean_cost
    return sum(dear if areas[place].is_ocean else 1 for place in path[1:])
