"""Aircraft that have nowhere to land when movement is over are lost.

On land an aircraft must be where its side has been in control since the beginning of the turn.
In a sea zone the carriers of the nation and its allies take as many as they have room for, those
with the lowest identity first, after the aircraft of allies.  The same holds for aircraft of all
other nations, such as those whose carriers have sailed away or were sunk.  While a carrier that has
been bought is still to be placed, all aircraft in zones beside factories of the side are spared:
what it does not take aboard is lost after placement.

Rule: rule book, Combat movement (B145), Non-combat movement (B211, B212, B222).
Options (kamikaze_airplanes does not matter here): land_fighters_on_new_carriers,
  lhtr_carrier_production.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.core.events.movement import AircraftLost
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.damage import deck_of
from engine.rules.common.frame import Events
from engine.rules.movement.air import is_landing_place
from engine.rules.movement.carrier_room import bought_decks
from engine.rules.movement.mover import Mover, mover_for, mover_of


def resolve_stranded(state: State, *, carriers_to_come: bool = False) -> Events:
    """Losses of the nation on turn, then of all others, in the order of the board for each.

    carriers_to_come: whether carriers that are bought are still to be placed, so that aircraft
    may wait for them beside a factory; without it only carriers of nations that place later count.
    """
    mover = mover_of(state)
    bought = carriers_to_come and bool(bought_decks(mover))
    events: list[AircraftLost] = []
    bases = _bases(state)
    taken = frozenset[TerritoryName]().union(*bases.values())
    order = [place for place in state.definition.board.is_sea if place in taken]
    gone: set[UnitId] = set()
    names = (nation.name for nation in state.definition.politics.nations)
    others = (name for name in names if name in bases and name != state.nation)
    for nation in (state.nation, *others):
        theirs = mover if nation == state.nation else mover_for(state, nation)
        waits = bought or (nation != state.nation and bool(bought_decks(theirs)))
        spared = _spared_zones(theirs) if waits else frozenset()
        own = bases.get(nation, set()) - spared
        for place in (place for place in order if place in own):
            for event in _homeless(theirs, place, gone):
                gone.update(event.units)
                events.append(event)
    return tuple(events)


def _bases(state: State) -> Mapping[NationName, set[TerritoryName]]:
    """Where each nation has aircraft."""
    flying = {name for name, kind in state.definition.unit_types.items() if kind.is_air}
    bases: dict[NationName, set[TerritoryName]] = {}
    for unit in state.units.values():
        if unit.type in flying:
            bases.setdefault(unit.owner, set()).add(unit.territory)
    return bases


def _spared_zones(mover: Mover) -> frozenset[TerritoryName]:
    """Zones beside factories of a side that has still to place a carrier (B222).

    Where it will be placed is not known yet, nor which aircraft it will take.
    """
    options, board = mover.options, mover.state.definition.board
    may_wait = options.land_fighters_on_new_carriers or options.lhtr_carrier_production
    if not may_wait:
        return frozenset()
    return frozenset(
        zone
        for unit in mover.state.units.values()
        if unit.owner in mover.friends and mover.kind(unit).production.is_producer
        for zone in board.neighbours(unit.territory)
        if mover.is_sea[zone]
    )


def _homeless(
    mover: Mover, place: TerritoryName, gone: Collection[UnitId]
) -> Iterator[AircraftLost]:
    """Aircraft of a side where those of one of its nations cannot all land; gone: lost before."""
    on_land = not mover.is_sea[place]
    if on_land and is_landing_place(mover, place):
        return
    side = [
        unit
        for unit in mover.state.units_in(place)
        if unit.owner in mover.friends and unit.id not in gone
    ]
    flying = [unit for unit in side if mover.kind(unit).is_air]
    if not any(unit.owner == mover.nation for unit in flying):
        return
    if on_land:
        yield from _lost(place, flying)
        return
    room = sum(deck_of(mover.state, unit) for unit in side)
    left: list[Unit] = []
    for unit in sorted(flying, key=lambda unit: unit.owner == mover.nation):
        cost = mover.kind(unit).decks.carrier_cost
        if 0 < cost <= room:
            room -= cost
        else:
            left.append(unit)
    yield from _lost(place, left)


def _lost(place: TerritoryName, units: Iterable[Unit]) -> Iterator[AircraftLost]:
    by_owner: dict[NationName, list[UnitId]] = {}
    for unit in units:
        by_owner.setdefault(unit.owner, []).append(unit.id)
    for owner, keys in by_owner.items():
        yield AircraftLost(owner, tuple(sorted(keys)), place, f"no place to land in {place}")
