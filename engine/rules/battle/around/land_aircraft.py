"""Defending aircraft whose carriers are gone look for a place to land after all battles.

Rule: rule book, Carriers and fighters (B177).  Nobody is asked: the defender is away.  In each
zone fought over, the carriers of the defending side keep as many aircraft as they have room for,
the most expensive first.  Every other aircraft goes to a neighbouring area: land of its owner, land
of an ally or a zone with room on a friendly carrier.  The standing orders of its owner choose among
these; where they name none of them, land of the owner comes before land of an ally before a
carrier, in alphabetical order in each case.  Without such a place it is lost.  By option the
carriers of neighbouring zones do not count (C81), or it may not move at all: then an island in the
zone that belongs to its side takes it, by another option; without one it is lost (D7).  Aircraft
that belong to no nation find no land at all, as the recorded games show.

Aircraft that scrambled (scramble.py) go back to their base by option, while it is friendly.
Otherwise each goes to any such place as far away as it may scramble, or stays aboard a carrier with
room where it is; its base comes first if nobody says anything.  Land over which enemy aircraft are
is no place for it.  Without a place it stays in the air, and is lost like others (stranding.py).
Options: scrambled_return_to_base, surviving_air_may_land, surviving_air_to_carriers_beside,
homeless_air_lands_on_islands.
"""

from collections.abc import Collection

from engine.core.event_log import EventLog
from engine.core.events.battle import AircraftLanded, UnitsDestroyed
from engine.core.ids import NEUTRAL, NOWHERE, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.battle.rounds.standing_orders import standing_landing
from engine.rules.common.damage import deck_of
from engine.rules.common.frame import Events
from engine.rules.common.fuel_costs import return_bill
from engine.rules.common.relations import (
    enemies_in,
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
    units = state.units.values()
    waiting = [unit.id for unit in units if unit.base and unit.base != unit.territory]
    while waiting:
        log.extend(_resolve_return(log.state, waiting.pop(0), waiting))
    for zone in state.turn.fought:
        if is_sea(state, zone):
            for unit in _homeless(log.state, zone):
                log.extend(_resolve_landing(log.state, unit))
    return log.events


def _resolve_return(state: State, key: UnitId, waiting: list[UnitId]) -> Events:
    """Where an aircraft that scrambled goes; waiting: those that are still in the air."""
    unit = state.units[key]
    must_return = state.definition.options.scrambled_return_to_base
    if must_return and is_landing_land(state, unit.owner, unit.base):
        return (*return_bill(state, unit), AircraftLanded((key,), unit.territory, unit.base))
    reach = 1 if must_return else type_of(state, unit).scrambling.scramble_distance
    goals = _goals(state, unit, reach, waiting)
    if unit.base in goals:
        goals = (unit.base, *(place for place in goals if place != unit.base))
    told = standing_landing(state, unit.owner, unit.territory, goals)
    to, use = told if told is not None else (NOWHERE, None)
    to = to or next(iter(goals), unit.territory)
    if to == unit.territory:
        return ()
    return (*return_bill(state, unit), AircraftLanded((key,), unit.territory, to, use))


def _homeless(state: State, zone: TerritoryName) -> tuple[UnitId, ...]:
    """Enemy aircraft over a zone that did not scramble and have no deck, in order of identity.

    What nobody owns and no deck could take stays over the sea where a map has put it.
    """
    aircraft = [
        unit
        for unit in state.units_in(zone)
        if type_of(state, unit).is_air
        and is_enemy(state, state.nation, unit.owner)
        and not unit.base
        and (unit.owner != NEUTRAL or type_of(state, unit).decks.carrier_cost)
    ]
    prices = state.definition.economy.prices
    aircraft.sort(key=lambda unit: (-prices.get(unit.type, 0), unit.id))
    room = deck_room(state, zone, aircraft)
    homeless: list[UnitId] = []
    for unit in aircraft:
        cost = type_of(state, unit).decks.carrier_cost
        if 0 < cost <= room:
            room -= cost
        else:
            homeless.append(unit.id)
    return tuple(sorted(homeless))


def deck_room(state: State, zone: TerritoryName, aircraft: list[Unit]) -> int:
    """Room on the carriers of a zone that are friendly to the owners of some aircraft."""
    owners = {unit.owner for unit in aircraft}
    return sum(
        deck_of(state, ship)
        for ship in state.units_in(zone)
        if any(is_allied(state, ship.owner, owner) for owner in owners)
    )


def _resolve_landing(state: State, key: UnitId) -> Events:
    unit = state.units[key]
    options = state.definition.options
    goals: tuple[TerritoryName, ...] = ()
    if options.surviving_air_may_land:
        goals = _goals(state, unit, 1, ())
    elif options.homeless_air_lands_on_islands:
        goals = _islands(state, unit)
    if not goals:
        return (UnitsDestroyed(unit.territory, (key,), "stranded"),)
    told = standing_landing(state, unit.owner, unit.territory, goals)
    to, use = told if told is not None else (NOWHERE, None)
    return (AircraftLanded((key,), unit.territory, to or goals[0], use),)


def _goals(
    state: State, unit: Unit, reach: int, waiting: Collection[UnitId]
) -> tuple[TerritoryName, ...]:
    """The places for an aircraft within some steps, the default first.

    waiting: other aircraft that have no place yet and take up none.
    """
    here = unit.territory
    distances = state.definition.board.distances(here, reach)
    near = [place for place in sorted(distances) if place != here]
    stays = [here] if unit.base else []
    beside = near if state.definition.options.surviving_air_to_carriers_beside else []
    land = [place for place in (*near, *stays) if _is_open(state, unit, place)]
    decks = [
        place
        for place in (*stays, *beside)
        if is_sea(state, place) and _has_deck(state, unit, place, waiting)
    ]
    own = [place for place in land if owner_of(state, place) == unit.owner]
    return tuple(dict.fromkeys((*own, *land, *decks)))


def _is_open(state: State, unit: Unit, place: TerritoryName) -> bool:
    """Whether it is land where an aircraft may land: one that scrambled, beside no enemy."""
    if unit.owner == NEUTRAL or not is_landing_land(state, unit.owner, place):
        return False
    return not unit.base or not any(enemies_in(state, unit.owner, place))


def _islands(state: State, unit: Unit) -> tuple[TerritoryName, ...]:
    """Friendly land in the zone that touches nothing else."""
    board = state.definition.board
    return tuple(
        place
        for place in board.neighbours(unit.territory)
        if unit.owner != NEUTRAL
        and is_landing_land(state, unit.owner, place)
        and tuple(board.neighbours(place)) == (unit.territory,)
    )


def _has_deck(state: State, unit: Unit, zone: TerritoryName, waiting: Collection[UnitId]) -> bool:
    """Whether a carrier in a zone has room for one more aircraft of this kind."""
    cost = type_of(state, unit).decks.carrier_cost
    aboard = [
        other
        for other in state.units_in(zone)
        if type_of(state, other).is_air
        and is_allied(state, other.owner, unit.owner)
        and other.id != unit.id
        and other.id not in waiting
    ]
    used = sum(type_of(state, other).decks.carrier_cost for other in aboard)
    return 0 < cost <= deck_room(state, zone, [unit]) - used
