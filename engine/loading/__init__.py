"""Bytes and trees become a Definition: our own scenario files, saves, TripleA maps.

What reads TripleA maps is loaded on first use, since few programs want it.
"""

from typing import TYPE_CHECKING

from engine.loading.normal import normal_definition
from engine.loading.package import load_scenario, scenario_names
from engine.loading.toml_text import format_scenario, parse_scenario
from engine.loading.tree import definition_from_tree
from engine.loading.tree_writer import tree_from_definition

if TYPE_CHECKING:
    from engine.loading.support import format_support
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
    "format_support",
    "load_scenario",
    "normal_definition",
    "parse_scenario",
    "read_triplea_map",
    "read_triplea_parts",
    "scenario_names",
    "tree_from_definition",
    "with_places",
]


def __getattr__(name: str) -> object:
    """The names that need the reader of TripleA maps; AttributeError for unknown ones."""
    if name not in __all__:
        raise AttributeError(f"engine.loading has no public name {name!r}")
    if name == "format_support":
        from engine.loading.support import format_support  # noqa: PLC0415

        return format_support
    import engine.loading.triplea as triplea  # noqa: PLC0415, PLR0402

    return getattr(triplea, name)
