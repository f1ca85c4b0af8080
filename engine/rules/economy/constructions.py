"""Constructions: units that are built without a factory, such as bunkers.

They are placed in any own land held since the start of the turn, those of the sea in a zone beside
such land (a choice of our own), and do not count against the limit of a factory.  A unit type says
which sort of construction it is, how many of the sort may be placed in an area in a turn, and how
many may be there.  Options raise the second number to the production of the area, or lift it,
unless the unit type says that its number is fixed.  Factories are a sort of their own with rules
of their own (B94); a type of factory may be of another sort, and another unit count as a factory.

Source: the map dialect (isConstruction, constructionType, constructionsPerTerrPerTypePerTurn,
maxConstructionsPerTypePerTerr).
Options: unlimited_constructions, more_constructions_with_factory,
more_constructions_without_factory.
"""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import State, UnitType
from engine.gamedef.unit_economy import FACTORY_SORT
from engine.rules.common.relations import type_of
from engine.rules.economy.production import NO_LIMIT, is_production_site

Counts = Mapping[UnitTypeName, int]


def sort_of(kind: UnitType) -> str:
    """The sort of construction that a unit counts as, "" for none."""
    return kind.building.construction or (FACTORY_SORT if kind.production.is_factory else "")


def count_as_factories(state: State, place: TerritoryName) -> int:
    """How many units of the nation on turn in an area count where no more factories may be."""
    there = state.units_in(place)
    own = (unit for unit in there if unit.owner == state.nation)
    return sum(sort_of(type_of(state, unit)) == FACTORY_SORT for unit in own)


def constructions_among(state: State, counts: Counts) -> dict[UnitTypeName, int]:
    """The units that are constructions."""
    types = state.definition.unit_types
    return {name: count for name, count in counts.items() if types[name].is_construction}


def check_constructions(state: State, place: TerritoryName, counts: Counts) -> Iterator[Illegal]:
    """Reasons why no more constructions may be placed in an area.

    Types of one sort count together; each type has its own numbers.
    """
    wanted = constructions_among(state, counts)
    if not wanted:
        return
    there = state.units_in(place)
    fresh = [unit for unit in there if unit.id in state.turn.constructed]
    for name in wanted:
        kind = state.definition.unit_types[name]
        new = _of_sort(state, kind, wanted)
        placed = _of_same_sort(state, kind, fresh)
        if placed + new > kind.building.construction_per_turn:
            allowed = f"no more than {kind.building.construction_per_turn} {name}"
            text = f"{allowed} can be placed in {place} in a turn"
            text += f"; {placed} have been" if placed else ""
            yield Illegal("too-many-constructions", text, "", place)
        present = _of_same_sort(state, kind, there)
        most = _most(state, place, kind)
        if present + new > most:
            text = f"no more than {most} {name} may be in {place}; {present} are there"
            yield Illegal("too-many-together", text, "", place)


def _most(state: State, place: TerritoryName, kind: UnitType) -> int:
    """How many constructions of the sort of a unit type may be in an area."""
    options = state.definition.options
    if kind.building.construction_is_fixed:
        return kind.building.construction_most
    if options.unlimited_constructions:
        return NO_LIMIT
    has_factory = is_production_site(state, state.nation, place)
    is_raised = (
        options.more_constructions_with_factory
        if has_factory
        else options.more_constructions_without_factory
    )
    value = state.definition.board.territories[place].production
    return (
        max(kind.building.construction_most, value)
        if is_raised
        else kind.building.construction_most
    )


def _of_sort(state: State, kind: UnitType, wanted: Counts) -> int:
    """How many of the units that are placed together are of the sort of a unit type."""
    types = state.definition.unit_types
    return sum(count for name, count in wanted.items() if sort_of(types[name]) == sort_of(kind))


def _of_same_sort(state: State, kind: UnitType, units: Iterable[Unit]) -> int:
    """How many of the units are of the sort of a unit type."""
    return sum(sort_of(type_of(state, unit)) == sort_of(kind) for unit in units)
