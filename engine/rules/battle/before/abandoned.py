"""Land and sea zones that their defenders have left to enemies who shared them.

Where battles end undecided, units of both sides may stay in one area, and it keeps its owner. By
option the enemies take it once nobody is left there who holds it: at the beginning of the battles
of whoever has left. Infrastructure alone takes nothing. Aircraft of allies do not hold an area. A
sea zone is taken by ships that take zones, and if it is a prize, even when it belongs to nobody
(B24).

Rule: property of TripleA's maps, as the recorded games show it.
Options: abandoned_land_is_taken.
"""

from engine.core.event_log import EventLog
from engine.core.ids import NEUTRAL, NationName, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.battle.before.pending_battles import can_conquer, can_fight, most_of
from engine.rules.common.capture import is_prize, resolve_capture
from engine.rules.common.frame import Events
from engine.rules.common.relations import enemies_in, is_allied, is_enemy, owner_of, type_of


def resolve_abandoned_land(state: State) -> Events:
    """Enemies of the nation on turn take land in which nobody fights them any more."""
    if not state.definition.options.abandoned_land_is_taken:
        return ()
    log = EventLog(state)
    for place in dict.fromkeys(unit.territory for unit in state.units.values()):
        if (by := _taker(state, place)) is not None:
            prize = is_prize(state, place)
            log.extend(resolve_capture(log.state, place, by, is_prize=prize))
    return log.events


def _taker(state: State, place: TerritoryName) -> NationName | None:
    """The enemy with most units in an area that is left to them, None where it is not."""
    owner = owner_of(state, place)
    if owner == NEUTRAL or (owner == "" and not is_prize(state, place)):
        return None
    enemies = tuple(enemies_in(state, state.nation, place))
    if not any(
        can_conquer(state, unit) and (owner == "" or is_enemy(state, unit.owner, owner))
        for unit in enemies
    ):
        return None
    if all(type_of(state, unit).is_infrastructure for unit in enemies):
        return None
    if any(_holds(state, unit) for unit in state.units_in(place)):
        return None
    return most_of(state, enemies)


def _holds(state: State, unit: Unit) -> bool:
    """Whether a unit keeps the area where it is from the enemies of the nation on turn."""
    if not is_allied(state, unit.owner, state.nation) or not can_fight(state, unit):
        return False
    return unit.owner == state.nation or not type_of(state, unit).is_air
