"""The table ``blocks`` of a block game: what is not said as the class holds it."""

from collections.abc import Mapping
from typing import Annotated

from engine.core.board import Board
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.blocks import MOST_BORDER_KINDS, BlockArea, BlockGame
from engine.loading.fields import Node
from engine.loading.record.reading import made, plain_record, read_parts
from engine.loading.record.values import Scope
from engine.marks import Items
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class KindsOfBorders:
    """The borders by kind: every border of the board has one."""

    borders: Annotated[
        Mapping[str, Mapping[TerritoryName, tuple[TerritoryName, ...]]], Items(MOST_BORDER_KINDS)
    ]


def read_blocks(
    node: Node,
    scope: Scope,
    board: Board,
    types: Mapping[UnitTypeName, object],
    nations: tuple[NationName, ...],
) -> BlockGame:
    """What a block game says about itself; DefinitionError for the first fault."""
    of_game, of_borders = read_parts(node, scope, BlockGame, KindsOfBorders)
    told = made(KindsOfBorders, of_borders)
    kinds = _border_kinds(told, board, Node(None, f"{node.where}.borders"))
    game = made(BlockGame, of_game | {"border_kinds": kinds})
    missing = [name for name in types if name not in game.types]
    if missing:
        raise node.error(f"units: {', '.join(missing)} missing")
    areas = {name: game.areas.get(name, BlockArea()) for name in board.is_sea}
    for name, area in areas.items():
        at_sea = board.is_sea[name]
        wrong_at_sea = at_sea and (area.country or area.is_strait)
        if wrong_at_sea or (not at_sea and (area.is_ocean or not area.country)):
            reason = "land has a country, oceans are sea and straits are land"
            raise node.error(f"areas.{name}: {reason}")
    for order in (*game.turn_orders, game.printed):
        if len(order) != len(nations):
            raise node.error("turn_orders: every nation has its place in the order")
    if len(game.emergency) != len(nations):
        raise node.error("emergency: every nation has a number")
    return replace(game, areas=areas)


def _border_kinds(
    told: KindsOfBorders, board: Board, node: Node
) -> dict[tuple[TerritoryName, TerritoryName], str]:
    kinds: dict[tuple[TerritoryName, TerritoryName], str] = {}
    for kind, table in told.borders.items():
        for one, beyond in table.items():
            for other in beyond:
                pair = (min(one, other), max(one, other))
                if pair in kinds or not board.is_border(one, other):
                    raise node.error(f"{one} and {other} do not touch, or are listed twice")
                kinds[pair] = kind
    missing = [pair for pair in board.borders if pair not in kinds]
    if missing:
        raise node.error(f"of what kind is the border between {missing[0][0]} and {missing[0][1]}?")
    return {pair: kinds[pair] for pair in board.borders}


def plain_blocks(game: BlockGame) -> dict[str, object]:
    """The table that `read_blocks` reads back as an equal value."""
    borders: dict[str, dict[TerritoryName, tuple[TerritoryName, ...]]] = {}
    for (one, other), kind in game.border_kinds.items():
        table = borders.setdefault(kind, {})
        table[one] = (*table.get(one, ()), other)
    told = {name: area for name, area in game.areas.items() if area != BlockArea()}
    return plain_record(replace(game, areas=told)) | plain_record(KindsOfBorders(borders))
