"""Items of the rule book whose other tests show less than their **Test:** line asks for."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Buy, Done, Pick, Place, RollRequest, State, apply, check
from engine.core.agenda import Decision
from engine.core.events.battle import FactoryBombed
from engine.core.state import TurnRecord, with_units
from engine.gamedef.setup import Placement
from engine.loading.normal import normal_definition
from engine.orders.fire_rocket import FireRocket
from engine.rules.economy.income import income_of
from tests.engine.battle.arena import arena, asks, fought, opened, play, wants
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import at_phase, big_world, count_in, position
from tests.support.table import table

ATLANTIC = "SZ 16 North Atlantic"
CHANNEL = "SZ 17 English Channel"
ARABIAN = "SZ 57 Arabian Sea"
RED = "SZ 55 Red Sea"
BARENTS = "SZ 7 Barents Sea"
DARDANELLES = ("SZ 27 Aegean Sea", "SZ 29 Black Sea")


def test_B15_a_ship_in_the_zone_takes_infantry_and_one_that_has_left_does_not() -> None:
    state = position(big_world(), "Russians", "combat_move")
    boarding = move("1 infantry", "Karelija", BARENTS)
    assert count_in(state, BARENTS, "Russians", "transport") == 1
    assert codes(state, boarding) == set()
    gone = after(state, move("1 transport", BARENTS, "SZ 8 Kara Sea"))
    assert codes(gone, boarding) == {"no-room-aboard"}


def test_B18_gibraltar_and_the_danish_straits_are_not_canals() -> None:
    state = position(big_world(), "Germans", "combat_move")
    west = move("1 battleship", "SZ 24 Tyrrhenian Sea", "SZ 23 West Mediterranean")
    assert battles(after(state, west)) == {"SZ 23 West Mediterranean": ("battleship",)}
    empty = position(
        big_world(), "Germans", "combat_move", cleared=("SZ 23 West Mediterranean", "Gibraltar")
    )
    out = (*west.path, "SZ 22 East Atlantic")
    assert codes(empty, move("1 battleship", *out)) == set(), "Gibraltar is British"


def test_B21_a_canal_that_an_ally_took_earlier_in_the_round_is_open() -> None:
    """The Russians took the land in their turn; the record of the British turn knows nothing."""
    land = "Western Turkey"
    owned = {land: "Russians"}
    ship = ((DARDANELLES[0], "British", "cruiser", 1),)
    state = position(
        big_world(), "British", "combat_move", owners=owned, units=ship, cleared=(land,)
    )
    sail = move("1 cruiser", *DARDANELLES)
    assert codes(state, sail) == set()
    closed = position(big_world(), "British", "combat_move", units=ship)
    assert codes(closed, sail) == {"canal-closed"}


def test_B93_a_factory_builds_ships_in_the_zones_beside_it() -> None:
    unplaced = {"destroyer": 8}
    state = position(big_world(), "Germans", "place", unplaced=unplaced)
    zone = "SZ 11 West Baltic Sea"

    def build(count: int, place: str) -> list[str]:
        order = Place((Pick(count, "destroyer"),), place, "Western Germany")
        return [reason.code for reason in check(state, order)]

    assert build(7, zone) == []
    assert build(8, zone) == ["limit-reached"]
    assert build(1, "SZ 12 East Baltic Sea") != [], "it does not touch Western Germany"


def test_B117_a_rocket_takes_what_it_rolls_up_to_the_production_at_once() -> None:
    """England is worth 4 and loses 4 of a 6; the British bank pays before they move."""
    state = position(big_world(), "Germans", "battle", technologies=("rockets",))
    bank = state.amount("British", "PUs")
    value = state.definition.board.territories["England"].production
    step = opened(state)
    while isinstance(step.waiting, Decision):
        place = asks(step).territory
        target = "England" if place == "France" else ""
        step = play(step, FireRocket(place, target)).step
    played = play(step, [6])
    (bombed,) = played.all(FactoryBombed)
    assert (value, bombed.rolled, bombed.damage, bombed.dice) == (4, 6, 4, ((6,),))
    assert played.step.state.amount("British", "PUs") == bank - 4


def test_B118_a_gun_that_fired_stays_where_it_is() -> None:
    state = position(big_world(), "Germans", "battle", technologies=("rockets",))
    step = opened(state)
    while isinstance(step.waiting, Decision):
        place = asks(step).territory
        step = play(step, FireRocket(place, "England" if place == "France" else "")).step
    assert isinstance(step.waiting, RollRequest)
    later = at_phase(play(step, [1]).step, "Germans", "noncombat_move").state
    assert count_in(later, "France", "Germans", "aaGun") == 1
    assert codes(later, move("1 aaGun", "France", "Western Germany")) == {"not-enough-movement"}
    untouched = position(big_world(), "Germans", "noncombat_move")
    assert codes(untouched, move("1 aaGun", "France", "Western Germany")) == set()


def test_B165_cargo_stays_aboard_for_three_rounds_and_then_goes_ashore() -> None:
    state = position(big_world(), "British", "combat_move")
    sailed = after(state, move("2 infantry", "England", ATLANTIC))
    step = apply(sailed, Done())
    for round_number in (2, 3, 4):
        step = at_phase(step, "Russians", "purchase")
        step = at_phase(step, "British", "combat_move")
        assert step.state.round == round_number
        aboard = [u for u in step.state.units_in(ATLANTIC) if u.carried_by is not None]
        assert [unit.type for unit in aboard] == ["infantry", "infantry"]
        step = apply(step.state, Done())
    late = at_phase(step, "British", "noncombat_move").state
    assert codes(late, move("2 infantry", ATLANTIC, "England")) == set()


def test_B165_cargo_does_not_fight_and_is_no_target() -> None:
    zone = "SZ 19 Atlantic"
    state = arena(zone, [("cruiser", 2)], [("transport", 1)], by="British", against="Germans")
    (ship,) = (unit for unit in state.units_in(zone) if unit.type == "transport")
    soldier = replace(
        ship, id=state.next_unit, type="infantry", carried_by=ship.id, original_owner=""
    )
    units = {**state.units, soldier.id: soldier}
    loaded = replace(state, units=units, next_unit=soldier.id + 1)
    step = fought(loaded, zone)
    assert wants(step).count == 2
    step = play(step, [1, 1]).step
    assert (wants(step).side, wants(step).count) == ("defender", 1), "the transport alone"
    end = play(step, [6]).step.state
    assert not any(unit.owner == "Germans" for unit in end.units_in(zone)), "it went down as well"


def test_B166_the_room_that_is_left_is_filled_in_the_next_turn_and_from_another_land() -> None:
    state = position(
        big_world(), "British", "combat_move", cleared=("SZ 9 North Atlantic", ATLANTIC),
        units=(("SZ 9 North Atlantic", "British", "transport", 1),),
    )  # fmt: skip
    once = after(state, move("1 infantry", "Scotland", "SZ 9 North Atlantic"))
    step = at_phase(apply(once, Done()), "Russians", "purchase")
    later = at_phase(step, "British", "combat_move").state
    both = after(
        later,
        move("1 transport, 1 infantry", "SZ 9 North Atlantic", ATLANTIC),
        move("1 infantry", "England", ATLANTIC),
    )
    (ship,) = (unit for unit in both.units_in(ATLANTIC) if unit.type == "transport")
    assert len(both.cargo_of(ship.id)) == 2
    assert codes(both, move("1 infantry", "England", ATLANTIC)) == {"no-room-aboard"}


def test_B174_the_range_of_a_fighter_counts_from_where_its_carrier_was() -> None:
    state = position(big_world(), "British", "noncombat_move")
    sailed = after(state, move("1 carrier", ARABIAN, RED))
    (fighter,) = (unit for unit in sailed.units_in(ARABIAN) if unit.type == "fighter")
    assert fighter.moved == 0
    home = move("1 fighter", ARABIAN, "Bombay")
    assert codes(sailed, home) == set()
    board = big_world().board
    far = board.distances(ARABIAN, 5)
    five = sorted(name for name, steps in far.items() if steps == 5)
    path = board.shortest_path(ARABIAN, five[0])
    assert path is not None
    assert "not-enough-movement" in codes(sailed, move("1 fighter", *path))


@pytest.mark.parametrize("owner", ["Germans", "Japanese"])
@pytest.mark.parametrize("is_new", [False, True])
def test_B211_aircraft_land_on_land_of_their_side_held_since_the_turn_began(
    owner: str, is_new: bool
) -> None:
    """The bomber has just the steps to get there; land freed for an ally is new land too."""
    state = position(
        big_world(),
        "Germans",
        "noncombat_move",
        cleared=("Ukraine",),
        owners={"Ukraine": owner},
        units=(("Baltic States", "Germans", "bomber", 1),),
        turn=TurnRecord(conquered=("Ukraine",) if is_new else ()),
    )
    path = state.definition.board.shortest_path("Baltic States", "Ukraine")
    assert path is not None
    spent = state.definition.unit_types["bomber"].movement - len(path) + 1
    tired = [replace(u, moved=spent) for u in state.units.values() if u.type == "bomber"]
    last = with_units(state, tired)
    assert codes(last, move("1 bomber", *path)) == ({"no-landing"} if is_new else set())


def test_B231_land_conquered_in_this_turn_pays_its_conqueror() -> None:
    state = position(big_world(), "Russians", "end_turn", owners={"Finland": "Russians"})
    value = state.definition.board.territories["Finland"].production
    before = position(big_world(), "Russians", "end_turn")
    assert value > 0
    assert income_of(state, "Russians") == income_of(before, "Russians") + value
    assert income_of(state, "Germans") == income_of(before, "Germans") - value


def test_B52_the_price_is_paid_when_the_purchase_ends_and_once() -> None:
    state = position(big_world(), "Russians", "purchase")
    first = apply(state, Buy((("infantry", 5),))).state
    second = apply(first, Buy((("infantry", 3), ("artillery", 1)))).state
    assert second.amount("Russians", "PUs") == 34, "until the phase ends nothing is paid"
    paid = apply(second, Done()).state
    assert paid.amount("Russians", "PUs") == 34 - 13
    assert paid.unplaced["Russians"] == {"infantry": 3, "artillery": 1}


def _is_at_sea(state: State, zone: str) -> bool:
    return state.definition.board.is_sea[zone]


def test_B150_the_same_attack_is_legal_in_the_combat_move_alone() -> None:
    walk = move("1 infantry", "Karelija", "Finland")
    sail = move("1 cruiser", "SZ 12 East Baltic Sea", "SZ 11 West Baltic Sea", "SZ 10 North Sea")
    for phase, expected in (("combat_move", set()), ("noncombat_move", {"no-combat-here"})):
        assert codes(position(big_world(), "Russians", phase), walk) == expected
        state = position(big_world(), "Germans", phase)
        assert _is_at_sea(state, sail.path[-1])
        assert bool(codes(state, sail)) == bool(expected)


def test_B22_a_canal_in_the_middle_of_a_route_stops_a_ship() -> None:
    """Two open steps and then the closed one: the step is named, wherever it stands."""
    zone = "SZ 26 Central Mediterranean"
    path = (zone, "SZ 28 Eastern Mediterranean", RED)
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=path,
        units=((zone, "Germans", "submarine", 1),),
    )
    assert codes(state, move("1 submarine", *path[:2])) == set()
    assert "canal-closed" in codes(state, move("1 submarine", *path))
    open_to = position(
        big_world(),
        "British",
        "combat_move",
        cleared=path,
        units=((zone, "British", "submarine", 1),),
    )
    assert codes(open_to, move("1 submarine", *path)) == set()


def test_B160_a_flight_under_fire_is_final_and_cannot_be_taken_back(tmp_path: Path) -> None:
    """A gun in Finland; the plain move before the flight is final with it, for the log holds it."""
    gun = Placement("Finland", "Germans", "aaGun", 1)
    whole = big_world()
    guarded = normal_definition(
        replace(whole, setup=replace(whole.setup, placements=(*whole.setup.placements, gun)))
    )
    session = table(tmp_path / "authority", definition=guarded).session()
    while session.state.phase.phase != "combat_move":
        session.give(Done())
    session.give(move("1 infantry", "Karelija", "Leningrad"))
    assert session.undo(len(session.pending) - 1), "before any dice it can be taken back"
    session.give(move("1 infantry", "Karelija", "Leningrad"))
    session.give(move("1 fighter", "Karelija", "Finland", "Leningrad"))
    assert session.needs_dice
    session.roll()
    assert session.pending == ()
    with pytest.raises(IndexError):
        session.undo(0)
