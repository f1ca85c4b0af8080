"""Placement: what was bought comes onto the board.

Land and air units are placed where an own factory is, ships and carrier aircraft in the sea zones
beside it, factories in any own territory; all of these must have been held since the start of the
turn.  A factory builds as many units as its territory is worth; new factories do not count and
build nothing yet.  Ships may be placed among enemies; that starts no fight.  Where a turn has
several placements, each of them is as if the others had been in earlier turns.
A map may let a nation place without factories (free_placement.py), and have units that need none
(constructions.py).

Rule: rule book, Placement (B217 to B228), Units (B93, B94).
Classic: C60, C63, C82, D18.
Options: max_factories, ships_among_enemies, unplaced_units_kept, placement_restricted,
produce_fighters_on_old_carriers, and those of production.py, carriers.py and stacking.py.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.events.economy import UnitsPlaced, UnplacedUnitsLost
from engine.core.ids import NOBODY, NOWHERE, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.place import Place
from engine.rules.common.frame import Events
from engine.rules.common.relations import enemies_in, is_sea, owner_of
from engine.rules.common.stacking import check_aa_guns, check_board, check_limits, check_terrain
from engine.rules.economy.builders import (
    check_builders,
    check_needs_on_the_spot,
    factories_among,
    job_for,
    with_what_is_needed,
)
from engine.rules.economy.carriers import may_place_on_carriers, room_for_new_aircraft
from engine.rules.economy.constructions import (
    Counts,
    check_constructions,
    constructions_among,
    count_as_factories,
)
from engine.rules.economy.consumption import check_consumption, resolve_consumption
from engine.rules.economy.free_placement import may_place_in_captured
from engine.rules.economy.production import Workshop, jobs_done, production_sites
from engine.rules.economy.purchase import added_up
from engine.rules.economy.treasuries import check_treasury, resolve_paid


def check_placement(state: State, order: Place) -> tuple[Illegal, ...]:
    """All reasons against placing units that a factory has to build."""
    reasons = check_what_and_where(state, order)
    if reasons:
        return reasons
    place = order.territory
    counts = counts_of(order)
    reasons = check_map_limits(state, place, counts)
    reasons = (*reasons, *check_treasury(state, place, counts))
    if reasons:
        return reasons
    reasons = tuple(check_consumption(state, place, counts))
    if reasons:
        return reasons
    if is_sea(state, place):
        return (
            *_check_constructions_at_sea(state, place, counts),
            *check_builders(state, place, counts, order.producer),
            *_check_zone(state, place, counts),
        )
    held = _check_held(state, place)
    if held:
        return held
    return (
        *check_factory_count(state, place, counts),
        *check_constructions(state, place, counts),
        *check_needs_on_the_spot(state, place, counts),
        *check_builders(state, place, counts, order.producer),
    )


def _check_constructions_at_sea(
    state: State, zone: TerritoryName, counts: Counts
) -> tuple[Illegal, ...]:
    """Constructions at sea need own land beside their zone, held since the turn began."""
    fixed = constructions_among(state, counts)
    if not fixed:
        return ()
    shores = tuple(_shores(state, zone))
    if not shores:
        text = f"{' or '.join(fixed)} needs own land beside {zone}"
        return (Illegal("not-own-land", text, "B219", zone),)
    reasons = tuple(check_constructions(state, zone, counts))
    if reasons or with_what_is_needed(state, (zone, *shores), fixed):
        return reasons
    text = f"what {' or '.join(fixed)} needs to be built is not in {zone} or beside it"
    return (Illegal("needs-units", text, "", zone),)


def _shores(state: State, zone: TerritoryName) -> Iterator[TerritoryName]:
    """Own land beside a zone that was not taken in this turn."""
    for place in state.definition.board.neighbours(zone):
        if not is_sea(state, place) and not _check_held(state, place):
            yield place


def check_what_and_where(state: State, order: Place) -> tuple[Illegal, ...]:
    """Reasons about form, about what is unplaced, and about land units at sea or the reverse."""
    reasons = [*_check_unplaced(state, order)]
    if order.territory not in state.definition.board.territories:
        text = f"there is no territory {order.territory!r}"
        return (*reasons, Illegal("unknown-territory", text))
    at_sea = is_sea(state, order.territory)
    for name in counts_of(order):
        kind = state.definition.unit_types.get(name)
        if kind is None:
            continue
        flies = kind.decks.carrier_cost or (kind.is_air and kind.building.construction)
        if at_sea and not kind.is_sea and not flies:
            text = f"{name} cannot be placed at sea, in {order.territory}"
            reasons.append(Illegal("not-at-sea", text, "B219", order.territory))
        if not at_sea and kind.is_sea:
            text = f"{name} cannot be placed on land, in {order.territory}"
            reasons.append(Illegal("not-on-land", text, "B220", order.territory))
    return tuple(reasons)


def check_map_limits(state: State, place: TerritoryName, counts: Counts) -> tuple[Illegal, ...]:
    """Reasons given by the map's limits on numbers and places, the same for bids."""
    reasons = [
        *check_board(state, counts),
        *_check_home(state, place),
        *check_terrain(state, place, counts),
        *check_limits(state, "placement", state.nation, place, counts),
        *check_aa_guns(state, state.nation, place, counts),
    ]
    if state.definition.options.placement_restricted:
        for rule in state.definition.map_rules.building:
            if counts.get(rule.type, 0) and place in rule.not_in:
                text = f"{rule.type} cannot be placed in {place}"
                reasons.append(Illegal("not-built-here", text, "", place))
            value = state.definition.board.territories[place].production
            if counts.get(rule.type, 0) and value < rule.least_value:
                text = f"{rule.type} is placed only in areas worth {rule.least_value} or more;"
                text += f" {place} is worth {value}"
                reasons.append(Illegal("worth-too-little", text, "", place))
            first = state.definition.original_owner(place)
            if counts.get(rule.type, 0) and rule.originals_only and first != state.nation:
                text = f"{rule.type} is placed only in areas that were {state.nation} from the"
                text += f" start; {place} was not"
                reasons.append(Illegal("not-original", text, "", place))
    return tuple(reasons)


def check_factory_count(state: State, place: TerritoryName, counts: Counts) -> tuple[Illegal, ...]:
    """Reasons against new factories in addition to those already there (B94, B218)."""
    most = state.definition.options.max_factories
    new = factories_among(state, counts)
    if new == 0 or new + count_as_factories(state, place) <= most:
        return ()
    text = (
        f"{place} can have {most} factory at most"
        if most == 1
        else (f"{place} can have {most} factories at most")
    )
    return (Illegal("too-many-factories", text, "B94", place),)


def check_carrier_room(state: State, place: TerritoryName, counts: Counts) -> tuple[Illegal, ...]:
    """Reasons against new aircraft at sea (B221, B223)."""
    types = state.definition.unit_types
    needed = sum(types[name].decks.carrier_cost * count for name, count in counts.items())
    if needed == 0:
        return ()
    old = state.definition.options.produce_fighters_on_old_carriers
    on_new = may_place_on_carriers(state)
    if not on_new and not old:
        text = f"in this game new aircraft are not placed on carriers, in {place}"
        return (Illegal("no-carrier-placement", text, "B221", place),)
    room = room_for_new_aircraft(state, place)
    if on_new:
        room += sum(types[name].decks.carrier_capacity * count for name, count in counts.items())
    if needed <= room:
        return ()
    where = "the carriers" if old else "the carriers placed in this turn"
    text = f"{where} in {place} have room for {max(0, room)} new aircraft, not for {needed}"
    return (Illegal("no-carrier-room", text, "B221" if old else "B223", place),)


def resolve_placement(state: State, order: Place) -> Events:
    """The units are on the board; the work is shared out among the factories anew."""
    nation, place = state.nation, order.territory
    counts = counts_of(order)
    types = state.definition.unit_types
    named = [name for name in types for _ in range(counts.get(name, 0))]
    new = [name for name in named if types[name].is_plain_factory]
    fixed = [name for name in named if types[name].is_construction]
    built = [name for name in named if name not in (*new, *fixed)]
    events: list[Event] = []
    if built:
        sites = production_sites(state, nation)
        job = job_for(state, place, counts, order.producer, sites)
        work = Workshop(sites, [*jobs_done(state, sites), *[job] * len(built)])
        producer = job[0] if len(job) == 1 else NOWHERE
        units = new_units(state, place, built, state.next_unit)
        events.append(UnitsPlaced(nation, place, units, producer, True, work.totals()))
    if new:
        units = new_units(state, place, new, state.next_unit + len(built))
        events.append(UnitsPlaced(nation, place, units, place, counts=False))
    if fixed:
        units = new_units(state, place, fixed, state.next_unit + len(built) + len(new))
        events.append(UnitsPlaced(nation, place, units, NOWHERE, counts=False, constructed=True))
    used = resolve_consumption(state, place, counts)
    return (*used, *events, *resolve_paid(state, place, counts))


def new_units(
    state: State, place: TerritoryName, names: list[UnitTypeName], first: int
) -> tuple[Unit, ...]:
    """Fresh units of the nation on turn with identities from `first` on."""
    types = state.definition.unit_types
    return tuple(
        Unit(
            id=first + index,
            type=name,
            owner=state.nation,
            territory=place,
            original_owner=state.nation if types[name].is_infrastructure else NOBODY,
        )
        for index, name in enumerate(names)
    )


def legal_placements(state: State) -> Iterator[Place]:
    """One unplaced unit of each type wherever it may be placed, sorted by territory."""
    nation = state.nation
    own = {name for name, owner in state.owners.items() if owner == nation}
    board = state.definition.board
    kinds = state.definition.unit_types
    hand = state.unplaced.get(nation, {})
    anywhere = any(kinds[name].is_construction and kinds[name].is_sea for name in hand)
    for site in sorted(own) if anywhere else production_sites(state, nation):
        own.update(zone for zone in board.neighbours(site) if board.is_sea[zone])
    yield from one_by_one(state, sorted(own))


def one_by_one(state: State, places: list[TerritoryName]) -> Iterator[Place]:
    """One unplaced unit of each type at each place: candidates, to be checked."""
    unplaced = state.unplaced.get(state.nation, {})
    names = [name for name in state.definition.unit_types if unplaced.get(name, 0)]
    for place in places:
        for name in names:
            yield Place((Pick(1, name),), place)


def resolve_forfeit(state: State) -> Events:
    """Units not placed are lost, or kept for the next turn (B228)."""
    unplaced = state.unplaced.get(state.nation, {})
    if not unplaced or state.definition.options.unplaced_units_kept:
        return ()
    types = state.definition.unit_types
    lost = tuple((name, unplaced[name]) for name in types if unplaced.get(name, 0))
    return (UnplacedUnitsLost(state.nation, lost),)


def counts_of(order: Place) -> dict[UnitTypeName, int]:
    """How many units of each type the order names."""
    return added_up((pick.type, pick.count) for pick in order.picks)


def _check_unplaced(state: State, order: Place) -> Iterator[Illegal]:
    nation = state.nation
    if not order.picks:
        yield Illegal("nothing-named", "name the units to be placed", "B217")
    for pick in order.picks:
        if pick.count < 1:
            text = f"{pick.count} {pick.type} cannot be placed; the number must be at least 1"
            yield Illegal("wrong-count", text, "B217")
        if pick.owner not in {"", nation} or pick.units:
            text = f"only unplaced units of the {nation} can be placed, by type and number"
            yield Illegal("not-unplaced", text, "B217")
    unplaced = state.unplaced.get(nation, {})
    for name, count in counts_of(order).items():
        if name not in state.definition.unit_types:
            yield Illegal("unknown-unit", f"there is no unit {name!r}", "B217")
        elif count > unplaced.get(name, 0):
            text = f"{count} {name} cannot be placed, {unplaced.get(name, 0)} are left to place"
            yield Illegal("not-unplaced", text, "B217", order.territory)


def _check_held(state: State, place: TerritoryName) -> tuple[Illegal, ...]:
    if owner_of(state, place) != state.nation:
        text = f"{place} does not belong to the {state.nation}"
        return (Illegal("not-own-land", text, "B219", place),)
    if place in state.turn.conquered and not may_place_in_captured(state, state.nation):
        text = f"{place} was taken in this turn; nothing can be placed there before the next one"
        return (Illegal("taken-this-turn", text, "B218", place),)
    return ()


def _check_home(state: State, place: TerritoryName) -> tuple[Illegal, ...]:
    """By a rule of the map some nations place units only in their capital."""
    home = state.definition.board.capital_of(state.nation)
    if place == home or not state.definition.map_rules.of(state.nation).places_at_home:
        return ()
    text = f"the {state.nation} place units only in {home}"
    return (Illegal("only-in-capital", text, "", place),)


def _check_zone(state: State, zone: TerritoryName, counts: Counts) -> tuple[Illegal, ...]:
    reasons = [*check_carrier_room(state, zone, counts)]
    hostile = any(True for _ in enemies_in(state, state.nation, zone))
    if hostile and not state.definition.options.ships_among_enemies:
        text = f"in this game nothing is placed in {zone} while enemies are there"
        reasons.append(Illegal("enemies-present", text, "B225", zone))
    return tuple(reasons)
