"""Bytes and trees become a Definition: our own scenario files, saves, TripleA maps.

Each reader and writer is loaded on first use: the odds of two forces need only units (ADR 0009),
and few programs need TripleA maps.
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.gamedef.under_way import UnitSoFar as UnitSoFar
    from engine.loading.combat_rules import load_combat_rules as load_combat_rules
    from engine.loading.normal import normal_definition as normal_definition
    from engine.loading.package import load_scenario as load_scenario
    from engine.loading.package import scenario_title as scenario_title
    from engine.loading.package import scenario_titled as scenario_titled
    from engine.loading.package_data import scenario_names as scenario_names
    from engine.loading.toml_text import format_scenario as format_scenario
    from engine.loading.toml_text import parse_scenario as parse_scenario
    from engine.loading.tree.reading import definition_from_tree as definition_from_tree
    from engine.loading.tree.writing import tree_from_definition as tree_from_definition
    from engine.loading.triplea import MapAt as MapAt
    from engine.loading.triplea import MapFault as MapFault
    from engine.loading.triplea import MapParts as MapParts
    from engine.loading.triplea import SavedAttacker as SavedAttacker
    from engine.loading.triplea import SavedBattle as SavedBattle
    from engine.loading.triplea import SavedPosition as SavedPosition
    from engine.loading.triplea import SavedRelation as SavedRelation
    from engine.loading.triplea import SavedTrigger as SavedTrigger
    from engine.loading.triplea import SavedTurn as SavedTurn
    from engine.loading.triplea import SavedUnit as SavedUnit
    from engine.loading.triplea import UnsupportedMapError as UnsupportedMapError
    from engine.loading.triplea import map_at as map_at
    from engine.loading.triplea import read_triplea_map as read_triplea_map
    from engine.loading.triplea import read_triplea_parts as read_triplea_parts
    from engine.loading.triplea import taken_over as taken_over
    from engine.loading.triplea import with_places as with_places
else:
    __getattr__, __all__ = lazy_names(__spec__)
