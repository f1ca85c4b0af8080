"""Units that turn into others when they have taken some hits, or have so many left after a repair.

A damaged ship may be weaker and slower, and be its old self once it is repaired; the hit that would
destroy a unit may turn it into another one instead.  It stays the same unit: it has done what it
has done in this turn, and what it carries stays aboard.  Units change when casualties are taken
from the board, and after AA fire and bombardment.

Rule: the map dialect (whenHitPointsDamagedChangesInto, whenHitPointsRepairedChangesInto).
Options: none.
"""

from collections.abc import Iterable, Iterator

from engine.core.events.battle import Transformed, UnitsTransformed
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.unit_combat import HitChange
from engine.rules.common.damage import most_damage
from engine.rules.common.relations import type_of
from engine.values import replace

Changes = tuple[UnitsTransformed, ...]


def resolve_damaged(state: State, units: Iterable[tuple[Unit, int]]) -> Changes:
    """What damaged units turn into; units: those of one area, each with the hits it has taken."""
    changes = (
        (unit, entry)
        for unit, hits in units
        for entry in type_of(state, unit).wear.damaged_as
        if entry.hits == hits
    )
    return tuple(_events(state, changes))


def survivors(state: State, units: Iterable[UnitId]) -> Changes:
    """What those of the units turn into whose last hit does not destroy them."""
    there = (state.units[key] for key in units)
    return resolve_damaged(state, ((unit, type_of(state, unit).hit_points) for unit in there))


def resolve_repaired(state: State, units: Iterable[Unit]) -> Changes:
    """What units turn into that have just been repaired."""
    changes = (
        (unit, entry)
        for unit in units
        for entry in type_of(state, unit).wear.repaired_as
        if entry.hits == unit.hits
    )
    return tuple(_events(state, changes))


def _events(state: State, changes: Iterable[tuple[Unit, HitChange]]) -> Iterator[UnitsTransformed]:
    """One event for each area."""
    places: dict[TerritoryName, list[Transformed]] = {}
    for unit, entry in changes:
        places.setdefault(unit.territory, []).append(_transformed(state, unit, entry))
    for place, units in places.items():
        yield UnitsTransformed(place, tuple(units))


def _transformed(state: State, unit: Unit, entry: HitChange) -> Transformed:
    if not entry.keeps_damage:
        return Transformed(unit.id, entry.type)
    new = replace(unit, type=entry.type)
    hits = min(entry.hits, type_of(state, new).hit_points - 1)
    return Transformed(unit.id, entry.type, hits, min(unit.damage, most_damage(state, new)))
