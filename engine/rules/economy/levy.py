"""Levies: units that a nation gets for the areas that it owns.

A nation with a levy phase instead of a purchase gets one unit for a given number of own areas; the
units are unplaced at first.  A levy may give one more unit while a road is open: certain areas that
must all be in friendly hands.  Whether the capital is held does not matter.

Source: the map dialect (NoPUPurchaseDelegate, productionPerXTerritories).
Options: none.
"""

from engine.core.events.economy import UnitsLevied
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.nation_rules import Levy
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_friendly_land


def resolve_levy(state: State) -> Events:
    """What the nation on turn gets now; () when that is nothing."""
    nation = state.nation
    levies = state.definition.map_rules.of(nation).levies
    counts = [(levy.type, _count(state, nation, levy)) for levy in levies]
    units = tuple((name, count) for name, count in counts if count)
    return (UnitsLevied(nation, units),) if units else ()


def _count(state: State, nation: NationName, levy: Levy) -> int:
    territories = state.definition.board.territories
    owned = sum(
        owner == nation and (territories[name].production > 0 or not levy.valued)
        for name, owner in state.owners.items()
    )
    is_open = all(is_friendly_land(state, nation, name) for name in levy.road)
    return owned // levy.per + bool(levy.road and is_open)
