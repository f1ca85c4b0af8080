"""Bytes and trees become a Definition: our own scenario files, saves, TripleA maps.

Each reader and writer is loaded on first use: the odds of two forces need only units (ADR 0009),
and few programs need TripleA maps.
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from engine.loading.combat_rules import load_combat_rules
    from engine.loading.normal import normal_definition
    from engine.loading.package import load_scenario, scenario_title, scenario_titled
    from engine.loading.package_data import scenario_names
    from engine.loading.toml_text import format_scenario, parse_scenario
    from engine.loading.tree.reading import definition_from_tree
    from engine.loading.tree.writing import tree_from_definition
    from engine.loading.triplea import (
        MapParts,
        UnsupportedMapError,
        read_triplea_map,
        read_triplea_parts,
        with_places,
    )

__all__ = [
    "MapParts",
    "UnsupportedMapError",
    "definition_from_tree",
    "format_scenario",
    "load_combat_rules",
    "load_scenario",
    "normal_definition",
    "parse_scenario",
    "read_triplea_map",
    "read_triplea_parts",
    "scenario_names",
    "scenario_title",
    "scenario_titled",
    "tree_from_definition",
    "with_places",
]

_ROOMS: Final = {
    "combat_rules": ("load_combat_rules",),
    "normal": ("normal_definition",),
    "package": ("load_scenario", "scenario_title", "scenario_titled"),
    "package_data": ("scenario_names",),
    "toml_text": ("format_scenario", "parse_scenario"),
    "tree.reading": ("definition_from_tree",),
    "tree.writing": ("tree_from_definition",),
    "triplea": (
        "MapParts",
        "UnsupportedMapError",
        "read_triplea_map",
        "read_triplea_parts",
        "with_places",
    ),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("engine.loading", _ROOMS)
