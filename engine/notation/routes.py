"""Filling in the way of a move that names only some of its territories.

Players write ``move 1 fighter: Moscow > Finland``; the log holds the whole path, so that nobody
has to guess later which way it went.
"""

from collections.abc import Callable

from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.blocks.movement import with_block_route
from engine.rules.movement.route import path_for
from engine.values import replace


def with_route(state: State, move: Move) -> Move:
    """The move with a way through every gap of its path (B178).

    A gap is two territories that follow each other and do not touch.  Where there is no way at
    all, the gap stays and `engine.check` says why the move is refused.
    """
    if state.definition.blocks is not None:
        return with_block_route(state, move)
    board = state.definition.board
    known = all(pick.type in state.definition.unit_types for pick in move.picks)
    if not known or any(name not in board.is_sea for name in move.path):
        return move
    if len(move.path) == 2 and not board.is_border(*move.path):
        found = path_for(state, move.picks, move.path[0], move.path[1])
        return move if found is None else replace(move, path=found)
    path = [move.path[0]]
    for start, goal in zip(move.path, move.path[1:], strict=False):
        part: tuple[TerritoryName, ...] = (start, goal)
        if start != goal and not board.is_border(start, goal):
            part = board.shortest_path(start, goal, _may_pass(state, move)) or part
        path.extend(part[1:])
    return replace(move, path=tuple(path))


def _may_pass(state: State, move: Move) -> Callable[[TerritoryName], bool]:
    """Whether units of this kind could go through a territory, whoever holds it."""
    definition = state.definition
    kinds = [definition.unit_types[pick.type] for pick in move.picks]
    flies = bool(kinds) and all(kind.is_air for kind in kinds)
    sails = any(kind.is_sea for kind in kinds)

    def may_pass(name: TerritoryName) -> bool:
        territory = definition.board.territories[name]
        return not territory.is_impassable and (flies or territory.is_sea == sails)

    return may_pass
