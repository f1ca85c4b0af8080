"""Where units may retreat to.

Rule: rule book, Battle (B194).
Options: ignore_submarines_in_movement, ignore_transports_in_movement.
"""

from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.battle.battle_step import battle_of
from engine.rules.relations import (
    enemies_in,
    is_enemy_land,
    is_friendly_land,
    is_passed_by,
    is_sea,
    type_of,
)


def is_open_retreat(state: State, territory: TerritoryName) -> bool:
    """Whether units may retreat to a territory that some of them came from.

    At sea, enemies that stop no ships do not prevent it either, unless own ships are there that
    could fight them.  A zone that belongs to an enemy is closed as enemy land is (B24).
    """
    nation = battle_of(state).attacker
    enemies = (unit for unit in enemies_in(state, nation, territory) if not unit.submerged)
    if is_sea(state, territory):
        if any(_closes_a_zone(state, unit) for unit in enemies):
            return False
        if is_enemy_land(state, nation, territory):
            return False
        waiting = any(battle.territory == territory for battle in state.battles)
        return not waiting and territory not in state.turn.fought
    return not any(enemies) and is_friendly_land(state, nation, territory)


def _closes_a_zone(state: State, unit: Unit) -> bool:
    return unit.carried_by is None and not is_passed_by(
        type_of(state, unit), state.definition.options
    )
