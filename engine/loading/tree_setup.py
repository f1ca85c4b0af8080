"""Canals and the set-up out of a plain tree (end matter 3 of the checklist)."""

from collections.abc import Mapping, Sequence

from engine.core.board import Board
from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL, NationName, TerritoryName, UnitTypeName
from engine.gamedef.areas import Canal
from engine.gamedef.setup import Placement
from engine.gamedef.unit_types import UnitType
from engine.loading import limits
from engine.loading.fields import Node, names_of


def read_canals(node: Node, board: Board, types: Sequence[UnitTypeName]) -> tuple[Canal, ...]:
    """Borders that the owners of land may close (B19, B20)."""
    canals: dict[tuple[str, ...], Canal] = {}
    lands = {name: True for name, is_sea in board.is_sea.items() if not is_sea}
    for item in node.items(limits.MAX_CANALS):
        entry = item.table(("name", "zones", "lands"), ("free_types", "closed_in_combat"))
        name = entry["name"].name()
        zones = names_of(entry["zones"], 2, board.is_sea, "an area of this scenario")
        if len(zones) != 2 or not board.is_border(zones[0], zones[1]):
            raise entry["zones"].error("two areas that touch are wanted")
        if board.is_sea[zones[0]] != board.is_sea[zones[1]]:
            raise entry["zones"].error("two sea zones or two land areas are wanted")
        pair = (min(zones), max(zones))
        if (*pair, name) in canals:
            raise item.error(f"there is already a canal {name} between {pair[0]} and {pair[1]}")
        closed = "closed_in_combat" in entry and entry["closed_in_combat"].flag()
        free = Node([], "") if "free_types" not in entry else entry["free_types"]
        beside = names_of(entry["lands"], limits.MAX_AREAS, lands, "a land area")
        if not beside and not closed:
            raise entry["lands"].error("at least one land area is wanted")
        canals[*pair, name] = Canal(
            name=name,
            zones=pair,
            lands=tuple(sorted(beside)),
            free_types=names_of(free, limits.MAX_UNIT_TYPES, types, "a unit type"),
            closed_in_combat=closed,
        )
    return tuple(canals.values())


def read_placements(
    setup: Node,
    damaged: Node,
    board: Board,
    types: Mapping[UnitTypeName, UnitType],
    nations: Sequence[NationName],
) -> tuple[Placement, ...]:
    """The units at the start; hit and damaged ones stand in a list of their own."""
    owners = (*nations, NEUTRAL)
    found: list[Placement] = []
    for owner, areas in setup.named(len(owners)).items():
        if owner not in owners:
            raise areas.error("there is no nation of this name")
        for area, units in areas.named(limits.MAX_AREAS).items():
            if area not in board.is_sea:
                raise units.error("there is no area of this name")
            for unit, count in units.named(limits.MAX_UNIT_TYPES).items():
                if unit not in types:
                    raise count.error("there is no unit type of this name")
                number = count.whole(1, limits.MAX_COUNT)
                found.append(Placement(area, owner, unit, number))
    found.extend(_damaged(damaged, board, types, owners))
    if sum(placement.count for placement in found) > limits.MAX_UNITS:
        raise setup.error(f"more than {limits.MAX_UNITS} units")
    check_stands(found, board, types)
    return tuple(found)


def _damaged(
    node: Node,
    board: Board,
    types: Mapping[UnitTypeName, UnitType],
    owners: Sequence[NationName],
) -> list[Placement]:
    found: list[Placement] = []
    for item in node.items(limits.MAX_DAMAGED):
        entry = item.table(("area", "owner", "unit", "count"), ("hits", "damage"))
        unit = entry["unit"].choice(types.keys(), "a unit type")
        most = types[unit].hit_points - 1
        hits = entry["hits"].whole(0, most) if "hits" in entry else 0
        damage = entry["damage"].whole(0, limits.MAX_NUMBER) if "damage" in entry else 0
        if not hits and not damage:
            raise item.error("hits or damage are wanted; sound units belong into the set-up")
        found.append(
            Placement(
                territory=entry["area"].choice(board.is_sea.keys(), "an area of this scenario"),
                owner=entry["owner"].choice(owners, "a nation"),
                type=unit,
                count=entry["count"].whole(1, limits.MAX_COUNT),
                hits=hits,
                damage=damage,
            )
        )
    return found


def check_stands(
    placements: Sequence[Placement], board: Board, types: Mapping[UnitTypeName, UnitType]
) -> None:
    """Land units at sea find room on transports of their owner.

    A ship may stand on land, where it cannot leave and defends nothing.

    Raises DefinitionError.
    """
    room: dict[tuple[TerritoryName, NationName], int] = {}
    for placement in placements:
        unit = types[placement.type]
        at_sea = board.is_sea[placement.territory]
        if not at_sea or unit.is_air:
            continue
        if unit.is_land and not unit.transport_cost:
            place = f"setup.{placement.owner}.{placement.territory}"
            raise DefinitionError(f"{place}: {placement.type} cannot be at sea")
        needed = unit.transport_cost if unit.is_land else -unit.transport_capacity
        key = (placement.territory, placement.owner)
        room[key] = room.get(key, 0) + needed * placement.count
    for (territory, owner), needed in room.items():
        if needed > 0:
            raise DefinitionError(f"setup.{owner}.{territory}: no room on transports for all units")
