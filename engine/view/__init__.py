"""Questions about a position that change nothing: one territory, one nation, the whole game."""

from engine.view.nation import NationView, nation_view
from engine.view.status import StatusView, describe_waiting, status_view
from engine.view.territory import (
    CanalView,
    NeighbourView,
    TerritoryView,
    UnitGroup,
    find_territory,
    territory_view,
)

__all__ = [
    "CanalView",
    "NationView",
    "NeighbourView",
    "StatusView",
    "TerritoryView",
    "UnitGroup",
    "describe_waiting",
    "find_territory",
    "nation_view",
    "status_view",
    "territory_view",
]
