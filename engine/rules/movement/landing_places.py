"""Where the aircraft of a move could land after it, for a player who is still thinking.

Rule: rule book, Combat movement (B143, B144).  Classic: C79.
Options: carrier_moves_declared.
"""

from collections.abc import Mapping, Sequence

from engine.core.ids import TerritoryName, UnitId
from engine.core.memo import remembered
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.movement.landing import Flight, Landings, flight_of
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.passage import AIR, SEA, manner_of
from engine.rules.movement.selection import chosen
from engine.rules.movement.theatres import theatre_after
from engine.rules.movement.way_cost import way_cost
from engine.values import dataclass

Path = tuple[TerritoryName, ...]


@dataclass(frozen=True, slots=True)
class LandingPlace:
    """A place where aircraft of a move could land, and how many of them at most."""

    place: TerritoryName
    count: int


def landing_places(state: State, move: Move) -> tuple[LandingPlace, ...]:
    """Where the aircraft of a move of the nation on turn could land after it, by name (B143).

    move: its path is one of the board.  Each place stands for itself: aircraft that land in one may
    leave no room in another.  () where nobody flies, and in block games.
    """
    if state.definition.blocks is not None:
        return ()
    mover = mover_of(state)
    flights, ships = flown(mover, chosen(mover, move), move.path)
    if not flights:
        return ()
    found = Landings(mover, ships).seats(flights)
    return tuple(LandingPlace(place, found[place]) for place in sorted(found))


def landing_places_from(state: State, place: TerritoryName) -> tuple[LandingPlace, ...]:
    """Where the aircraft of the nation on turn that are in a place now could land, by name."""
    if state.definition.blocks is not None:
        return ()
    mover = mover_of(state)
    there = (unit for unit in state.units_in(place) if unit.owner == mover.nation)
    flights = [flight_of(mover, unit) for unit in there if mover.kind(unit).is_air]
    found = Landings(mover).seats(flights) if flights else {}
    return tuple(LandingPlace(goal, found[goal]) for goal in sorted(found))


@remembered
def aircraft_without_landing(state: State) -> tuple[UnitId, ...]:
    """Aircraft of the nation on turn that cannot all land any more, all others landed (B144, B211).

    Where two need the only seat of a deck, it is one of them.  Carriers count wherever they can
    still go, as if none were sunk.  () in block games.
    """
    if state.definition.blocks is not None:
        return ()
    return _unable(mover_of(state), {})


@remembered
def aircraft_in_wait(state: State) -> tuple[UnitId, ...]:
    """Aircraft of the nation on turn that cannot all land unless a carrier still sails (C79).

    Only in games where carriers move in the combat move or not at all, and in that phase; those
    that cannot land at all any more are among them.
    """
    if state.definition.blocks is not None:
        return ()
    mover = mover_of(state)
    if not (mover.combat and mover.options.carrier_moves_declared):
        return ()
    own = (unit for unit in state.units_of(mover.nation) if mover.kind(unit).decks.carrier_capacity)
    return _unable(mover, {unit.id: (unit.territory, 0) for unit in own})


def _unable(mover: Mover, ships: Mapping[UnitId, tuple[TerritoryName, int]]) -> tuple[UnitId, ...]:
    own = mover.state.units_of(mover.nation)
    flights = (flight_of(mover, unit) for unit in own if mover.kind(unit).is_air)
    return Landings(mover, ships).unable(flights)


def flown(
    mover: Mover, units: Sequence[Unit], path: Path
) -> tuple[list[Flight], dict[UnitId, tuple[TerritoryName, int]]]:
    """The aircraft of a move as after it, and the carriers with their places and steps left."""
    flights: list[Flight] = []
    ships: dict[UnitId, tuple[TerritoryName, int]] = {}
    for unit in units:
        manner = manner_of(mover, unit, path)
        if manner == AIR:
            left = max(0, mover.steps_left(unit) - (len(path) - 1))
            cost, theatre = mover.kind(unit).decks.carrier_cost, theatre_after(mover, unit, path)
            flights.append(Flight(unit.id, path[-1], left, cost, theatre))
        elif manner == SEA and mover.kind(unit).decks.carrier_capacity > 0:
            stops = mover.combat and bool(mover.stoppers(path[-1]))
            left = mover.steps_left(unit) - way_cost(mover, unit.type, path)
            ships[unit.id] = (path[-1], 0 if stops else left)
    return flights, ships
