"""Carriers, the aircraft of allies aboard, and the ends of the move phases (section 13)."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.events.movement import AircraftLost, UnitsSurfaced
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply
from engine.gamedef import Definition, State
from engine.orders.done import Done
from engine.orders.move import Move
from engine.rules.movement.phase_edges import (
    resolve_combat_move_opening,
    resolve_noncombat_move_closing,
    resolve_noncombat_move_opening,
)
from engine.rules.movement.stranding import resolve_stranded
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, count_in, done, position

ARABIAN = "SZ 57 Arabian Sea"
RED = "SZ 55 Red Sea"


def opened(state: State) -> State:
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_combat_move_opening(state))
    return log.state


def test_B174_own_fighters_stay_in_the_air_when_the_carrier_moves() -> None:
    state = opened(position(big_world(), "British", "combat_move"))
    moved = after(state, move("1 carrier", ARABIAN, RED))
    assert count_in(moved, RED, "British", "carrier") == 1
    assert count_in(moved, ARABIAN, "British", "fighter") == 1


def test_B176_allied_fighters_are_cargo_of_the_carrier() -> None:
    state = opened(
        position(
            big_world(), "British", "combat_move", units=((ARABIAN, "Americans", "fighter", 1),)
        )
    )
    (allied,) = (u for u in state.units_in(ARABIAN) if u.owner == "Americans")
    assert allied.carried_by is not None
    moved = after(state, move("1 carrier", ARABIAN, RED))
    assert moved.units[allied.id].territory == RED
    assert codes(state, move("1 Americans fighter", ARABIAN, RED)) == {"needs-transport"}
    together = move("1 carrier, 1 Americans fighter", ARABIAN, RED)
    assert after(state, together).units[allied.id].territory == RED


def test_B176_allied_fighters_use_carriers_of_allies_first() -> None:
    state = opened(
        position(
            big_world(),
            "British",
            "combat_move",
            units=((ARABIAN, "Americans", "fighter", 1), (ARABIAN, "Americans", "carrier", 1)),
        )
    )
    (allied,) = (
        u for u in state.units_in(ARABIAN) if (u.owner, u.type) == ("Americans", "fighter")
    )
    assert allied.carried_by is None


@pytest.mark.parametrize(
    ("may_stay", "named", "end"), [(False, True, RED), (True, False, RED), (True, True, ARABIAN)]
)
def test_B176_allied_fighters_stay_behind_when_the_option_lets_them(
    may_stay: bool, named: bool, end: str
) -> None:
    definition = big_world(allied_aircraft_may_stay=may_stay)
    units = ((ARABIAN, "Americans", "fighter", 1),)
    state = opened(position(definition, "British", "combat_move", units=units))
    (allied,) = (u for u in state.units_in(ARABIAN) if u.owner == "Americans")
    (carrier,) = (u for u in state.units_in(ARABIAN) if u.type == "carrier")
    pick = Pick(1, "carrier", units=(carrier.id,)) if named else Pick(1, "carrier")
    moved = after(state, Move((pick,), (ARABIAN, RED)))
    assert moved.units[allied.id].territory == end
    assert moved.units[allied.id].carried_by == (carrier.id if end == RED else None)


def test_B176_a_carrier_takes_aircraft_of_allies_along_that_it_finds_by_option() -> None:
    definition = big_world(allied_aircraft_may_stay=True)
    state = position(
        definition, "British", "combat_move", units=((ARABIAN, "Americans", "fighter", 3),)
    )
    ids = [u.id for u in state.units_in(ARABIAN) if u.owner == "Americans"]
    (carrier,) = (u for u in state.units_in(ARABIAN) if u.type == "carrier")
    ship = Pick(1, "carrier", units=(carrier.id,))
    two = Pick(2, "fighter", "Americans", tuple(ids[:2]))
    moved = after(state, Move((ship, two), (ARABIAN, RED)))
    assert {moved.units[key].territory for key in ids[:2]} == {RED}
    assert {moved.units[key].carried_by for key in ids[:2]} == {carrier.id}
    assert moved.units[ids[2]].territory == ARABIAN
    three = Pick(3, "fighter", "Americans", tuple(ids))
    assert codes(state, Move((ship, three), (ARABIAN, RED))) == {"needs-transport"}
    alone = Move((two,), (ARABIAN, RED))
    assert codes(state, alone) == {"needs-transport"}


@pytest.mark.parametrize("fights", [False, True])
def test_B176_by_option_aircraft_of_allies_that_fought_come_back_aboard(*, fights: bool) -> None:
    definition = big_world(allied_aircraft_fight=fights)
    units = ((ARABIAN, "Americans", "fighter", 1),)
    state = position(definition, "British", "noncombat_move", units=units)
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_noncombat_move_opening(state))
    (allied,) = (u for u in log.state.units_in(ARABIAN) if u.owner == "Americans")
    (carrier,) = (u for u in log.state.units_in(ARABIAN) if u.type == "carrier")
    assert allied.carried_by == (carrier.id if fights else None)
    assert not resolve_noncombat_move_opening(log.state), "aboard is aboard"


def test_B145_aircraft_of_allies_that_are_left_alone_are_lost() -> None:
    units = (("SZ 22 East Atlantic", "Americans", "fighter", 1),)
    state = position(big_world(), "British", "noncombat_move", units=units)
    lost = [event for event in resolve_stranded(state) if isinstance(event, AircraftLost)]
    assert [(event.nation, event.territory) for event in lost] == [
        ("Americans", "SZ 22 East Atlantic")
    ]


def test_B176_cargo_is_free_again_when_movement_is_over() -> None:
    state = opened(
        position(
            big_world(), "British", "combat_move", units=((ARABIAN, "Americans", "fighter", 1),)
        )
    )
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_noncombat_move_closing(state))
    assert all(unit.carried_by is None for unit in log.state.units_in(ARABIAN))


def test_B145_stranded_aircraft_are_lost_when_movement_ends() -> None:
    state = position(
        big_world(),
        "Americans",
        "noncombat_move",
        units=(("SZ 87 West Pacific", "Americans", "fighter", 1),),
    )
    step = apply(state, Done())
    (lost,) = (event for event in step.events if isinstance(event, AircraftLost))
    assert lost.territory == "SZ 87 West Pacific"
    assert count_in(step.state, "SZ 87 West Pacific", "Americans", "fighter") == 0


def test_B212_those_for_whom_there_is_no_room_are_lost() -> None:
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        units=((ARABIAN, "British", "fighter", 1), (ARABIAN, "Americans", "fighter", 1)),
    )
    (lost,) = resolve_stranded(state)
    assert isinstance(lost, AircraftLost)
    assert len(lost.units) == 1, "room for two: the ally's and one of two own fighters"


def test_B145_land_that_was_taken_this_turn_is_no_landing_place() -> None:
    state = position(
        big_world(),
        "Russians",
        "noncombat_move",
        cleared=("Finland",),
        owners={"Finland": "Russians"},
        units=(("Finland", "Russians", "fighter", 1),),
        turn=TurnRecord(conquered=("Finland",)),
    )
    assert [
        event.territory for event in resolve_stranded(state) if isinstance(event, AircraftLost)
    ] == ["Finland"]


BALTIC = "SZ 11 West Baltic Sea"


def lost_aircraft(state: State, **options: bool) -> int:
    events = resolve_stranded(state, **options)
    return sum(len(event.units) for event in events if isinstance(event, AircraftLost))


@pytest.mark.parametrize("may_wait", [True, False])
@pytest.mark.parametrize("bought", ["carrier", "infantry"])
@pytest.mark.parametrize("by_option", ["land_fighters_on_new_carriers", "lhtr_carrier_production"])
def test_B222_aircraft_beside_a_factory_live_until_a_bought_carrier_is_placed(
    may_wait: bool, bought: str, by_option: str
) -> None:
    """Fighters beyond its room, bombers and aircraft of allies as well: nobody has chosen yet."""
    state = position(
        big_world(**{by_option: may_wait}),
        "Germans",
        "noncombat_move",
        unplaced={bought: 1},
        units=(
            (BALTIC, "Germans", "fighter", 3),
            (BALTIC, "Germans", "bomber", 1),
            (BALTIC, "Japanese", "fighter", 1),
        ),
    )
    spared = may_wait and bought == "carrier"
    assert lost_aircraft(state, carriers_to_come=True) == (0 if spared else 5)
    assert lost_aircraft(state) == 5


@pytest.mark.parametrize("owner", ["Germans", "Japanese", "British"])
def test_B222_the_factory_beside_which_aircraft_wait_may_be_an_ally_s(owner: str) -> None:
    zone = "SZ 22 East Atlantic"
    shore = next(
        place for place in big_world().board.neighbours(zone) if not big_world().board.is_sea[place]
    )
    state = position(
        big_world(land_fighters_on_new_carriers=True),
        "Germans",
        "noncombat_move",
        unplaced={"carrier": 1},
        cleared=(zone, *big_world().board.neighbours(zone)),
        units=((zone, "Germans", "fighter", 1), (shore, owner, "factory", 1)),
        owners={shore: owner},
    )
    assert lost_aircraft(state, carriers_to_come=True) == (1 if owner == "British" else 0)
    assert lost_aircraft(state) == 1


@pytest.mark.parametrize("to_come", [True, False])
def test_B222_fighters_of_an_ally_wait_for_a_carrier_that_is_still_to_be_placed(
    to_come: bool,
) -> None:
    """Two nations may have their turns together; one places after the other has moved."""
    definition = big_world()
    options = replace(definition.options, land_fighters_on_new_carriers=True)
    state = position(
        replace(definition, options=options),
        "Germans",
        "noncombat_move",
        units=(("SZ 74 Sea of Japan", "Japanese", "fighter", 1),),
        cleared=("SZ 74 Sea of Japan",),
    )
    if to_come:
        state = replace(state, unplaced={**state.unplaced, "Japanese": {"carrier": 1}})
    zone = "SZ 74 Sea of Japan"
    lost = [
        event
        for event in resolve_stranded(state, carriers_to_come=True)
        if isinstance(event, AircraftLost) and event.territory == zone
    ]
    assert len(lost) == (0 if to_come else 1)


def test_B76_submarines_surface_when_movement_is_over() -> None:
    state = position(big_world(), "Americans", "noncombat_move")
    (submarine,) = state.units_in("SZ 19 Atlantic")
    below = replace(state, units={**state.units, submarine.id: replace(submarine, submerged=True)})
    events = resolve_noncombat_move_closing(below)
    assert UnitsSurfaced((submarine.id,)) in events


def test_G2_repair_at_the_start_of_the_turn_by_option() -> None:
    for repairs in (True, False):
        state = position(big_world(repair_at_start_of_turn=repairs), "British", "combat_move")
        ships = [u for u in state.units.values() if u.type == "battleship"]
        units = {**state.units, **{ship.id: replace(ship, hits=1) for ship in ships}}
        fixed = opened(replace(state, units=units))
        for ship in ships:
            whole = repairs and ship.owner == "British"
            assert fixed.units[ship.id].hits == (0 if whole else 1)


def test_B222_fighters_wait_in_several_zones_for_the_one_carrier_that_was_bought() -> None:
    """Where it will be placed is not known before it is; then the others are lost (B145)."""
    north, south = "SZ 11 West Baltic Sea", "SZ 24 Tyrrhenian Sea"
    for waiting, left in ((1, (1, 1)), (2, (2, 1))):
        state = position(
            big_world(lhtr_carrier_production=True),
            "Germans",
            "noncombat_move",
            cleared=(north, south),
            units=[(north, "Germans", "fighter", waiting), (south, "Germans", "fighter", 1)],
            unplaced={"carrier": 1},
        )
        placing = done(state).state
        assert placing.phase.phase == "place"
        zones = (north, south)
        assert tuple(count_in(placing, zone, "Germans", "fighter") for zone in zones) == left
        after_all = done(placing).state
        assert not any(count_in(after_all, zone, "Germans", "fighter") for zone in zones)


ATLANTIC, NORTH, CHANNEL = "SZ 16 North Atlantic", "SZ 9 North Atlantic", "SZ 17 English Channel"


def waiting(*units: tuple[str, str, str, int], flown: int = 4) -> State:
    """Fighters over the sea that have flown; only carriers can save them."""
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        cleared=(ATLANTIC, NORTH, CHANNEL),
        units=units,
        owners=dict.fromkeys(("England", "Scotland", "Ireland", "Iceland"), "Germans"),
    )
    aloft = {
        key: replace(unit, moved=flown)
        for key, unit in state.units.items()
        if unit.type == "fighter" and unit.territory in (ATLANTIC, NORTH, CHANNEL)
    }
    return replace(state, units={**state.units, **aloft})


@pytest.mark.parametrize(("beside", "needs"), [(2, set()), (4, set()), (0, set())])
def test_B144_a_carrier_is_not_claimed_by_aircraft_beside_another_one(
    beside: int, needs: set[str]
) -> None:
    """Of four fighters beside a carrier for two, two must wait for luck; the other deck is free."""
    state = waiting(
        (ATLANTIC, "British", "carrier", 1),
        (ATLANTIC, "British", "fighter", beside),
        (NORTH, "British", "carrier", 1),
        (CHANNEL, "British", "fighter", 1),
    )
    (late,) = (u for u in state.units_in(CHANNEL) if u.type == "fighter")
    state = replace(state, units={**state.units, late.id: replace(late, moved=2)})
    assert codes(state, move("1 fighter", CHANNEL, ATLANTIC, NORTH)) == needs


@pytest.mark.parametrize(("guests", "needs"), [(1, set()), (2, {"no-landing"})])
def test_B144_aircraft_at_the_goal_keep_the_seats_of_the_carrier_there(
    guests: int, needs: set[str]
) -> None:
    state = waiting(
        (NORTH, "British", "carrier", 1),
        (NORTH, "British", "fighter", guests),
        (CHANNEL, "British", "fighter", 1),
    )
    (late,) = (u for u in state.units_in(CHANNEL) if u.type == "fighter")
    state = replace(state, units={**state.units, late.id: replace(late, moved=2)})
    assert codes(state, move("1 fighter", CHANNEL, ATLANTIC, NORTH)) == needs
