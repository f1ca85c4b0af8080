"""TripleA's map files: XML in, Definition out."""

from engine.loading.triplea.missing_rules import UnsupportedMapError
from engine.loading.triplea.places import with_places
from engine.loading.triplea.read import MapParts, read_triplea_map, read_triplea_parts

__all__ = [
    "MapParts",
    "UnsupportedMapError",
    "read_triplea_map",
    "read_triplea_parts",
    "with_places",
]
