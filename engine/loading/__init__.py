"""Bytes and trees become a Definition: our own scenario files, saves, TripleA maps.

Each reader and writer is loaded on first use: the odds of two forces need only units (ADR 0009),
and few programs need TripleA maps.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from engine.loading.combat_rules import load_combat_rules
from engine.loading.package_data import scenario_names

if TYPE_CHECKING:
    from engine.loading.normal import normal_definition
    from engine.loading.package import load_scenario
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
    "tree_from_definition",
    "with_places",
]

_MODULES: Final = {
    "definition_from_tree": "tree.reading",
    "format_scenario": "toml_text",
    "load_scenario": "package",
    "normal_definition": "normal",
    "parse_scenario": "toml_text",
    "tree_from_definition": "tree.writing",
}
"""Where the names are that are loaded late; those that are missing are in `triplea`."""


def __getattr__(name: str) -> object:
    """The names that are loaded late; AttributeError for unknown ones."""
    if name not in __all__:
        raise AttributeError(f"engine.loading has no public name {name!r}")
    module = import_module(f"engine.loading.{_MODULES.get(name, 'triplea')}")
    value: object = getattr(module, name)
    return value
