"""Canals: borders between sea zones that are open to whoever holds the land beside them.

Rule: rule book, The map (B19 to B22), settled in G13.  Every land of the canal must belong to the
mover or an ally, and must not have been conquered in this turn.  Aircraft do not care.
Classic: D17.
"""

from engine.core.ids import TerritoryName
from engine.gamedef import Canal
from engine.rules.movement.mover import Mover


def closed_canal(mover: Mover, one: TerritoryName, other: TerritoryName) -> Canal | None:
    """The canal that keeps ships from going between two zones; None when the way is open."""
    for canal in mover.state.definition.canals:
        if one in canal.zones and other in canal.zones and not _is_open(mover, canal):
            return canal
    return None


def blocking_land(mover: Mover, canal: Canal) -> TerritoryName:
    """The first land beside a closed canal that keeps it closed."""
    return next(land for land in canal.lands if not _is_held(mover, land))


def _is_open(mover: Mover, canal: Canal) -> bool:
    return all(_is_held(mover, land) for land in canal.lands)


def _is_held(mover: Mover, land: TerritoryName) -> bool:
    return mover.is_friendly_land(land) and land not in mover.state.turn.conquered
