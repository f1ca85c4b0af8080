"""The board: areas with their owners, borders and canals (B1, B11 to B36)."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.core.board import sorted_borders
from engine.core.errors import DefinitionError
from engine.core.ids import NOBODY, NationName, TerritoryName
from engine.gamedef.areas import Canal, Territory
from engine.gamedef.board import GameBoard
from engine.gamedef.bounds import MAX_BORDERS
from engine.gamedef.definition import Definition
from engine.loading.fields import Node
from engine.loading.record.reading import made, plain_record, read_parts
from engine.loading.record.values import Scope
from engine.loading.tree.rows import Owned, RewrittenTables

_DIGITS: Final = re.compile(r"(\d+)")


class Areas(NamedTuple):
    """All areas, and the owners of those that have one."""

    territories: Mapping[TerritoryName, Territory]
    owners: Mapping[TerritoryName, NationName]


def read_areas(land: Node, sea: Node, scope: Scope) -> Areas:
    """The areas of both tables, whose names the scope knows: none is in both."""
    territories: dict[TerritoryName, Territory] = {}
    owners: dict[TerritoryName, NationName] = {}
    for table, is_sea in ((land, False), (sea, True)):
        for key, value in table.mapping().items():
            name = TerritoryName(key)
            node = Node(value, f"{table.where}.{name}")
            try:
                facts, owned = read_parts(node, scope, Territory, Owned)
                area = made(Territory, {"name": name, "is_sea": is_sea, **facts})
                scope.check(area, node, scope)
            except DefinitionError as fault:
                scope.note(fault)
                continue
            territories[name] = area
            if owner := made(Owned, owned).owner:
                owners[name] = owner
    return Areas(territories, owners)


def read_board(areas: Areas, rest: RewrittenTables, top: Mapping[str, Node]) -> GameBoard:
    """The board; top: where its borders and canals stand, for errors."""
    territories = areas.territories
    is_sea = {area.name: area.is_sea for area in territories.values()}
    pairs: dict[tuple[TerritoryName, TerritoryName], None] = {}
    for one, beyond in rest.borders.items():
        for other in beyond:
            pair = (min(one, other), max(one, other))
            if one == other or pair in pairs:
                raise top["borders"].error(f"the border between {one} and {other} is listed twice")
            pairs[pair] = None
    if len(pairs) > MAX_BORDERS:
        raise top["borders"].error(f"no more than {MAX_BORDERS} borders are allowed")
    board = GameBoard(is_sea, sorted_borders(pairs), territories, rest.canals)
    for place, canal in enumerate(rest.canals):
        _check_canal(canal, board, Node(None, f"canals[{place}]"))
    return board


def _check_canal(canal: Canal, board: GameBoard, node: Node) -> None:
    """A canal lies between two areas that touch, beside land or closed in combat."""
    one, other = canal.zones
    if not board.is_border(one, other):
        raise node.error("its zones must be two areas that touch")
    if not canal.lands and not canal.closed_in_combat:
        raise node.error("its lands must be at least one land area")
    if canal.side and canal.side not in canal.zones:
        raise node.error("its side must be one of its zones")


def plain_areas(definition: Definition) -> dict[str, dict[str, object]]:
    """The tables of land and sea that `read_areas` reads."""
    tables: dict[str, dict[str, object]] = {"land": {}, "sea": {}}
    for name, area in definition.board.territories.items():
        owned = Owned(definition.setup.owners.get(name, NOBODY))
        tables["sea" if area.is_sea else "land"][name] = plain_record(owned) | plain_record(area)
    return tables


def plain_borders(board: GameBoard) -> dict[TerritoryName, tuple[TerritoryName, ...]]:
    """Every border once, at the area whose name comes first for people."""
    keys = {name: natural_order(name) for name in board.is_sea}
    pairs = [sorted(pair, key=keys.__getitem__) for pair in board.borders]
    found: dict[TerritoryName, tuple[TerritoryName, ...]] = {}
    for one, other in sorted(pairs, key=lambda pair: (keys[pair[0]], keys[pair[1]])):
        found[one] = (*found.get(one, ()), other)
    return found


def natural_order(name: str) -> tuple[tuple[str, int], ...]:
    """A sort key that puts SZ 2 before SZ 10."""
    parts = _DIGITS.split(name)
    return tuple(("", int(part)) if part.isdigit() else (part, 0) for part in parts)
