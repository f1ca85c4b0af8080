"""TripleA's map files: XML in, Definition out."""

from engine.loading.triplea.lines import MapFault
from engine.loading.triplea.missing_rules import UnsupportedMapError
from engine.loading.triplea.places import with_places
from engine.loading.triplea.position_as_map import MapAt, map_at
from engine.loading.triplea.read import MapParts, read_triplea_map, read_triplea_parts
from engine.loading.triplea.saved_position import (
    SavedPosition,
    SavedRelation,
    SavedTrigger,
    taken_over,
)
from engine.loading.triplea.saved_turn import SavedAttacker, SavedBattle, SavedTurn, SavedUnit

__all__ = [
    "MapAt",
    "MapFault",
    "MapParts",
    "SavedAttacker",
    "SavedBattle",
    "SavedPosition",
    "SavedRelation",
    "SavedTrigger",
    "SavedTurn",
    "SavedUnit",
    "UnsupportedMapError",
    "map_at",
    "read_triplea_map",
    "read_triplea_parts",
    "taken_over",
    "with_places",
]
