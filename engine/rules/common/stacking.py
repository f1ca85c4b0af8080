"""Limits that a map sets on units: how many may be together, and where terrain keeps them out.

Rule: none in the rule book's own game; the map dialect has them.  A limit counts the units in an
area of the types it names, those of the nation or those of its side, and the new ones.
A board holds no more than MAX_ON_BOARD units: whatever else a scenario makes appear stays away.
AA guns may be limited to one in an area by the option several_aa_guns; that applies to placing
them, not to moving them there.
Options: several_aa_guns.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from engine.core.errors import Illegal
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef import State
from engine.gamedef.bounds import MAX_ON_BOARD
from engine.gamedef.limits import UnitLimit
from engine.rules.common.relations import is_allied

Counts = Mapping[UnitTypeName, int]


def room_on_board(
    state: State, wanted: Iterable[tuple[UnitTypeName, int]]
) -> tuple[UnitTypeName, ...]:
    """The types of new units one by one, as many as find room on the board."""
    room = max(0, MAX_ON_BOARD - len(state.units))
    each = (name for name, count in wanted for _ in range(count))
    return tuple(islice(each, room))


def check_board(state: State, more: Counts) -> Iterator[Illegal]:
    """The reason why no more units may be put on the board; the engine's own bound."""
    if len(state.units) + sum(more.values()) > MAX_ON_BOARD:
        text = f"no more than {MAX_ON_BOARD:,} units may be on the board"
        yield Illegal("too-many-units", f"{text}; {len(state.units):,} are there")


def check_limits(
    state: State, action: str, nation: NationName, place: TerritoryName, more: Counts
) -> Iterator[Illegal]:
    """Reasons why no more units of a nation may enter a place.

    action: ``"placement"``, ``"movement"`` or ``"attack"``; more: those that are to come.
    """
    for limit in state.definition.map_rules.limits:
        new = sum(more.get(name, 0) for name in limit.types)
        if limit.action != action or limit.nation not in {"", nation} or not new:
            continue
        there = _count_there(state, limit, nation, place)
        if there + new > limit.count:
            is_any = len(limit.types) == len(state.definition.unit_types)
            names = "units" if is_any else " and ".join(limit.types)
            text = f"no more than {limit.count} {names} may be in {place}; {there} are there"
            yield Illegal("too-many-together", text, "", place)


def check_terrain(state: State, place: TerritoryName, more: Counts) -> Iterator[Illegal]:
    """Reasons why the terrain of a place keeps units out."""
    for name in state.definition.board.territories[place].no_units:
        if more.get(name, 0):
            text = f"{name}: the terrain of {place} keeps it out"
            yield Illegal("terrain-forbids", text, "", place)


def check_aa_guns(
    state: State, nation: NationName, place: TerritoryName, more: Counts
) -> Iterator[Illegal]:
    """The reason why no more AA guns may be placed in an area (B88)."""
    if state.definition.options.several_aa_guns:
        return
    types = state.definition.unit_types
    new = sum(count for name, count in more.items() if types[name].guns.is_aa_gun)
    there = sum(
        unit.owner == nation and types[unit.type].guns.is_aa_gun for unit in state.units_in(place)
    )
    if new and new + there > 1:
        yield Illegal("too-many-guns", f"{place} can have at most one AA gun", "B88", place)


def _count_there(state: State, limit: UnitLimit, nation: NationName, place: TerritoryName) -> int:
    return sum(
        unit.type in limit.types and _counts(state, limit, nation, unit.owner)
        for unit in state.units_in(place)
    )


def _counts(state: State, limit: UnitLimit, nation: NationName, owner: NationName) -> bool:
    """Whether the units of an owner count in a limit for a nation."""
    match limit.whose:
        case "all":
            return True
        case "side":
            return is_allied(state, owner, nation)
    return owner == nation
