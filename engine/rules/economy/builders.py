"""Which factories build the units that are placed, and what else must stand where they are built.

A factory of the nation builds for its own land area and for the sea zones beside it, as many units
as it can in a turn (production.py); by a rule of the map some units are built only beside others.
Factories and constructions are built by nobody; they only need what stands beside them.

Rule: rule book, Placement (B218 to B220, B224, B227).
Options: placement_restricted.
"""

from collections.abc import Mapping

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, UnitTypeName
from engine.gamedef import State
from engine.rules.common.relations import is_sea
from engine.rules.economy.constructions import Counts, constructions_among
from engine.rules.economy.free_placement import check_room_anywhere, places_anywhere
from engine.rules.economy.production import (
    Job,
    factories_in,
    is_production_site,
    jobs_done,
    producers_for,
    production_sites,
    since_start,
    spare_room,
)


def factories_among(state: State, counts: Counts) -> int:
    """How many of the units are factories that the rules of factories are for (B94)."""
    types = state.definition.unit_types
    return sum(count for name, count in counts.items() if types[name].is_plain_factory)


def check_builders(
    state: State, place: TerritoryName, everything: Counts, producer: TerritoryName
) -> tuple[Illegal, ...]:
    """Reasons about the factories that should build units for a place.

    producer: the factory that the player names, "" for any.
    """
    fixed = constructions_among(state, everything)
    counts = {name: count for name, count in everything.items() if name not in fixed}
    wanted = sum(counts.values()) - factories_among(state, counts)
    anywhere = places_anywhere(state, state.nation, place)
    if wanted == 0:
        # Factories and constructions find no room either where there are too many units.
        is_limited = anywhere and state.definition.map_rules.of(state.nation).full_at
        return check_room_anywhere(state, place, 1) if is_limited else ()
    sites = production_sites(state, state.nation)
    near = (place,) if anywhere else producers_for(state, place, sites)
    if not near:
        return (_no_factory(state, place),)
    able = with_what_is_needed(state, near, counts)
    if not able:
        text = f"what {' or '.join(counts)} needs to be built is not in {' or '.join(near)}"
        return (Illegal("needs-units", text, "", place),)
    if producer and producer not in able:
        text = f"{producer} cannot build for {place}; possible: {', '.join(able)}"
        return (Illegal("wrong-factory", text, "B227", place),)
    by_land = state.definition.map_rules.of(state.nation).places_in_any_zone
    reasons = check_room_anywhere(state, place, wanted) if anywhere else _check_full(state, place)
    if reasons or (anywhere and not by_land):
        return reasons
    job = (producer,) if producer else able
    room = spare_room(sites, jobs_done(state, sites), job, wanted)
    if room >= wanted:
        return ()
    text = f"{wanted} units cannot be built for {place}: its factories can build {room} more"
    return (Illegal("limit-reached", text, "B224", place),)


def _check_full(state: State, place: TerritoryName) -> tuple[Illegal, ...]:
    """The reason against ships of a nation that needs no factory, where it has many units."""
    nation = state.nation
    rule = state.definition.map_rules.of(nation)
    if not rule.places_in_any_zone:
        return ()
    own = sum(unit.owner == nation for unit in state.units_in(place))
    if own < rule.full_at:
        return ()
    text = f"the {nation} have {own} units in {place} and may place only where they have"
    return (Illegal("limit-reached", f"{text} fewer than {rule.full_at}", "", place),)


def _no_factory(state: State, place: TerritoryName) -> Illegal:
    nation = state.nation
    if not is_sea(state, place):
        if place in state.turn.built and factories_in(state, nation, place):
            text = f"the factory in {place} is new and builds from the next turn on"
            return Illegal("factory-too-new", text, "B218", place)
        return Illegal("no-factory", f"the {nation} have no factory in {place}", "B219", place)
    lands = state.definition.board.neighbours(place)
    late = [name for name in lands if factories_in(state, nation, name)]
    by_land = state.definition.map_rules.of(nation).places_in_any_zone
    text = f"the {nation} have no factory beside {place}"
    if by_land:
        text = f"the {nation} have no land beside {place} that can build"
    if late and not any(is_production_site(state, nation, name) for name in late):
        text = f"the factory of {' and '.join(late)} builds from the next turn on, so none can"
        text += f" build for {place}"
    return Illegal("no-factory-beside", text, "B220", place)


def check_needs_on_the_spot(
    state: State, place: TerritoryName, counts: Counts
) -> tuple[Illegal, ...]:
    """The reason against constructions and factories that need something else beside them."""
    types = state.definition.unit_types
    factories = {name: count for name, count in counts.items() if types[name].is_plain_factory}
    fixed = {**constructions_among(state, counts), **factories}
    if with_what_is_needed(state, (place,), fixed):
        return ()
    text = f"what {' or '.join(fixed)} needs to be built is not in {place}"
    return (Illegal("needs-units", text, "", place),)


def job_for(
    state: State,
    place: TerritoryName,
    counts: Counts,
    producer: TerritoryName,
    sites: Mapping[TerritoryName, int],
) -> Job:
    """The factories that could build such a unit for a place; the rest as in `check_builders`."""
    if producer:
        return (producer,)
    if places_anywhere(state, state.nation, place):
        return (place,)
    near = producers_for(state, place, sites)
    return with_what_is_needed(state, near, counts)


def with_what_is_needed(
    state: State, near: tuple[TerritoryName, ...], counts: Counts
) -> tuple[TerritoryName, ...]:
    """The territories that hold all the units that the new ones need."""
    if not state.definition.options.placement_restricted:
        return near
    rules = [
        rule
        for rule in state.definition.map_rules.building
        if rule.needs and counts.get(rule.type, 0)
    ]
    return tuple(
        place for place in near if all(_is_met(state, place, rule.needs) for rule in rules)
    )


def _is_met(
    state: State, place: TerritoryName, needs: tuple[tuple[UnitTypeName, ...], ...]
) -> bool:
    own = {unit.type for unit in since_start(state, place)}
    return any(own.issuperset(group) for group in needs)
