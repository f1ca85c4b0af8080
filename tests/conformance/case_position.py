"""Edits of a position, as the set-up of a case makes them."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.core.ids import PUS, RESEARCH_DICE, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from tests.conformance.case_file import CaseUnsupportedError

TECHNOLOGIES = {
    "superSub": "super_subs",
    "jetPower": "jet_power",
    "longRangeAir": "long_range_aircraft",
    "rocket": "rockets",
    "destroyerBombard": "destroyer_bombard",
    "heavyBomber": "heavy_bomber",
    "industrialTechnology": "industrial_technology",
    "improvedArtillerySupport": "improved_artillery",
    "paratroopers": "paratroopers",
    "increasedFactoryProduction": "increased_factory_production",
    "warBonds": "war_bonds",
    "mechanizedInfantry": "mechanized_infantry",
    "shipyards": "improved_shipyards",
    "aARadar": "radar",
}
"""The case file's name of each technology, and ours."""

RESOURCES = {"PUs": PUS, "techTokens": RESEARCH_DICE}
"""The case file's name of each resource, and ours."""

MARKS = ("submerged", "in_combat", "amphibious", "bombarded", "loaded")
"""Facts of a unit that a case may set to true or false, by our names."""


def with_new_units(state: State, territory: str, owner: str, counts: dict[str, int]) -> State:
    """The position with more units; land units at sea go aboard ships of their owner there."""
    types = state.definition.unit_types
    if territory not in state.definition.board.territories:
        raise CaseUnsupportedError(f"the map has no territory {territory!r}")
    units = dict(state.units)
    number = state.next_unit
    for kind, count in counts.items():
        if kind not in types:
            raise CaseUnsupportedError(f"the map has no unit {kind!r}")
        first_owner = owner if types[kind].is_infrastructure else ""
        for _ in range(count):
            units[number] = Unit(number, kind, owner, territory, original_owner=first_owner)
            number += 1
    return with_cargo(replace(state, units=units, next_unit=number))


def with_cargo(state: State) -> State:
    """Every land unit at sea aboard the first ship of its owner that has room."""
    definition = state.definition
    types = definition.unit_types
    units = dict(state.units)
    for unit in state.units.values():
        kind = types[unit.type]
        if unit.carried_by or not kind.is_land or not definition.board.is_sea[unit.territory]:
            continue
        for ship in units.values():
            aboard = [other for other in units.values() if other.carried_by == ship.id]
            used = sum(types[other.type].carriage.transport_cost for other in aboard)
            room = types[ship.type].carriage.transport_capacity - used
            together = (ship.owner, ship.territory) == (unit.owner, unit.territory)
            if together and room >= kind.carriage.transport_cost > 0:
                units[unit.id] = replace(unit, carried_by=ship.id)
                break
    return replace(state, units=units)


def without(state: State, gone: Iterable[UnitId]) -> State:
    """The position without some units."""
    lost = set(gone)
    kept = {key: unit for key, unit in state.units.items() if key not in lost}
    return replace(state, units=kept)


def first_units(
    state: State, territory: str, fits: Callable[[Unit], bool], count: int
) -> tuple[Unit, ...]:
    """The first units of a territory that fit; fewer than wanted make the case unsupported."""
    found = [unit for unit in state.units_in(territory) if fits(unit)][:count]
    if len(found) < count:
        raise CaseUnsupportedError(f"{territory} does not hold {count} such units")
    return tuple(found)


def without_some(
    state: State, territory: str, owner: str, counts: dict[str, int], only: str
) -> State:
    """The position without the units that a set-up removes from a territory.

    counts: unit types with how many; only: in words, when there are no counts.
    """
    there = [unit for unit in state.units_in(territory) if owner in {"", unit.owner}]
    if only in {"", "all"} and not counts:
        return without(state, (unit.id for unit in there))
    if only == "everything except the AA gun":
        types = state.definition.unit_types
        return without(state, (unit.id for unit in there if not types[unit.type].guns.is_aa_gun))
    if only:
        raise CaseUnsupportedError(f"units to remove: {only}")
    gone: list[UnitId] = []
    for kind, count in counts.items():
        gone.extend([unit.id for unit in there if unit.type == kind][:count])
    return without(state, gone)


def with_owner(state: State, territory: str, owner: str) -> State:
    """The position with another owner of a territory."""
    return replace(state, owners={**state.owners, territory: owner})


def with_hand(state: State, nation: str, counts: dict[str, int]) -> State:
    """The position with more units that wait to be placed."""
    unknown = [kind for kind in counts if kind not in state.definition.unit_types]
    if unknown:
        raise CaseUnsupportedError(f"the map has no unit {unknown[0]!r}")
    unplaced = dict(state.unplaced.get(nation, {}))
    for kind, count in counts.items():
        unplaced[kind] = unplaced.get(kind, 0) + count
    return replace(state, unplaced={**state.unplaced, nation: unplaced})


def with_technologies(state: State, nation: str, names: Iterable[str]) -> State:
    """The position in which a nation has these technologies as well."""
    known = set(state.technologies.get(nation, ()))
    for name in names:
        if name not in TECHNOLOGIES:
            raise CaseUnsupportedError(f"the technology {name}")
        known.add(TECHNOLOGIES[name])
    return replace(state, technologies={**state.technologies, nation: tuple(sorted(known))})


def with_resource(state: State, nation: str, resource: str, amount: int) -> State:
    """The position with another treasury."""
    if resource not in RESOURCES:
        raise CaseUnsupportedError(f"resources other than PUs and research dice: {resource}")
    account = {**state.resources.get(nation, {}), RESOURCES[resource]: amount}
    return replace(state, resources={**state.resources, nation: account})


def with_marks(
    state: State, territory: str, owner: str, kind: str, count: int, marks: dict[str, bool]
) -> State:
    """The position in which facts of the turn hold for some units."""
    unknown = [mark for mark in marks if mark not in MARKS]
    if unknown:
        raise CaseUnsupportedError(f"the unit state {unknown[0]}")
    chosen = first_units(
        state, territory, lambda unit: (unit.type, unit.owner) == (kind, owner), count
    )
    units = dict(state.units)
    for unit in chosen:
        changed = unit
        for mark, value in marks.items():
            changed = _marked(changed, mark, value)
        units[unit.id] = changed
    return replace(state, units=units)


def _marked(unit: Unit, mark: str, value: bool) -> Unit:
    match mark:
        case "submerged":
            return replace(unit, submerged=value)
        case "in_combat":
            return replace(unit, in_combat=value)
        case "amphibious":
            return replace(unit, amphibious=value)
        case "bombarded":
            return replace(unit, bombarded=value)
        case _:
            return replace(unit, loaded=value)
