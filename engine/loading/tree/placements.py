"""The units at the start (end matter 3 of the checklist)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine.core.board import Board
from engine.core.errors import DefinitionError
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_UNITS
from engine.gamedef.setup import Placement
from engine.gamedef.unit_types import UnitType
from engine.loading.fields import Node
from engine.loading.tree.rows import RewrittenTables

Sound: TypeAlias = dict[NationName, dict[TerritoryName, dict[UnitTypeName, int]]]
"""Units without hits or damage, by owner, area and type."""


def read_placements(
    rest: RewrittenTables, board: Board, types: Mapping[UnitTypeName, UnitType]
) -> tuple[Placement, ...]:
    """The units at the start; hit and damaged ones have a list of their own."""
    found = [
        Placement(area, owner, unit, count)
        for owner, areas in rest.setup.items()
        for area, units in areas.items()
        for unit, count in units.items()
    ]
    for place, entry in enumerate(rest.damaged):
        node = Node(None, f"damaged[{place}]")
        most = types[entry.type].hit_points - 1
        if entry.hits > most:
            raise node.error(f"hits: the number must be from 0 to {most}")
        if not entry.hits and not entry.damage:
            raise node.error("give hits or damage, or put undamaged units under `setup`")
    found.extend(rest.damaged)
    if sum(placement.count for placement in found) > MAX_UNITS:
        raise DefinitionError(f"setup: more than {MAX_UNITS} units")
    _check_stands(found, board, types)
    return tuple(found)


def _check_stands(
    placements: Sequence[Placement], board: Board, types: Mapping[UnitTypeName, UnitType]
) -> None:
    """Land units at sea find room on transports of their owner.

    A ship may be on land, which it cannot leave and does not defend.
    """
    room: dict[tuple[TerritoryName, NationName], int] = {}
    for placement in placements:
        unit = types[placement.type]
        if not board.is_sea[placement.territory] or unit.is_air:
            continue
        if unit.is_land and not unit.carriage.transport_cost:
            place = f"setup.{placement.owner}.{placement.territory}"
            raise DefinitionError(f"{place}: {placement.type} cannot be at sea")
        needed = unit.carriage.transport_cost if unit.is_land else -unit.carriage.transport_capacity
        key = (placement.territory, placement.owner)
        room[key] = room.get(key, 0) + needed * placement.count
    for (territory, owner), needed in room.items():
        if needed > 0:
            raise DefinitionError(f"setup.{owner}.{territory}: no room on transports for all units")


def plain_setup(placements: Sequence[Placement]) -> tuple[Sound, tuple[Placement, ...]]:
    """The undamaged units by owner, area and type, and the others."""
    sound: Sound = {}
    for entry in placements:
        if not entry.hits and not entry.damage:
            areas = sound.setdefault(entry.owner, {})
            areas.setdefault(entry.territory, {})[entry.type] = entry.count
    return sound, tuple(entry for entry in placements if entry.hits or entry.damage)
