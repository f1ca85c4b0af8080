"""Where a new factory would stand: at the front, on land that pays for what it builds."""

from collections.abc import Mapping
from typing import Final

from engine import State, TerritoryName, UnitTypeName, building_sites

_NEAR: Final = 5.0
"""Steps to the enemy from which what is built gets there in time."""
_LEAST: Final = 3
"""Production of land that is worth a factory."""


def new_sites(
    state: State, factory: UnitTypeName, march: Mapping[TerritoryName, float]
) -> tuple[TerritoryName, ...]:
    """Own land where a factory may be placed and is of use, what builds most first."""
    areas = state.definition.board.territories
    sites = [
        place
        for place in building_sites(state, state.nation, factory)
        if areas[place].production >= _LEAST and march.get(place, 99.0) <= _NEAR
    ]
    return tuple(sorted(sites, key=lambda place: (-areas[place].production, march[place], place)))
