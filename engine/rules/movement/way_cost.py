"""What a way costs: one movement point a step, more or less where terrain says so.

Rule: rule book, Units (B51); the map dialect (movementCostModifier).
"""

from engine.core.ids import TerritoryName, UnitTypeName
from engine.rules.movement.mover import Mover


def way_cost(mover: Mover, unit_type: UnitTypeName, path: tuple[TerritoryName, ...]) -> int:
    """Movement points that the steps of a way cost a type of unit, terrain counted.

    No step gives points back (the map dialect: movementCostModifier).
    """
    if not mover.state.definition.board.has_costly_terrain:
        return len(path) - 1
    return sum(step_cost(mover, unit_type, place) for place in path[1:])


def step_cost(mover: Mover, unit_type: UnitTypeName, place: TerritoryName) -> int:
    """Movement points that the step into an area costs a type of unit, 0 or more."""
    return max(0, 1 + dict(mover.lands[place].entry_cost).get(unit_type, 0))
