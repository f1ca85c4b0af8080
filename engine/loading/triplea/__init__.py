"""TripleA's map files: XML in, Definition out."""

from engine.loading.triplea.missing import UnsupportedMapError
from engine.loading.triplea.read import read_triplea_map

__all__ = ["UnsupportedMapError", "read_triplea_map"]
