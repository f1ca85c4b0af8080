"""Bytes and trees become a Definition: our own scenario files, saves, TripleA maps."""

from engine.loading.normal import normal_definition
from engine.loading.package import load_scenario, scenario_names
from engine.loading.support import format_support
from engine.loading.toml_text import format_scenario, parse_scenario
from engine.loading.tree import definition_from_tree
from engine.loading.tree_writer import tree_from_definition
from engine.loading.triplea import (
    MapParts,
    UnsupportedMapError,
    read_triplea_map,
    read_triplea_parts,
)

__all__ = [
    "MapParts",
    "UnsupportedMapError",
    "definition_from_tree",
    "format_scenario",
    "format_support",
    "load_scenario",
    "normal_definition",
    "parse_scenario",
    "read_triplea_map",
    "read_triplea_parts",
    "scenario_names",
    "tree_from_definition",
]
