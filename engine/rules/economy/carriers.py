"""Room on carriers for new aircraft and for aircraft that hop aboard.

New aircraft may go on carriers placed in the same turn, up to their room.  Aircraft that were in
the sea zone before are counted on the old carriers first and need new ones only when those are
full.  An option opens the old carriers to new aircraft as well.
Existing aircraft may also be moved onto a new carrier, from the territory of a factory beside it.

Rule: rule book, Placement (B221, B222, B223).
Options: produce_fighters_on_carriers, produce_fighters_on_old_carriers,
move_fighters_to_new_carriers, lhtr_carrier_production.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events.economy import FightersBoarded
from engine.core.ids import TerritoryName, UnitId
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.common.damage import deck_of
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_allied, is_sea, type_of
from engine.rules.economy.production import is_production_site, production_sites


def may_place_on_carriers(state: State) -> bool:
    """Whether new aircraft may be placed at sea at all (B221)."""
    options = state.definition.options
    return options.produce_fighters_on_carriers or options.lhtr_carrier_production


def room_on_new_carriers(state: State, zone: TerritoryName) -> int:
    """Room for aircraft on carriers that the nation on turn placed in this turn."""
    new = {key for key, _ in state.turn.placed}
    late = new | set(state.turn.boarded)
    friends = _friends_in(state, zone)
    new_room = sum(
        type_of(state, unit).decks.carrier_capacity for unit in friends if unit.id in new
    )
    old_room = sum(deck_of(state, unit) for unit in friends if unit.id not in new)
    new_air = sum(type_of(state, unit).decks.carrier_cost for unit in friends if unit.id in late)
    old_air = sum(
        type_of(state, unit).decks.carrier_cost for unit in friends if unit.id not in late
    )
    return min(new_room - new_air - max(0, old_air - old_room), _own_room(state, zone))


def room_on_carriers(state: State, zone: TerritoryName) -> int:
    """Room for aircraft on all carriers of the side, old and new; own ones take what is new."""
    room = sum(
        deck_of(state, unit) - type_of(state, unit).decks.carrier_cost
        for unit in _friends_in(state, zone)
    )
    return min(room, _own_room(state, zone))


def _own_room(state: State, zone: TerritoryName) -> int:
    """Decks of the nation on turn that its own new aircraft have not filled (B221).

    Carriers of allies take no new aircraft.
    """
    late = {key for key, _ in state.turn.placed} | set(state.turn.boarded)
    own = [unit for unit in state.units_in(zone) if unit.owner == state.nation]
    decks = sum(deck_of(state, unit) for unit in own)
    return decks - sum(type_of(state, unit).decks.carrier_cost for unit in own if unit.id in late)


def room_for_new_aircraft(state: State, zone: TerritoryName) -> int:
    """Room in a sea zone for aircraft built in this turn."""
    if state.definition.options.produce_fighters_on_old_carriers:
        return room_on_carriers(state, zone)
    return room_on_new_carriers(state, zone)


def check_boarding(state: State, order: Move) -> tuple[Illegal, ...]:
    """All reasons against moving existing aircraft onto a new carrier (B222)."""
    known = state.definition.board.territories
    unknown = [name for name in order.path if name not in known]
    if unknown:
        return tuple(
            Illegal("unknown-territory", f"there is no territory {name!r}") for name in unknown
        )
    if len(order.path) != 2 or order.raid or order.aboard or not order.picks:
        text = "in the place phase aircraft go only one step, from a factory to a new carrier"
        return (Illegal("wrong-phase", text, "B222"),)
    origin, zone = order.path
    return (
        *_check_option(state),
        *_check_places(state, origin, zone),
        *_check_picks(state, order, origin, zone),
    )


def resolve_boarding(state: State, order: Move) -> Events:
    """The aircraft are on the carrier from now on; it costs them no movement."""
    origin, zone = order.path
    chosen: list[UnitId] = []
    for pick in order.picks:
        chosen.extend(pick.units or _choices(state, pick, origin, chosen)[: pick.count])
    return (FightersBoarded(state.nation, tuple(sorted(chosen)), origin, zone),)


def legal_boardings(state: State) -> Iterator[Move]:
    """One aircraft at a time, sorted by where it is and where it goes."""
    if _check_option(state):
        return
    types = state.definition.unit_types
    for origin in production_sites(state, state.nation):
        names = {unit.type for unit in _aircraft_at(state, origin)}
        for zone in state.definition.board.neighbours(origin):
            for name in types:
                order = Move((Pick(1, name),), (origin, zone))
                if name in names and not check_boarding(state, order):
                    yield order


def _check_option(state: State) -> tuple[Illegal, ...]:
    options = state.definition.options
    if options.move_fighters_to_new_carriers and not options.lhtr_carrier_production:
        return ()
    text = "in this game aircraft must fly to a new carrier in the non-combat move and wait there"
    return (Illegal("no-hopping", text, "B222"),)


def _check_places(state: State, origin: TerritoryName, zone: TerritoryName) -> tuple[Illegal, ...]:
    reasons: list[Illegal] = []
    if is_sea(state, origin) or not is_production_site(state, state.nation, origin):
        text = f"{origin} has no factory that the {state.nation} can use in this turn"
        reasons.append(Illegal("no-factory", text, "B222", origin))
    if not state.definition.board.is_border(origin, zone):
        text = f"{origin} and {zone} do not touch"
        reasons.append(Illegal("not-connected", text, "B222", zone))
    new = {key for key, _ in state.turn.placed}
    there = state.units_in(zone)
    if not any(unit.id in new and type_of(state, unit).decks.carrier_capacity for unit in there):
        text = f"no carrier was placed in {zone} in this turn"
        reasons.append(Illegal("no-new-carrier", text, "B222", zone))
    return tuple(reasons)


def _check_picks(
    state: State, order: Move, origin: TerritoryName, zone: TerritoryName
) -> tuple[Illegal, ...]:
    reasons: list[Illegal] = []
    needed = 0
    chosen: list[UnitId] = []
    for pick in order.picks:
        kind = state.definition.unit_types.get(pick.type)
        if kind is None:
            reasons.append(Illegal("unknown-unit", f"there is no unit {pick.type!r}"))
            continue
        if pick.owner not in {"", state.nation} or not kind.decks.carrier_cost:
            text = f"{pick.type} cannot go aboard; only your own aircraft that use carriers can"
            reasons.append(Illegal("no-carrier-aircraft", text, "B222", origin))
            continue
        free = _choices(state, pick, origin, chosen)
        wanted = pick.units or free[: pick.count]
        if pick.count < 1 or len(set(wanted)) != pick.count or not set(wanted) <= set(free):
            text = f"only {len(free)} {pick.type} of the {state.nation} can go from {origin}"
            reasons.append(Illegal("not-enough-units", text, "B222", origin))
        chosen.extend(wanted)
        needed += kind.decks.carrier_cost * max(0, pick.count)
    room = room_on_new_carriers(state, zone)
    if needed > room:
        text = f"the new carriers in {zone} have room for {max(0, room)} more, not for {needed}"
        reasons.append(Illegal("no-carrier-room", text, "B222", zone))
    return tuple(reasons)


def _choices(
    state: State, pick: Pick, origin: TerritoryName, taken: list[UnitId]
) -> tuple[UnitId, ...]:
    there = _aircraft_at(state, origin)
    return tuple(unit.id for unit in there if unit.type == pick.type and unit.id not in taken)


def _aircraft_at(state: State, origin: TerritoryName) -> Iterator[Unit]:
    for unit in state.units_in(origin):
        if unit.owner == state.nation and type_of(state, unit).decks.carrier_cost:
            yield unit


def _friends_in(state: State, zone: TerritoryName) -> list[Unit]:
    return [unit for unit in state.units_in(zone) if is_allied(state, state.nation, unit.owner)]
