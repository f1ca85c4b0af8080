"""Where aircraft can land: territories, carriers, and carriers that are still to be placed.

An aircraft may make a move only if it can still reach a place to land afterwards.  Land counts
when it has been in friendly hands since the beginning of the turn.  A carrier counts wherever it
can still go with its remaining movement, and only for as many aircraft as it has room for; so
aircraft that need a carrier are seated together, first those that are already beside one or wait
where the move ends.

Rule: rule book, Aircraft (B13, B64, B66, B83), Combat movement (B143 to B145), Non-combat (B211,
  B212, B222), G22.
By option aircraft keep to one theatre of the board, and must land there (L17).
Classic: C47 to C49.
Options: kamikaze_airplanes, neutral_flyover, aircraft_keep_to_theatre.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from engine.core.ids import NOWHERE, TerritoryName, TheatreName, UnitId
from engine.core.unit import Unit
from engine.rules.movement.air import can_fly_over, is_landing_place
from engine.rules.movement.carrier_room import Deck, carriers, new_carriers
from engine.rules.movement.mover import Mover
from engine.rules.movement.theatres import is_elsewhere, theatre_of, theatres_open_to
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Flight:
    """An aircraft at a place with steps left.

    cost: room it needs, 0 when no carrier takes it; theatre: the one it keeps to, "" for none yet.
    """

    unit: UnitId
    place: TerritoryName
    left: int
    cost: int
    theatre: TheatreName = ""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What an aircraft needs: so much room, in one of these zones.

    ties: whether it ties its carrier to a zone; home: where a carrier that takes it must be now,
      "" for anywhere.
    """

    ties: bool
    cost: int
    zones: frozenset[TerritoryName]
    home: TerritoryName = NOWHERE


class Landings:
    """Landing places of the nation on turn, worked out when they are first needed.

    ships: places and steps left of ships after the move in question, where they differ from the
      state.
    """

    def __init__(
        self, mover: Mover, ships: Mapping[UnitId, tuple[TerritoryName, int]] | None = None
    ) -> None:
        """Landing places on the board of a mover; nothing is worked out yet."""
        self._mover = mover
        self._ships = dict(ships or {})
        self._decks: tuple[Deck, ...] | None = None
        self._homeless: tuple[Flight, ...] | None = None
        self._reach: dict[tuple[TerritoryName, int, TheatreName], frozenset[TerritoryName]] = {}
        self._land_within: dict[TheatreName, dict[TerritoryName, int]] | None = None

    def unable(self, flights: Iterable[Flight]) -> tuple[UnitId, ...]:
        """The aircraft, placed as after the move, that have nowhere to land."""
        if self._mover.options.kamikaze_airplanes:
            return ()
        needy = [
            flight
            for flight in flights
            if not (self._is_one_way(flight) or self._reaches_land(flight))
        ]
        if not needy:
            return ()
        seated = self._seats_taken(needy) if any(flight.cost for flight in needy) else ()
        lost: list[UnitId] = []
        landed: tuple[_Wish, ...] = ()
        for flight in needy:
            wish = self._wish(flight, ties=True)
            if flight.cost and self._fits((*seated, *landed, wish)):
                landed = (*landed, wish)
            else:
                lost.append(flight.unit)
        return tuple(lost)

    def seats(self, flights: Sequence[Flight]) -> dict[TerritoryName, int]:
        """For each place where one of these aircraft could land, how many of them could.

        flights: placed as after the move.  Each place is looked at by itself: aircraft that land in
        one may leave no room in another.
        """
        near = Counter(land for flight in flights for land in self._lands_in_reach(flight))
        seated = self._seats_taken(flights) if any(flight.cost for flight in flights) else ()
        zones = {zone for deck in self._all_decks() for zone in deck.zones}
        for zone in sorted(zones):
            wishes: tuple[_Wish, ...] = ()
            for flight in flights:
                wish = _Wish(ties=True, cost=flight.cost, zones=frozenset({zone}))
                if not flight.cost or zone not in self._zones_in_reach(flight):
                    continue
                if not self._fits((*seated, *wishes, wish)):
                    break
                wishes = (*wishes, wish)
            if wishes:
                near[zone] = len(wishes)
        return dict(near)

    def measure_all(self) -> None:
        """Work out the way to the nearest land for the whole board in one pass.

        Quicker than one place after another when many places are needed.
        """
        theatres = {"", *theatres_open_to(self._mover, "")}
        self._land_within = {theatre: self._measured(theatre) for theatre in sorted(theatres)}

    def _measured(self, theatre: TheatreName) -> dict[TerritoryName, int]:
        """Steps to the nearest land from everywhere, for aircraft that keep to a theatre."""
        mover = self._mover
        board = mover.state.definition.board
        found = {
            place: 0
            for place in board.is_sea
            if is_landing_place(mover, place) and not is_elsewhere(mover, theatre, place)
        }
        queue = deque(found)
        while queue:
            here = queue.popleft()
            if not can_fly_over(mover, here):
                continue
            for beyond in board.neighbours(here):
                if beyond not in found and not is_elsewhere(mover, theatre, beyond):
                    found[beyond] = found[here] + 1
                    queue.append(beyond)
        return found

    def _is_one_way(self, flight: Flight) -> bool:
        """Whether it needs no place to land (map dialect: isKamikaze)."""
        unit = self._mover.state.units.get(flight.unit)
        return unit is not None and self._mover.kind(unit).mobility.flies_one_way

    def _reaches_land(self, flight: Flight) -> bool:
        theatres = theatres_open_to(self._mover, flight.theatre)
        if self._land_within is not None:
            steps = (self._land_within[name].get(flight.place) for name in theatres)
            return any(step is not None and step <= flight.left for step in steps)
        return any(self._reaches_land_in(flight, theatre) for theatre in theatres)

    def _reaches_land_in(self, flight: Flight, theatre: TheatreName) -> bool:
        mover = self._mover
        if is_landing_place(mover, flight.place):
            return True
        board = mover.state.definition.board
        seen = {flight.place}
        edge = [flight.place]
        for _ in range(flight.left):
            following: list[TerritoryName] = []
            for here in edge:
                for beyond in board.neighbours(here):
                    if beyond in seen or beyond in mover.out_of_bounds:
                        continue
                    if is_elsewhere(mover, theatre, beyond):
                        continue
                    seen.add(beyond)
                    if is_landing_place(mover, beyond):
                        return True
                    if can_fly_over(mover, beyond):
                        following.append(beyond)
            edge = following
        return False

    def _zones_in_reach(self, flight: Flight) -> frozenset[TerritoryName]:
        theatres = theatres_open_to(self._mover, flight.theatre)
        return frozenset().union(*(self._zones_in(flight, theatre) for theatre in theatres))

    def _zones_in(self, flight: Flight, theatre: TheatreName) -> frozenset[TerritoryName]:
        key = (flight.place, flight.left, theatre)
        if key not in self._reach:
            mover = self._mover

            def may_pass(place: TerritoryName) -> bool:
                return can_fly_over(mover, place) and not is_elsewhere(mover, theatre, place)

            board = mover.state.definition.board
            self._reach[key] = frozenset(
                place
                for place in board.distances(flight.place, flight.left, may_pass)
                if mover.is_sea[place] and not is_elsewhere(mover, theatre, place)
            )
        return self._reach[key]

    def _lands_in_reach(self, flight: Flight) -> frozenset[TerritoryName]:
        mover = self._mover
        found: set[TerritoryName] = set()
        for theatre in theatres_open_to(mover, flight.theatre):

            def may_pass(place: TerritoryName, theatre: TheatreName = theatre) -> bool:
                return can_fly_over(mover, place) and not is_elsewhere(mover, theatre, place)

            board = mover.state.definition.board
            found.update(
                place
                for place in board.distances(flight.place, flight.left, may_pass)
                if is_landing_place(mover, place) and not is_elsewhere(mover, theatre, place)
            )
        return frozenset(found - mover.out_of_bounds)

    def _seats_taken(self, needy: Sequence[Flight]) -> tuple[_Wish, ...]:
        """Other own aircraft that keep their seats: beside a carrier, or where the move ends.

        Aircraft beside a carrier keep a seat on it only, and those for which it has no room keep
        none; nor do those that wait elsewhere for a carrier: which of them it fetches is up to the
        player (B144).
        """
        moving = {flight.unit for flight in needy}
        ends = {flight.place for flight in needy}
        seated: tuple[_Wish, ...] = ()
        for flight in self._others():
            if flight.unit in moving:
                continue
            if flight.place in ends:
                wish = self._wish(flight)
            elif self._has_carrier(flight.place):
                wish = self._wish(flight, home=flight.place)
            else:
                continue
            if self._fits((*seated, wish)):
                seated = (*seated, wish)
        return seated

    def _wish(self, flight: Flight, *, ties: bool = False, home: TerritoryName = NOWHERE) -> _Wish:
        return _Wish(ties, flight.cost, self._zones_in_reach(flight), home)

    def _others(self) -> tuple[Flight, ...]:
        """Own aircraft over the sea that can land only on a carrier, as things stand."""
        if self._homeless is None:
            mover = self._mover
            flights = (
                flight_of(mover, unit)
                for unit in mover.state.units_of(mover.nation)
                if mover.kind(unit).decks.carrier_cost and mover.is_sea[unit.territory]
            )
            self._homeless = tuple(flight for flight in flights if not self._reaches_land(flight))
        return self._homeless

    def _has_carrier(self, zone: TerritoryName) -> bool:
        mover = self._mover
        return any(
            mover.kind(unit).decks.carrier_capacity
            and unit.owner in mover.friends
            and self._ships.get(unit.id, (zone, 0))[0] == zone
            for unit in mover.state.units_in(zone)
        )

    def _fits(self, wishes: tuple[_Wish, ...]) -> bool:
        """Whether there is a seat for every one of these aircraft."""
        wanted = sorted(wishes, key=lambda wish: (wish.ties, len(wish.zones)))
        return _seated(wanted, self._all_decks(), set())

    def _all_decks(self) -> tuple[Deck, ...]:
        if self._decks is None:
            self._decks = (*carriers(self._mover, self._ships), *new_carriers(self._mover))
        return self._decks


def flight_of(mover: Mover, unit: Unit) -> Flight:
    """An aircraft where it stands now."""
    left, cost = mover.steps_left(unit), mover.kind(unit).decks.carrier_cost
    return Flight(unit.id, unit.territory, left, cost, theatre_of(mover, unit))


def _seated(
    wanted: list[_Wish],
    decks: tuple[Deck, ...],
    failed: set[tuple[int, tuple[Deck, ...]]],
) -> bool:
    """Whether all find a seat; those on one carrier must be able to meet it in one zone.

    Aircraft whose carrier may go elsewhere do not tie it to a zone.
    """
    if not wanted:
        return True
    memory = (len(wanted), decks)
    if memory in failed:
        return False
    wish = wanted[0]
    tried: set[Deck] = set()
    for index, deck in enumerate(decks):
        meeting = deck.zones & wish.zones
        if deck.room < wish.cost or not meeting or deck in tried:
            continue
        if wish.home not in ("", deck.home):
            continue
        tried.add(deck)
        zones_left = meeting if wish.ties else deck.zones
        fuller = replace(deck, zones=zones_left, room=deck.room - wish.cost)
        if _seated(wanted[1:], (*decks[:index], fuller, *decks[index + 1 :]), failed):
            return True
    failed.add(memory)
    return False
