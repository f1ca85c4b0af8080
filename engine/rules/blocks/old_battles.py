"""Which battles were under way before the turn began.

Rule: Triumph & Tragedy 2nd edition, T5; rule book 12.1 and 15.2 (T193, T210).  Where units of both
sides stood when the turn began there is an old battle, unless war was declared on all of the
enemies there in this turn.
"""

from engine.core.ids import NEUTRAL, NationName, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.blocks.areas import country_of, enemies_in, own_in, position_of


def is_old_battle(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether units of both sides were there, at war, when the turn began (T5, T193, T210)."""
    moves = position_of(state).turn.moves
    stood = any(unit.id not in moves for unit in own_in(state, nation, place)) or any(
        move.is_disengaging and move.start == place for move in moves.values()
    )
    return stood and any(not _is_new(state, enemy) for enemy in enemies_in(state, nation, place))


def _is_new(state: State, enemy: Unit) -> bool:
    """Whether it has become an enemy in this turn."""
    turn = position_of(state).turn
    if enemy.owner == NEUTRAL:
        return country_of(state, enemy.territory) in turn.invaded
    return enemy.owner in turn.declared
