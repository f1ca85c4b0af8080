"""Constructions: units that are built without a factory, such as bunkers.

They stand in any own land held since the start of the turn and use up no limit of a factory.  A
unit type says of which sort of construction it is, how many of the sort may be placed in an area in
a turn, and how many may stand there.  Options raise the second number to the production of the
area, or lift it; sorts whose name ends in "structure" stay as they are.

Source: the map dialect (isConstruction, constructionType, constructionsPerTerrPerTypePerTurn,
maxConstructionsPerTypePerTerr).
Options: unlimited_constructions, more_constructions_with_factory,
more_constructions_without_factory.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, UnitTypeName
from engine.gamedef import State, UnitType
from engine.rules.economy.production import is_production_site
from engine.rules.relations import type_of

Counts = Mapping[UnitTypeName, int]

_FIXED: Final = "structure"
_NO_LIMIT: Final = 10_000


def is_construction(kind: UnitType) -> bool:
    """Whether a unit is built without a factory; factories have rules of their own (B94)."""
    return bool(kind.construction) and not kind.is_factory


def constructions_among(state: State, counts: Counts) -> dict[UnitTypeName, int]:
    """Those of the units that are constructions."""
    types = state.definition.unit_types
    return {name: count for name, count in counts.items() if is_construction(types[name])}


def check_constructions(state: State, place: TerritoryName, counts: Counts) -> Iterator[Illegal]:
    """Reasons why no more constructions are placed in an area, sort by sort."""
    types = state.definition.unit_types
    new: dict[str, int] = {}
    for name, count in constructions_among(state, counts).items():
        kind = types[name]
        sort = kind.construction
        new[sort] = new.get(sort, 0) + count
        built = [state.units[key] for key in state.turn.constructed]
        placed = sum(
            unit.territory == place and type_of(state, unit).construction == sort for unit in built
        )
        if placed + new[sort] > kind.construction_per_turn:
            text = f"no more than {kind.construction_per_turn} {name} can be placed in {place} in"
            text += f" a turn; {placed} have been" if placed else " a turn"
            yield Illegal("too-many-constructions", text, "", place)
        there = sum(type_of(state, unit).construction == sort for unit in state.units_in(place))
        most = _most(state, place, kind)
        if there + new[sort] > most:
            text = f"no more than {most} {name} may stand in {place}; {there} are there"
            yield Illegal("too-many-together", text, "", place)


def _most(state: State, place: TerritoryName, kind: UnitType) -> int:
    """How many constructions of the sort of a unit may stand in an area."""
    options = state.definition.options
    if kind.construction.endswith(_FIXED):
        return kind.construction_most
    if options.unlimited_constructions:
        return _NO_LIMIT
    more = (
        options.more_constructions_with_factory
        if is_production_site(state, state.nation, place)
        else options.more_constructions_without_factory
    )
    value = state.definition.territories[place].production if more else 0
    return max(kind.construction_most, value)
