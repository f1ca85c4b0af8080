"""Defending aircraft whose carriers are gone look for a place to land after all battles.

Rule: rule book, Carriers and fighters (B177).  Nobody is asked: the defender is away.  In each
zone fought over, the carriers of the defending side keep as many aircraft as they have room for,
the most expensive first.  Every other aircraft goes to a neighbouring area: land of its owner, land
of an ally or a zone with room on a friendly carrier.  The standing orders of its owner choose among
these; where they name none of them, land of the owner comes before land of an ally before a
carrier, in alphabetical order in each case.  Without such a place it is lost.  By option the
carriers of neighbouring zones do not count (C81), or it may not move at all: then an island in the
zone that belongs to its side takes it, by another option; without one it is lost (D7).
Scrambled aircraft (scramble.py) are among them; by option they go back to their base.
Options: scrambled_return_to_base, surviving_air_may_land, surviving_air_to_carriers_beside,
homeless_air_lands_on_islands.
"""

from engine.core.event_log import EventLog
from engine.core.events.battle import AircraftLanded, UnitsDestroyed
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.battle.standing_orders import standing_landing
from engine.rules.frame import Events
from engine.rules.relations import (
    is_allied,
    is_enemy,
    is_landing_land,
    is_sea,
    owner_of,
    type_of,
)


def resolve_homeless_aircraft(state: State) -> Events:
    """Where the defenders' aircraft go when no carrier has room for them any more."""
    log = EventLog(state)
    log.extend(_resolve_returns(state))
    # Aircraft that scrambled and met nobody have to land as well.
    helped = (unit.territory for unit in log.state.units.values() if unit.base)
    for zone in dict.fromkeys((*state.turn.fought, *helped)):
        if is_sea(state, zone):
            for unit in _homeless(log.state, zone):
                log.extend(_resolve_landing(log.state, unit))
    return log.events


def _resolve_returns(state: State) -> Events:
    """By option, scrambled aircraft go back to their base while it is friendly."""
    if not state.definition.options.scrambled_return_to_base:
        return ()
    return tuple(
        AircraftLanded((unit.id,), unit.territory, unit.base)
        for unit in state.units.values()
        if unit.base and unit.base != unit.territory
        if is_landing_land(state, unit.owner, unit.base)
    )


def _homeless(state: State, zone: TerritoryName) -> tuple[UnitId, ...]:
    """Enemy aircraft over a zone without a deck, in order of identity."""
    aircraft = [
        unit
        for unit in state.units_in(zone)
        if type_of(state, unit).is_air and is_enemy(state, state.nation, unit.owner)
    ]
    prices = state.definition.economy.prices
    aircraft.sort(key=lambda unit: (-prices.get(unit.type, 0), unit.id))
    room = deck_room(state, zone, aircraft)
    homeless: list[UnitId] = []
    for unit in aircraft:
        cost = type_of(state, unit).carrier_cost
        if 0 < cost <= room:
            room -= cost
        else:
            homeless.append(unit.id)
    return tuple(sorted(homeless))


def deck_room(state: State, zone: TerritoryName, aircraft: list[Unit]) -> int:
    """Room on the carriers of a zone that are friendly to the owners of some aircraft."""
    owners = {unit.owner for unit in aircraft}
    return sum(
        type_of(state, ship).carrier_capacity
        for ship in state.units_in(zone)
        if any(is_allied(state, ship.owner, owner) for owner in owners)
    )


def _resolve_landing(state: State, key: UnitId) -> Events:
    unit = state.units[key]
    options = state.definition.options
    goals: tuple[TerritoryName, ...] = ()
    if options.surviving_air_may_land:
        goals = _goals(state, unit)
    elif options.homeless_air_lands_on_islands:
        goals = _islands(state, unit)
    if not goals:
        return (UnitsDestroyed(unit.territory, (key,), "stranded"),)
    told = standing_landing(state, unit.owner, unit.territory, goals)
    to, use = told if told is not None else ("", None)
    return (AircraftLanded((key,), unit.territory, to or goals[0], use),)


def _goals(state: State, unit: Unit) -> tuple[TerritoryName, ...]:
    """The places for a homeless aircraft, the default first."""
    near = state.definition.board.neighbours(unit.territory)
    beside = state.definition.options.surviving_air_to_carriers_beside
    choices = (
        [p for p in near if owner_of(state, p) == unit.owner and not is_sea(state, p)],
        [place for place in near if is_landing_land(state, unit.owner, place)],
        [
            place
            for place in near
            if beside and is_sea(state, place) and _has_deck(state, unit, place)
        ],
    )
    return tuple(dict.fromkeys(place for places in choices for place in places))


def _islands(state: State, unit: Unit) -> tuple[TerritoryName, ...]:
    """Friendly land in the zone that touches nothing else."""
    board = state.definition.board
    return tuple(
        place
        for place in board.neighbours(unit.territory)
        if is_landing_land(state, unit.owner, place)
        and tuple(board.neighbours(place)) == (unit.territory,)
    )


def _has_deck(state: State, unit: Unit, zone: TerritoryName) -> bool:
    """Whether a carrier in a zone has room for one more aircraft of this kind."""
    cost = type_of(state, unit).carrier_cost
    aboard = [
        other
        for other in state.units_in(zone)
        if type_of(state, other).is_air and is_allied(state, other.owner, unit.owner)
    ]
    used = sum(type_of(state, other).carrier_cost for other in aboard)
    return 0 < cost <= deck_room(state, zone, [unit]) - used
