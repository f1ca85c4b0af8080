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
"""Units that are as all others of their type, by owner, area and type."""


def read_placements(
    rest: RewrittenTables, board: Board, types: Mapping[UnitTypeName, UnitType]
) -> tuple[Placement, ...]:
    """The units at the start; those that differ from others of their type have their own list."""
    found = [
        Placement(area, owner, unit, count)
        for owner, areas in rest.setup.items()
        for area, units in areas.items()
        for unit, count in units.items()
    ]
    for place, entry in enumerate(rest.stacks):
        node = Node(None, f"stacks[{place}]")
        most = types[entry.type].hit_points - 1
        if entry.hits > most:
            raise node.error(f"hits: the number must be from 0 to {most}")
        if is_usual(entry):
            raise node.error("give hits, damage or cargo, or put the units under `setup`")
        _check_cargo(entry, node, types)
    found.extend(rest.stacks)
    if sum(map(_heads, found)) > MAX_UNITS:
        raise DefinitionError(f"setup: more than {MAX_UNITS} units")
    _check_stands(found, board, types)
    return tuple(found)


def is_usual(entry: Placement) -> bool:
    """Whether these units are as all others of their type."""
    return not (entry.hits or entry.damage or entry.cargo)


def _heads(entry: Placement) -> int:
    return entry.count * (1 + sum(aboard.count for aboard in entry.cargo))


def _check_cargo(entry: Placement, node: Node, types: Mapping[UnitTypeName, UnitType]) -> None:
    """Cargo are land units that may go aboard, as many as there is room for."""
    room = types[entry.type].carriage.transport_capacity
    for aboard in entry.cargo:
        kind = types[aboard.type]
        if not kind.is_land or not kind.carriage.can_board:
            raise node.error(f"cargo: {aboard.type} cannot be aboard")
        room -= kind.carriage.transport_cost * aboard.count
    if entry.cargo and room < 0:
        raise node.error(f"cargo: {entry.type} has no room for all of it")


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
        needed += sum(
            types[aboard.type].carriage.transport_cost * aboard.count for aboard in placement.cargo
        )
        key = (placement.territory, placement.owner)
        room[key] = room.get(key, 0) + needed * placement.count
    for (territory, owner), needed in room.items():
        if needed > 0:
            raise DefinitionError(f"setup.{owner}.{territory}: no room on transports for all units")


def plain_setup(placements: Sequence[Placement]) -> tuple[Sound, tuple[Placement, ...]]:
    """The usual units by owner, area and type, and the others."""
    sound: Sound = {}
    for entry in placements:
        if is_usual(entry):
            areas = sound.setdefault(entry.owner, {})
            areas.setdefault(entry.territory, {})[entry.type] = entry.count
    return sound, tuple(entry for entry in placements if not is_usual(entry))
