"""Ships, harbours and new factories of the planning player: what sails, what is bought for it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine import Buy, Move, State, TerritoryName, UnitTypeName, building_sites, check
from engine.ai.planning.effort import HARD
from engine.ai.planning.factories import new_sites
from engine.ai.planning.flying import flight_orders
from engine.ai.planning.holding import army_orders
from engine.ai.planning.in_turn import in_turn
from engine.ai.planning.marching import OVERSEAS, march_of, prey_of
from engine.ai.planning.placing import placements
from engine.ai.planning.sailing import fleet_orders
from engine.ai.planning.shopping import purchase
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import spread
from engine.ai.survey import Survey
from tests.support.positions import Stack, big_world, classic, position

WORLD = big_world()
HOME, OPEN_SEA, FAR = "SZ 74 Sea of Japan", "SZ 87 West Pacific", "SZ 89 Pacific"


def at_sea(nation: str, phase: str, units: Iterable[Stack], **more: object) -> State:
    """Big World with these units and no other ships or aircraft at sea."""
    zones = [name for name in WORLD.board.territories if WORLD.board.is_sea[name]]
    return position(WORLD, nation, phase, cleared=zones, units=units, **more)  # type: ignore[arg-type]


def steps_to(state: State, zone: str) -> dict[TerritoryName, int]:
    survey = Survey(state)
    return spread(survey, {TerritoryName(zone): 0}, survey.is_sea)


def test_warships_hunt_a_fleet_that_they_beat() -> None:
    ships = [(OPEN_SEA, "Japanese", "battleship", 2), (FAR, "Americans", "transport", 3)]
    state = at_sea("Japanese", "noncombat_move", ships)
    (move,) = fleet_orders(state, HARD)
    steps = steps_to(state, FAR)
    assert steps[move.path[-1]] < steps[move.path[0]]


def test_warships_stay_away_from_a_fleet_that_beats_them() -> None:
    ships = [(OPEN_SEA, "Japanese", "destroyer", 1), (FAR, "Americans", "battleship", 4)]
    state = at_sea("Japanese", "noncombat_move", ships)
    ends = [move.path[-1] for move in fleet_orders(state, HARD)] or [OPEN_SEA]
    steps = steps_to(state, FAR)
    assert steps[TerritoryName(ends[-1])] > 2


def test_what_guards_no_transport_leaves_it_and_hunts() -> None:
    """Nothing can reach the transport, so no warship stays with it."""
    ships = [
        (HOME, "Japanese", "transport", 1),
        (HOME, "Japanese", "battleship", 2),
        (FAR, "Americans", "transport", 3),
    ]
    state = at_sea("Japanese", "noncombat_move", ships)
    after, _ = in_turn(state, fleet_orders(state, HARD))
    zones = {
        unit.type: unit.territory
        for unit in after.units_of("Japanese")
        if WORLD.unit_types[unit.type].is_sea
    }
    assert zones["battleship"] != zones["transport"]


def shopping_list(state: State) -> Counter[str]:
    order = purchase(state, HARD)
    assert isinstance(order, Buy)
    assert not check(state, order)
    return Counter(dict(order.units))


def test_an_island_nation_buys_transports_and_their_guards_only_where_they_are_needed() -> None:
    money = {"Americans": 60}
    quiet = shopping_list(at_sea("Americans", "purchase", (), pus=money))
    assert quiet["transport"] >= 2
    assert not quiet["destroyer"] + quiet["cruiser"] + quiet["battleship"]
    coasts = [name for name in WORLD.board.territories if WORLD.board.is_sea[name]]
    near = [
        zone
        for zone in coasts
        if any(
            any(unit.type == "factory" for unit in at_sea("Americans", "purchase", ()).units_in(x))
            and WORLD.original_owner(x) == "Americans"
            for x in WORLD.board.neighbours(zone)
        )
    ]
    beside = {other for zone in near for other in WORLD.board.neighbours(zone)}
    outer = sorted(z for z in beside if WORLD.board.is_sea[z] and z not in near)
    wolves = [(zone, "Germans", "submarine", 1) for zone in outer]
    hunted = shopping_list(at_sea("Americans", "purchase", wolves, pus=money))
    assert hunted["transport"] >= 1
    assert hunted["destroyer"] + hunted["cruiser"] + hunted["battleship"] >= 1


def test_new_ships_go_to_one_zone() -> None:
    hand = {"transport": 2, "destroyer": 1}
    state = at_sea("Japanese", "place", (), unplaced=hand)
    _, orders = in_turn(state, placements(state, HARD))
    assert len(orders) == 3
    assert len({order.territory for order in orders}) == 1


def test_what_is_dear_to_the_enemy_draws_aircraft() -> None:
    ships = [(FAR, "Americans", "carrier", 3)]
    plain, rich = (at_sea("Japanese", "noncombat_move", each) for each in ((), ships))
    before, after = (prey_of(Survey(each), Appraisal(each)) for each in (plain, rich))
    assert after.steps[TerritoryName(FAR)] == 0
    assert after.steps[TerritoryName(OPEN_SEA)] < before.steps[TerritoryName(OPEN_SEA)]
    beside = WORLD.board.neighbours(TerritoryName(FAR))[0]
    assert after.around(beside) > before.around(beside)


def test_land_without_an_army_beside_it_draws_fewer_aircraft() -> None:
    lands = [name for name in WORLD.board.territories if not WORLD.board.is_sea[name]]
    enemy = ("Moscow", "Russians", "infantry", 4)
    army = ("Western Russia", "Germans", "infantry", 4)
    ally = ("Western Russia", "Japanese", "infantry", 4)
    worth = []
    for units in ([enemy, army], [enemy, ally], [enemy]):
        state = position(
            WORLD,
            "Germans",
            "noncombat_move",
            cleared=lands,
            units=units,
            owners={"Western Russia": "Germans"},
        )
        worth.append(prey_of(Survey(state), Appraisal(state)).worth[TerritoryName("Moscow")])
    assert worth[0] > worth[1] == worth[2] > 0


def test_aircraft_do_not_stay_at_a_factory_that_allies_may_leave() -> None:
    places = {
        place: position(
            WORLD,
            "British",
            "noncombat_move",
            cleared=[name for name in WORLD.board.territories if not WORLD.board.is_sea[name]],
            units=[
                (place, "Russians", "factory", 1),
                (place, "Russians", "infantry", 12),
                (place, "British", "fighter", 1),
                (beside, "Germans", "armour", 6),
                (away, "British", "infantry", 1),
            ],
            owners={beside: "Germans"},
        )
        for place, beside, away in (
            ("Leningrad", "Finland", "Scotland"),
            ("Moscow", "Western Russia", "Iran"),
        )
    }
    for place, state in places.items():
        after, _ = in_turn(state, flight_orders(state, HARD))
        fighters = {
            unit.territory
            for unit in after.units_of("British")
            if unit.type == "fighter" and not WORLD.board.is_sea[unit.territory]
        }
        assert (place in fighters) == (place == "Moscow")


@pytest.mark.parametrize("owner", ["British", "Russians"])
def test_aircraft_trust_their_own_army_not_that_of_allies(owner: str) -> None:
    """Allies may march on before the enemy comes, and leave them alone."""
    lands = [name for name in WORLD.board.territories if not WORLD.board.is_sea[name]]
    units = [
        ("Karelija", owner, "infantry", 12),
        ("Karelija", "British", "fighter", 1),
        ("Finland", "Germans", "armour", 6),
        ("Scotland", "British", "infantry", 1),
    ]
    state = position(WORLD, "British", "noncombat_move", cleared=lands, units=units)
    after, _ = in_turn(state, flight_orders(state, HARD))
    (fighter,) = (
        unit
        for unit in after.units_of("British")
        if unit.type == "fighter" and not WORLD.board.is_sea[unit.territory]
    )
    assert (fighter.territory == "Karelija") == (owner == "British")


def test_aircraft_land_where_they_reach_a_fleet() -> None:
    """Bombers that could stay in Manchuria go where the ships of the enemy are."""
    units = [
        ("Northern Japan", "Japanese", "fighter", 2),
        ("SZ 93 West Pacific", "Americans", "carrier", 2),
    ]
    lands = [name for name in WORLD.board.territories if not WORLD.board.is_sea[name]]
    state = position(
        WORLD,
        "Japanese",
        "noncombat_move",
        cleared=[*lands, *(z for z in WORLD.board.territories if WORLD.board.is_sea[z])],
        units=units,
    )
    prey = prey_of(Survey(state), Appraisal(state))
    after, _ = in_turn(state, flight_orders(state, HARD))
    home = TerritoryName("Northern Japan")
    for unit in after.units_of("Japanese"):
        assert prey.steps[unit.territory] <= prey.steps[home]
        assert prey.around(unit.territory) >= prey.around(home)


def test_a_poor_coast_gets_no_army() -> None:
    """Land that is worth less than the units that would hold it gets one unit at most."""
    lands = [name for name in WORLD.board.territories if not WORLD.board.is_sea[name]]
    poor = next(
        name
        for name in sorted(lands)
        if WORLD.original_owner(name) == "Germans" and WORLD.board.territories[name].production == 1
    )
    other = next(
        name
        for name in WORLD.board.neighbours(TerritoryName(poor))
        if not WORLD.board.is_sea[name] and WORLD.original_owner(name) in ("Germans", "Russians")
    )
    state = position(
        WORLD,
        "Germans",
        "noncombat_move",
        cleared=lands,
        units=[(poor, "Germans", "infantry", 1), (other, "Russians", "armour", 9)],
        owners={other: "Russians"},
    )
    coming: list[Move] = [move for move in army_orders(state, HARD) if move.path[-1] == poor]
    assert not coming


def front_of(state: State) -> tuple[TerritoryName, ...]:
    march = march_of(Survey(state))
    return new_sites(state, state.definition.unit_types["factory"].name, march)


def test_a_factory_is_placed_on_own_land_near_the_enemy() -> None:
    guards = [("Manchuria", "Japanese", "infantry", 6)]
    state = position(classic(), "Japanese", "purchase", units=guards, pus={"Japanese": 40})
    sites = front_of(state)
    assert sites
    for place in sites:
        assert state.owners[place] == "Japanese"
        assert not any(unit.type == "factory" for unit in state.units_in(place))
    assert shopping_list(state)["factory"] == 1


def test_who_has_room_at_the_front_buys_no_factory() -> None:
    state = position(classic(), "Germans", "purchase", pus={"Germans": 32})
    assert not shopping_list(state)["factory"]


@pytest.mark.parametrize("phase", ["purchase", "place"])
def test_land_taken_in_this_turn_is_no_site(phase: str) -> None:
    state = position(classic(), "Japanese", phase)
    kind = state.definition.unit_types["factory"].name
    sites = building_sites(state, state.nation, kind)
    taken = sites[0]
    later = replace(state, turn=replace(state.turn, conquered=(taken,)))
    assert taken not in building_sites(later, state.nation, kind)
    assert set(building_sites(later, state.nation, kind)) == set(sites) - {taken}


def test_troops_overseas_walk_to_the_coast_that_ships_leave_from() -> None:
    state = position(
        WORLD,
        "Americans",
        "noncombat_move",
        units=[("Midwestern United States", "Americans", "infantry", 5)],
    )
    march = march_of(Survey(state))
    inland = TerritoryName("Midwestern United States")
    assert march[inland] >= OVERSEAS
    assert march[TerritoryName("Western Russia")] < OVERSEAS
    assert march[port_of(state)] < march[inland]
    leaving = [move for move in army_orders(state, HARD) if move.path[0] == inland]
    assert sum(pick.count for move in leaving for pick in move.picks) >= 5
    assert all(march[move.path[-1]] < march[inland] for move in leaving)


PORTS = ("Northeastern United States", "Southwestern United States")
WATERS = ("SZ 18 West Atlantic", "SZ 91 East Pacific")


def port_of(state: State) -> TerritoryName:
    """At which of their ports the troops of the Americans gather."""
    march = march_of(Survey(state))
    return min(map(TerritoryName, PORTS), key=lambda place: march[place])


@pytest.mark.parametrize("place", [0, 1])
def test_troops_overseas_gather_at_one_port_where_the_ships_are(place: int) -> None:
    ships = [(WATERS[place], "Americans", "transport", 4)]
    assert port_of(at_sea("Americans", "noncombat_move", ships)) == PORTS[place]


def test_a_foothold_of_the_enemy_draws_only_who_is_beside_it() -> None:
    """The army of a continent does not walk to a corner of it that leads nowhere."""
    lost = TerritoryName("Alaska")
    state = position(WORLD, "Americans", "noncombat_move", owners={lost: "Japanese"})
    march = march_of(Survey(state))
    assert march[TerritoryName("Western Canada")] < OVERSEAS
    assert all(march[TerritoryName(port)] >= OVERSEAS for port in PORTS)


def test_more_troops_than_ships_can_carry_are_not_bought_overseas() -> None:
    crowd = [("Southwestern United States", "Americans", "infantry", 40)]
    state = position(WORLD, "Americans", "purchase", units=crowd, pus={"Americans": 60})
    types = WORLD.unit_types
    order = shopping_list(state)
    land = sum(count for name, count in order.items() if types[UnitTypeName(name)].is_land)
    # A transport brings along what it can carry.
    assert land <= 2 * order["transport"]
    assert order["transport"] >= 2


def test_no_guard_is_bought_without_what_it_guards() -> None:
    """Money for a destroyer, but not for the transport as well: something else is bought."""
    near = [zone for zone in WORLD.board.territories if WORLD.board.is_sea[zone]]
    wolves = [(zone, "Germans", "submarine", 1) for zone in near if zone != HOME]
    state = at_sea("Americans", "purchase", wolves, pus={"Americans": 9})
    order = purchase(state, HARD)
    assert order is None or "destroyer" not in dict(order.units)
