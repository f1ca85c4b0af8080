"""Aircraft that have nowhere to land when movement is over are lost.

On land an aircraft must be where its side has been in control since the beginning of the turn.
In a sea zone the carriers of the nation and its allies take as many as they have room for, those
with the lowest identity first, after the aircraft of allies.  Aircraft of allies are also lost
where the carriers that brought them have left them behind.

Rule: rule book, Combat movement (B145), Non-combat movement (B211, B212, B222).
Options (kamikaze_airplanes does not matter here): land_fighters_on_new_carriers,
  lhtr_carrier_production.
"""

from collections.abc import Iterator

from engine.core.events.movement import AircraftLost
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.frame import Events
from engine.rules.movement.landing import bought_decks, is_landing_place, waiting_zones
from engine.rules.movement.mover import Mover, mover_of
from engine.values import replace


def resolve_stranded(state: State, *, carriers_to_come: bool = False) -> Events:
    """Losses of the nation on turn, territory by territory in the order of the board.

    carriers_to_come: carriers that are bought and not yet placed may still take fighters that
    wait beside a factory (before placement); without it only carriers on the board count.
    """
    mover = mover_of(state)
    waiting = waiting_zones(mover) if carriers_to_come else ()
    decks = list(bought_decks(mover))
    events: list[AircraftLost] = []
    with_aircraft = {unit.territory for unit in state.units.values() if mover.kind(unit).is_air}
    for place in state.definition.board.is_sea:
        if place not in with_aircraft:
            continue
        events.extend(_left_alone(mover, place))
        flying = [
            unit
            for unit in state.units_in(place)
            if unit.owner == mover.nation and mover.kind(unit).is_air
        ]
        if not flying:
            continue
        homeless = _homeless(mover, place, flying)
        if homeless and place in waiting:
            homeless = _after_waiting(mover, homeless, decks)
        if homeless:
            reason = f"no place to land in {place}"
            keys = tuple(unit.id for unit in homeless)
            events.append(AircraftLost(mover.nation, keys, place, reason))
    return tuple(events)


def _left_alone(mover: Mover, place: TerritoryName) -> Iterator[AircraftLost]:
    """Aircraft of allies over the sea that have no room on any carrier."""
    if not mover.is_sea[place]:
        return
    friends = [unit for unit in mover.state.units_in(place) if unit.owner in mover.friends]
    room = sum(mover.kind(unit).carrier_capacity for unit in friends)
    for unit in friends:
        kind = mover.kind(unit)
        if not kind.is_air or unit.owner == mover.nation:
            continue
        if 0 < kind.carrier_cost <= room:
            room -= kind.carrier_cost
        elif not _waits_for_own_carrier(mover, unit):
            reason = f"no place to land in {place}"
            yield AircraftLost(unit.owner, (unit.id,), place, reason)


def _waits_for_own_carrier(mover: Mover, unit: Unit) -> bool:
    """Whether the owner of an aircraft still has to place a carrier that may take it (B222).

    Two nations may take their turns together, so that one places after the other has moved.
    """
    theirs = replace(mover, nation=unit.owner)
    return bool(bought_decks(theirs)) and unit.territory in waiting_zones(theirs)


def _homeless(mover: Mover, place: TerritoryName, flying: list[Unit]) -> list[Unit]:
    if not mover.is_sea[place]:
        return [] if is_landing_place(mover, place) else flying
    room = _room_at_sea(mover, place)
    left: list[Unit] = []
    for unit in flying:
        cost = mover.kind(unit).carrier_cost
        if 0 < cost <= room:
            room -= cost
        else:
            left.append(unit)
    return left


def _room_at_sea(mover: Mover, place: TerritoryName) -> int:
    """Room on friendly carriers, less the aircraft of allies that are there."""
    room = 0
    for unit in mover.state.units_in(place):
        if unit.owner not in mover.friends:
            continue
        kind = mover.kind(unit)
        room += kind.carrier_capacity
        if kind.is_air and unit.owner != mover.nation:
            room -= kind.carrier_cost
    return room


def _after_waiting(mover: Mover, homeless: list[Unit], decks: list[int]) -> list[Unit]:
    """Aircraft for which no bought carrier has room; `decks` keeps the room that is left.

    Where a carrier will be placed is not known yet, so aircraft in other zones may count on it too.
    """
    left: list[Unit] = []
    for unit in homeless:
        cost = mover.kind(unit).carrier_cost
        deck = next((place for place, room in enumerate(decks) if 0 < cost <= room), None)
        if deck is None:
            left.append(unit)
        else:
            decks[deck] -= cost
    return left
