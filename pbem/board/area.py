"""One area on the page: what is there, where its units can go, and who can come."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from engine import (
    NEUTRAL,
    NO_TYPE,
    NOBODY,
    Move,
    NationName,
    Pick,
    State,
    TerritoryName,
    UnitGroup,
    UnitTypeName,
    is_face_up,
    legal,
    territory_view,
)
from engine.advice import arrivals, landing_moves

Plain: TypeAlias = dict[str, object]

_MOST_STEPS: Final = 3
"""Zones that a ship crosses at most between two coasts, the first included."""
_MOST_COASTS: Final = 60


def area_view(state: State, name: TerritoryName, viewer: NationName = NOBODY) -> Plain:
    """What is in an area; KeyError when there is none of that name.

    viewer: in block games, the nation whose blocks lie face up; of others only the number is seen.
    """
    view = territory_view(state, name)
    owner = "neutral" if view.owner == NEUTRAL else view.owner
    return {
        "name": view.name,
        "owner": owner,
        "value": view.production,
        "facts": [
            *view.facts,
            *([f"capital of {view.capital_of}"] if view.capital_of else []),
            *(["victory city"] if view.victory_cities else []),
            *(["factory"] if view.has_factory else []),
            *(["impassable"] if view.is_impassable else []),
        ],
        "groups": [_group(group) for group in _seen(state, view.groups, viewer)],
        "neighbours": [
            f"{near.name} ({near.border})" if near.border else near.name for near in view.neighbours
        ],
        "battles": list(view.battles),
    }


def _seen(state: State, groups: Sequence[UnitGroup], viewer: NationName) -> Iterator[UnitGroup]:
    """The groups as the player may see them: blocks of others lie face down."""
    hidden: dict[NationName, tuple[int, ...]] = {}
    for group in groups:
        if is_face_up(state, group.owner, viewer):
            yield group
        else:
            hidden[group.owner] = (*hidden.get(group.owner, ()), *group.units)
    for owner, units in hidden.items():
        yield UnitGroup(owner, UnitTypeName("block"), 0, 0, NO_TYPE, units, 0)


def _group(group: UnitGroup) -> Plain:
    return {
        "owner": group.owner,
        "type": group.type,
        "label": group.label,
        "count": group.count,
        "moved": group.moved,
        "aboard": group.aboard,
    }


def reach_of(state: State, name: TerritoryName) -> list[Plain]:
    """For each sort of unit in an area how many can move, and where to, the nearest way each.

    Units of a type that differ, blocks of several strengths and damaged ships, are sorts of their
    own: `units` numbers them then, and is empty where any of the type will do.
    """
    found: dict[tuple[UnitTypeName, NationName], dict[str, list[str]]] = {}
    raids: dict[tuple[UnitTypeName, NationName], list[str]] = {}
    for order in legal(state, name):
        if not isinstance(order, Move) or order.path[0] != name:
            continue
        pick = order.picks[0]
        sort, end = (pick.type, pick.owner), order.path[-1]
        ways = found.setdefault(sort, {})
        if order.raid:
            raids.setdefault(sort, []).append(end)
        elif end not in ways or len(order.path) < len(ways[end]):
            ways[end] = list(order.path)
    groups = territory_view(state, name).groups
    return [
        {
            "type": kind,
            "owner": owner,
            "label": label,
            "units": units,
            "count": count,
            "ways": ways,
            "raids": sorted(set(raids.get((kind, owner), ()))),
        }
        for (kind, owner), ways in found.items()
        for label, units, count in _movable(state, groups, kind, owner)
    ]


def _movable(
    state: State, groups: Sequence[UnitGroup], kind: str, owner: NationName
) -> Iterator[tuple[str, list[int], int]]:
    """Units of a type that have not moved yet by sort, or all of them where all have."""
    gone = state.blocks.turn.moves if state.blocks is not None else {}
    sorts: dict[str, list[int]] = {}
    everybody = 0
    for group in groups:
        if group.type != kind or group.owner != (owner or state.nation):
            continue
        everybody += group.count
        label = f"{group.label}, damaged" if group.hits or group.damage else group.label
        fresh = [key for key in group.units if not state.units[key].moved and key not in gone]
        if fresh:
            sorts.setdefault(label, []).extend(fresh)
    if len(sorts) > 1:
        yield from ((label, units, len(units)) for label, units in sorts.items())
    elif sorts:
        yield from ((label, [], len(units)) for label, units in sorts.items())
    else:
        yield kind, [], everybody


def coming_to(state: State, name: TerritoryName) -> list[Plain]:
    """Units that could get to an area and have not moved yet, the nearest first."""
    return [
        {
            "type": one.type,
            "place": one.place,
            "count": len(one.units),
            "way": one.way,
            "path": list(one.path),
        }
        for one in arrivals(state, name, unmoved=True)
    ]


def landings_from(state: State, name: TerritoryName) -> list[str]:
    """Coasts to which ships of the nation on turn could bring somebody from a territory."""
    board = state.definition.board
    if name not in board.territories or board.is_sea[name]:
        return []
    types = state.definition.unit_types
    here = (unit for unit in state.units_in(name) if unit.owner == state.nation)
    # Guns may be the first by name, and stay where they are while the others attack.
    able = sorted({unit.type for unit in here if types[unit.type].carriage.can_board})
    zones = dict.fromkeys(zone for zone in board.neighbours(name) if board.is_sea[zone])
    if not able or not zones:
        return []
    edge = list(zones)
    for _ in range(_MOST_STEPS - 1):
        near = (zone for one in edge for zone in board.neighbours(one) if board.is_sea[zone])
        edge = [zone for zone in dict.fromkeys(near) if zone not in zones]
        zones |= dict.fromkeys(edge)
    coasts = dict.fromkeys(
        land
        for zone in zones
        for land in board.neighbours(zone)
        if land != name and not board.is_sea[land]
    )
    return [
        goal
        for goal in [*coasts][:_MOST_COASTS]
        if any(landing_moves(state, (Pick(1, kind),), name, goal) for kind in able)
    ]
