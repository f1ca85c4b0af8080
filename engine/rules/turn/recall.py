"""A nation takes its units home when a theatre is won.

The scenario may let a nation do so in its first combat move after an alliance has won a theatre:
all its land units and aircraft outside the theatre of the goal are moved to the goal immediately.
Ships stay, because the goal is land.  The goal must be the nation's own; once that combat move is
over, the offer has lapsed.

Rule: linked game, Endgame Pacific (L46); its checklist settles that nothing happens while the goal
is not in the nation's hands.
Options: none; only scenarios with `recalls` have it.
"""

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.theatres import UnitsRecalled
from engine.core.events.triggers import UseCounted
from engine.core.ids import TheatreName, UnitId
from engine.gamedef import State
from engine.gamedef.victory import RecallRule
from engine.rules.common.frame import Events
from engine.rules.common.relations import owner_of, type_of
from engine.rules.common.theatres import theatre_at
from engine.rules.movement.pending_battles import leave_battles


def offer_to(state: State) -> RecallRule | None:
    """The recall that the nation on turn may make now, None when it has no such offer."""
    if state.phase.phase != "combat_move":
        return None
    for entry in state.definition.victory.recalls:
        is_mine = entry.nation == state.nation and _key(entry) not in state.used
        if is_mine and state.won.get(entry.theatre) == entry.alliance:
            return entry
    return None


def check_recall(state: State) -> tuple[Illegal, ...]:
    """All reasons against taking units home now."""
    offer = offer_to(state)
    if offer is None:
        text = f"the {state.nation} have no units to call home now"
        return (Illegal("no-recall", text, "L46"),)
    if owner_of(state, offer.goal) != state.nation:
        text = f"{offer.goal} is not in the hands of the {state.nation}, so nobody can go there"
        return (Illegal("not-own-land", text, "L46", offer.goal),)
    if not _units_abroad(state, theatre_at(state, offer.goal)):
        text = f"all land units and aircraft of the {state.nation} are already at home"
        return (Illegal("no-units", text, "L46"),)
    return ()


def resolve_recall(state: State) -> Events:
    """The units are in the goal, and the offer is used."""
    offer = offer_to(state)
    if offer is None:
        return ()
    units = _units_abroad(state, theatre_at(state, offer.goal))
    log = EventLog(state)
    log.extend(leave_battles(state, units))
    log.add(UnitsRecalled(state.nation, units, offer.goal))
    log.add(UseCounted(_key(offer)))
    return log.events


def resolve_lapse(state: State) -> Events:
    """At the end of the combat move an offer that was not taken lapses."""
    offer = offer_to(state)
    return () if offer is None else (UseCounted(_key(offer)),)


def _key(rule: RecallRule) -> str:
    return f"recall of the {rule.nation}"


def _units_abroad(state: State, home: TheatreName) -> tuple[UnitId, ...]:
    found: list[UnitId] = []
    for unit in state.units_of(state.nation):
        kind = type_of(state, unit)
        is_fixed = kind.is_sea or kind.production.is_factory or not kind.movement
        if not is_fixed and theatre_at(state, unit.territory) != home:
            found.append(unit.id)
    return tuple(found)
