"""Land that its defenders have left to enemies who shared it with them.

Where battles end undecided, units of both sides may stay in one area, and it keeps its owner.  By
option the enemies take it once no unit that fights is left on the other side: at the beginning of
the battles of whoever has left.

Rule: property of TripleA's maps, as the recorded games show it.
Options: abandoned_land_is_taken.
"""

from collections import Counter

from engine.core.event_log import EventLog
from engine.core.ids import NEUTRAL, NationName, TerritoryName
from engine.gamedef import State
from engine.rules.battle.pending import can_conquer, can_fight
from engine.rules.capture import resolve_capture
from engine.rules.frame import Events
from engine.rules.relations import enemies_in, is_allied, is_enemy, is_sea, owner_of


def resolve_abandoned_land(state: State) -> Events:
    """Enemies of the nation on turn take land in which nobody fights them any more."""
    if not state.definition.options.abandoned_land_is_taken:
        return ()
    log = EventLog(state)
    for place in dict.fromkeys(unit.territory for unit in state.units.values()):
        if (by := _taker(state, place)) is not None:
            log.extend(resolve_capture(log.state, place, by))
    return log.events


def _taker(state: State, place: TerritoryName) -> NationName | None:
    """The enemy with most units in land that is left to them, None where it is not."""
    owner = owner_of(state, place)
    if is_sea(state, place) or owner in {"", NEUTRAL}:
        return None
    enemies = tuple(enemies_in(state, state.nation, place))
    if not any(can_conquer(state, unit) and is_enemy(state, unit.owner, owner) for unit in enemies):
        return None
    for unit in state.units_in(place):
        if is_allied(state, unit.owner, state.nation) and can_fight(state, unit):
            return None
    counts = Counter(unit.owner for unit in enemies)
    order = (*state.definition.politics.nation_names, *sorted(counts))
    return max(counts, key=lambda name: (counts[name], -order.index(name)))
