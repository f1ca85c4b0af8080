"""The part of a move that is legal: units that can go, without those that cannot.

The engine refuses an order as a whole; a program that uses it may offer the legal part, with the
reasons why the other units stay (B156).
"""

from engine.core.errors import Illegal
from engine.core.ids import NOBODY, NationName, UnitId, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.movement.check import check_move, check_path
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.passage import check_unit
from engine.rules.movement.selection import chosen
from engine.values import replace


def legal_part(state: State, move: Move) -> tuple[Move | None, tuple[Illegal, ...]]:
    """A move for those of its units that can go, and the reasons against the others.

    The move itself and () when all can go; None when none can, when units are named that are not
    there, or when units that could go alone cannot go together.
    """
    reasons = check_move(state, move)
    if not reasons:
        return move, ()
    mover = mover_of(state)
    if check_path(mover, move.path) or any(pick.type not in mover.kinds for pick in move.picks):
        return None, reasons
    named = chosen(mover, move)
    able = [unit for unit in named if _can_go(mover, unit, move)]
    if not able or len(named) != sum(pick.count for pick in move.picks):
        return None, reasons
    going = {unit.id for unit in able}
    aboard = tuple(pair for pair in move.aboard if pair[0] in going)
    part = replace(move, picks=_picks(mover, able), aboard=aboard)
    return (None if check_move(state, part) else part), reasons


def _can_go(mover: Mover, unit: Unit, move: Move) -> bool:
    return not check_unit(mover, unit, move.path, raid=move.raid)


def _picks(mover: Mover, units: list[Unit]) -> tuple[Pick, ...]:
    groups: dict[tuple[UnitTypeName, NationName], list[UnitId]] = {}
    for unit in units:
        owner = NOBODY if unit.owner == mover.nation else unit.owner
        groups.setdefault((unit.type, owner), []).append(unit.id)
    return tuple(
        Pick(len(keys), kind, owner, tuple(sorted(keys))) for (kind, owner), keys in groups.items()
    )
