"""Where units may retreat to.

Rule: rule book, Battle (B194).
Options: ignore_submarines_in_movement, ignore_transports_in_movement.
"""

from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.battle_step import battle_of
from engine.rules.common.relations import enemies_in, is_enemy_land, is_passed_by, is_sea, type_of


def is_open_retreat(state: State, territory: TerritoryName) -> bool:
    """Whether units may retreat to a territory that some of them came from.

    Infrastructure of enemies does not prevent it, nor do, at sea, enemies that stop no ships,
    unless own ships are there that could fight them.  A zone that belongs to an enemy is closed as
    enemy land is (B24), and so is one that was taken in this turn.
    """
    nation = battle_of(state).attacker
    if is_enemy_land(state, nation, territory):
        return False
    if any(_closes(state, unit) for unit in enemies_in(state, nation, territory)):
        return False
    if not is_sea(state, territory):
        return True
    turn = state.turn
    return territory not in {*turn.fought, *turn.conquered}


def _closes(state: State, unit: Unit) -> bool:
    """Whether an enemy unit closes the way back to where it is."""
    kind = type_of(state, unit)
    if unit.submerged or unit.carried_by is not None or kind.is_infrastructure:
        return False
    return not is_passed_by(kind, state.definition.options)
