"""Landings wait for the sea battle in the zone they come from.

Rule: rule book, Amphibious combat (B181, B203, B204).  The sea battle must be won and the
transports must survive it; if it is not won, the troops are still aboard.
Classic: C43.
Options: abandoned_landing_frees_ships, landings_wait_for_all_ships, ignore_submarines_in_movement,
  ignore_transports_in_movement.
"""

from engine.core.agenda import PendingBattle
from engine.core.event_log import EventLog
from engine.core.events.battle import LandingAbandoned
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.battle_step import BATTLE
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_empty_battles
from engine.rules.common.relations import (
    enemies_in,
    is_enemy,
    is_passed_by,
    is_sea,
    owner_of,
    type_of,
)


def zones_of(state: State, battle: PendingBattle) -> tuple[TerritoryName, ...]:
    """Sea zones from which living troops of a battle have landed, sorted."""
    return tuple(sorted({zone for unit, _, zone in battle.landings if unit in state.units}))


def blocking_zones(state: State, battle: PendingBattle) -> tuple[TerritoryName, ...]:
    """Sea zones in which a battle has to be fought before this one, sorted."""
    return tuple(
        zone for zone in waiting_zones(state, battle) if not is_fought_at_will(state, zone)
    )


def waiting_zones(state: State, battle: PendingBattle) -> tuple[TerritoryName, ...]:
    """Sea zones in which a battle is fought before this one if at all, sorted.

    By option none of those that no ship has moved into (see landings_wait_for_all_ships); but
    troops that have taken the land by then depend on their ships all the same.
    """
    every = state.definition.options.landings_wait_for_all_ships
    every = every or not is_enemy(state, state.nation, owner_of(state, battle.territory))
    open_battles = {
        other.territory
        for other in state.battles
        if other.kind == BATTLE and (every or other.origins or _is_by_scramble(state, other))
    }
    return tuple(zone for zone in zones_of(state, battle) if zone in open_battles)


def is_fought_at_will(state: State, zone: TerritoryName) -> bool:
    """Whether the attacker may leave all enemies in a sea zone alone (B146).

    They must be ships that stop nobody; a transport with units aboard may not be left alone.  Where
    transports stop nobody, submarines may be left alone even if these stop ships.
    """
    there = tuple(enemies_in(state, state.nation, zone))
    return is_sea(state, zone) and bool(there) and all(_is_left_alone(state, u) for u in there)


def _is_left_alone(state: State, unit: Unit) -> bool:
    kind, options = type_of(state, unit), state.definition.options
    if kind.undersea.is_submarine and options.ignore_transports_in_movement:
        return True
    return is_passed_by(kind, options)


def resolve_abandoned_landings(state: State, zone: TerritoryName, cause: str) -> Events:
    """Troops whose landing is called off are back aboard their transports in a sea zone.

    So they are where others have taken the land by then.  Those whose ship has submerged stay
    ashore: it has left the battle and not the zone.
    """
    log = EventLog(state)
    frees_ships = state.definition.options.abandoned_landing_frees_ships
    for battle in state.battles:
        pairs = tuple(
            (unit, transport)
            for unit, transport, place in battle.landings
            if place == zone and unit in state.units and _has_surfaced(state, transport)
        )
        if pairs:
            log.add(LandingAbandoned(battle.territory, pairs, cause, frees_ships))
    log.extend(resolve_empty_battles(log.state))
    return log.events


def _has_surfaced(state: State, ship: UnitId) -> bool:
    return ship in state.units and not state.units[ship].submerged


def _is_by_scramble(state: State, battle: PendingBattle) -> bool:
    there = enemies_in(state, state.nation, battle.territory)
    return any(unit.base for unit in there)
