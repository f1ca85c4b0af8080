"""Bids: PUs before the first round, spent and placed at once.

Land and air units may be placed wherever the nation owns the land or has a unit, and on land of
those who give it their units; ships only in sea zones where it already has a unit and no enemy is,
and carrier aircraft where carriers there have room, whatever new aircraft may do in this game.  No
factory is needed, and none limits the number.  What is not spent is kept.

Rule: rule book, Sequence of play (B99), G28.
Options: bid, max_factories.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events.economy import BidGranted, UnitsPlaced
from engine.core.ids import NOWHERE, PUS, TerritoryName
from engine.gamedef import State
from engine.orders.place import Place
from engine.rules.common.frame import Events
from engine.rules.common.relations import enemies_in, is_sea, owner_of
from engine.rules.economy.carriers import room_on_carriers
from engine.rules.economy.constructions import check_constructions
from engine.rules.economy.consumption import check_consumption, resolve_consumption
from engine.rules.economy.placement import (
    check_factory_count,
    check_map_limits,
    check_what_and_where,
    counts_of,
    new_units,
    one_by_one,
)


def bid_of(state: State) -> int:
    """The bid of the nation on turn, in PUs."""
    return state.definition.options.bid.get(state.nation, 0)


def resolve_bid(state: State) -> Events:
    """The bid is paid into the treasury; the purchase of the phase is limited to it."""
    bid = bid_of(state)
    return (BidGranted(state.nation, bid, state.amount(state.nation, PUS) + bid),)


def check_bid_placement(state: State, order: Place) -> tuple[Illegal, ...]:
    """All reasons against placing units of a bid."""
    reasons = check_what_and_where(state, order)
    if reasons:
        return reasons
    place = order.territory
    counts = counts_of(order)
    reasons = (
        *check_map_limits(state, place, counts),
        *check_consumption(state, place, counts),
    )
    if order.producer:
        text = "units of a bid are not built by a factory; leave its name out"
        reasons = (*reasons, Illegal("wrong-factory", text, "B99", place))
    if is_sea(state, place):
        return (*reasons, *_check_zone(state, order))
    if not _may_stand(state, place):
        text = f"the {state.nation} neither own {place} nor have a unit there"
        reasons = (*reasons, Illegal("not-own-land", text, "B99", place))
    return (
        *reasons,
        *check_factory_count(state, place, counts),
        *check_constructions(state, place, counts),
    )


def resolve_bid_placement(state: State, order: Place) -> Events:
    """The units are on the board."""
    counts = counts_of(order)
    names = [name for name in state.definition.unit_types for _ in range(counts.get(name, 0))]
    units = new_units(state, order.territory, names, state.next_unit)
    used = resolve_consumption(state, order.territory, counts)
    placed = UnitsPlaced(state.nation, order.territory, units, producer=NOWHERE, counts=False)
    return (*used, placed)


def legal_bid_placements(state: State) -> Iterator[Place]:
    """One unplaced unit of each type wherever it may be placed, sorted by territory."""
    places = {name for name in state.owners if not is_sea(state, name) and _may_stand(state, name)}
    places.update(unit.territory for unit in state.units_of(state.nation))
    return one_by_one(state, sorted(places))


def _may_stand(state: State, place: TerritoryName) -> bool:
    owner = owner_of(state, place)
    if owner == state.nation or any(unit.owner == state.nation for unit in state.units_in(place)):
        return True
    nations = state.definition.politics.nations
    return any(entry.name == owner and state.nation in entry.gives_to for entry in nations)


def _check_zone(state: State, order: Place) -> Iterator[Illegal]:
    nation, zone = state.nation, order.territory
    if not any(unit.owner == nation for unit in state.units_in(zone)):
        text = f"the {nation} have no unit in {zone} yet"
        yield Illegal("no-own-unit", text, "B99", zone)
    if any(True for _ in enemies_in(state, nation, zone)):
        yield Illegal("enemies-present", f"enemies are in {zone}", "B99", zone)
    types = state.definition.unit_types
    counts = counts_of(order)
    needed = sum(types[name].decks.carrier_cost * count for name, count in counts.items())
    room = room_on_carriers(state, zone)
    room += sum(types[name].decks.carrier_capacity * count for name, count in counts.items())
    if needed > max(0, room):
        text = f"the carriers in {zone} have room for {max(0, room)} aircraft, not for {needed}"
        yield Illegal("no-carrier-room", text, "B221", zone)
