"""New aircraft on carriers and aircraft that hop aboard (B221, B222, B223)."""

from dataclasses import replace

import pytest

from engine.core.events.economy import FightersBoarded
from engine.core.events.movement import AircraftLost
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply, check, legal
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from tests.support.positions import big_world, count_in, done, position

SZ_11 = "SZ 11 West Baltic Sea"
SZ_57 = "SZ 57 Arabian Sea"


def place(territory: str, **units: int) -> Place:
    return Place(tuple(Pick(count, name) for name, count in units.items()), territory)


def hop(count: int, *path: str) -> Move:
    return Move((Pick(count, "fighter"),), path)


def codes(state: State, order: Order) -> list[str]:
    return [reason.code for reason in check(state, order)]


def germans(options: dict[str, bool] | None = None, **unplaced: int) -> State:
    return position(big_world(**(options or {})), "Germans", "place", unplaced=unplaced)


def test_B221_one_new_carrier_takes_two_new_fighters() -> None:
    state = germans(carrier=1, fighter=3)
    assert codes(state, place(SZ_11, carrier=1, fighter=2)) == []
    assert codes(state, place(SZ_11, carrier=1, fighter=3)) == ["no-carrier-room"]
    assert codes(state, place(SZ_11, fighter=1)) == ["no-carrier-room"]
    state = apply(state, place(SZ_11, carrier=1)).state
    state = apply(state, place(SZ_11, fighter=2)).state
    assert codes(state, place(SZ_11, fighter=1)) == ["no-carrier-room"]
    assert (
        dict(state.turn.produced) == {"Eastern Germany": 3}
        or sum(state.turn.produced.values()) == 3
    )


def test_B221_a_bomber_never_goes_to_sea() -> None:
    assert codes(germans(carrier=1, bomber=1), place(SZ_11, carrier=1, bomber=1)) == ["not-at-sea"]


def test_B221_own_fighters_that_wait_in_the_zone_count() -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        unplaced={"carrier": 1, "fighter": 2},
        units=[(SZ_11, "Germans", "fighter", 1)],
    )
    assert codes(state, place(SZ_11, carrier=1, fighter=1)) == []
    assert codes(state, place(SZ_11, carrier=1, fighter=2)) == ["no-carrier-room"]


def test_B221_option_off_no_new_fighters_at_sea() -> None:
    state = germans({"produce_fighters_on_carriers": False}, carrier=1, fighter=1)
    assert codes(state, place(SZ_11, carrier=1, fighter=1)) == ["no-carrier-placement"]
    assert codes(state, place(SZ_11, carrier=1)) == []


def test_B223_no_new_fighter_on_a_carrier_that_was_there_before() -> None:
    clear = {"cleared": [SZ_57], "units": [(SZ_57, "British", "carrier", 1)]}
    state = position(big_world(), "British", "place", unplaced={"fighter": 1}, **clear)
    assert codes(state, place(SZ_57, fighter=1)) == ["no-carrier-room"]
    other = big_world(produce_fighters_on_old_carriers=True)
    state = position(other, "British", "place", unplaced={"fighter": 3}, **clear)
    assert codes(state, place(SZ_57, fighter=2)) == []
    assert codes(state, place(SZ_57, fighter=3)) == ["no-carrier-room"]


def test_B223_fighters_that_fit_on_the_old_carrier_leave_the_new_one_free() -> None:
    state = position(
        big_world(),
        "British",
        "place",
        cleared=[SZ_57],
        units=[(SZ_57, "British", "carrier", 1), (SZ_57, "British", "fighter", 2)],
        unplaced={"carrier": 1, "fighter": 2},
    )
    assert codes(state, place(SZ_57, carrier=1, fighter=2)) == []


def test_B222_a_fighter_of_the_factory_area_hops_on_the_new_carrier() -> None:
    units = [("Western Germany", "Germans", "fighter", 3)]
    state = position(
        big_world(),
        "Germans",
        "place",
        cleared=["Western Germany"],
        units=[*units, ("Western Germany", "Germans", "factory", 1)],
        unplaced={"carrier": 1, "fighter": 1},
    )
    assert codes(state, hop(1, "Western Germany", SZ_11)) == ["no-new-carrier", "no-carrier-room"]
    state = apply(state, place(SZ_11, carrier=1)).state
    assert codes(state, hop(3, "Western Germany", SZ_11)) == ["no-carrier-room"]
    assert codes(state, hop(4, "Western Germany", SZ_11)) == [
        "not-enough-units",
        "no-carrier-room",
    ]
    step = apply(state, hop(2, "Western Germany", SZ_11))
    assert count_in(step.state, SZ_11, "Germans", "fighter") == 2
    assert count_in(step.state, "Western Germany", "Germans", "fighter") == 1
    moved = next(event for event in step.events if isinstance(event, FightersBoarded))
    assert step.state.turn.boarded == moved.units
    assert all(step.state.units[key].moved == 0 for key in moved.units)
    assert codes(step.state, place(SZ_11, fighter=1)) == ["no-carrier-room"]


def test_B222_a_fighter_with_no_movement_left_may_hop() -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        units=[("Western Germany", "Germans", "fighter", 1)],
        unplaced={"carrier": 1},
    )
    state = apply(state, place(SZ_11, carrier=1)).state
    tired = {key: unit for key, unit in state.units.items() if unit.territory == "Western Germany"}
    spent = {key: replace(unit, moved=4, in_combat=True) for key, unit in tired.items()}
    state = replace(state, units={**state.units, **spent})
    assert codes(state, hop(1, "Western Germany", SZ_11)) == []


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (hop(1, "France", SZ_11), ["no-factory", "not-connected"]),
        (hop(1, "Western Germany", "SZ 17 English Channel"), ["not-connected", "no-new-carrier"]),
        (hop(1, "Western Germany", "France", SZ_11), ["wrong-phase"]),
        (hop(1, "Western Germany", "Atlantis"), ["unknown-territory"]),
        (Move((Pick(1, "infantry"),), ("Western Germany", SZ_11)), ["no-carrier-aircraft"]),
        (Move((Pick(1, "bomber"),), ("Western Germany", SZ_11)), ["no-carrier-aircraft"]),
        (Move((Pick(1, "tank"),), ("Western Germany", SZ_11)), ["unknown-unit"]),
        (Move((), ("Western Germany", SZ_11)), ["wrong-phase"]),
    ],
)
def test_B222_other_moves_are_refused_in_the_place_phase(order: Move, expected: list[str]) -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        units=[
            ("Western Germany", "Germans", "fighter", 1),
            ("France", "Germans", "fighter", 1),
        ],
        unplaced={"carrier": 1},
    )
    state = apply(state, place(SZ_11, carrier=1)).state
    assert [code for code in codes(state, order) if code != "no-carrier-room"] == expected


@pytest.mark.parametrize(
    "options", [{"lhtr_carrier_production": True}, {"move_fighters_to_new_carriers": False}]
)
def test_B222_option_no_hopping(options: dict[str, bool]) -> None:
    state = position(
        big_world(**options),
        "Germans",
        "place",
        units=[("Western Germany", "Germans", "fighter", 1)],
        unplaced={"carrier": 1},
    )
    state = apply(state, place(SZ_11, carrier=1)).state
    assert codes(state, hop(1, "Western Germany", SZ_11)) == ["no-hopping"]
    assert list(legal(state)) == [Done()]


def test_B222_exactly_named_fighters_hop() -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        units=[("Western Germany", "Germans", "fighter", 2)],
        unplaced={"carrier": 1},
    )
    state = apply(state, place(SZ_11, carrier=1)).state
    named = Move((Pick(1, "fighter", units=(425,)),), ("Western Germany", SZ_11))
    assert codes(state, named) == []
    assert apply(state, named).state.units[425].territory == SZ_11
    absent = Move((Pick(1, "fighter", units=(1,)),), ("Western Germany", SZ_11))
    assert codes(state, absent) == ["not-enough-units"]


def test_B222_not_from_a_factory_that_was_taken_in_this_turn() -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        units=[("Western Germany", "Germans", "fighter", 1)],
        unplaced={"carrier": 1},
        turn=TurnRecord(conquered=("Western Germany",)),
    )
    state = apply(state, place(SZ_11, carrier=1)).state
    assert codes(state, hop(1, "Western Germany", SZ_11)) == ["no-factory"]


def test_legal_hops_are_listed_one_at_a_time() -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        units=[("Western Germany", "Germans", "fighter", 2)],
        unplaced={"carrier": 1},
    )
    state = apply(state, place(SZ_11, carrier=1)).state
    orders = [order for order in legal(state) if isinstance(order, Move)]
    assert hop(1, "Western Germany", SZ_11) in orders
    assert all(check(state, order) == () for order in orders)


def test_B145_B222_a_fighter_that_waited_for_a_carrier_is_lost_when_none_comes() -> None:
    lhtr = big_world(lhtr_carrier_production=True)
    waiting = [(SZ_11, "Germans", "fighter", 1)]
    state = position(
        lhtr, "Germans", "place", cleared=[SZ_11], units=waiting, unplaced={"carrier": 1}
    )
    kept = done(apply(state, place(SZ_11, carrier=1)).state).state
    assert count_in(kept, SZ_11, "Germans", "fighter") == 1
    lost = done(state)
    assert count_in(lost.state, SZ_11, "Germans", "fighter") == 0
    assert any(isinstance(event, AircraftLost) for event in lost.events)


def test_a_step_of_the_map_may_spare_aircraft_without_a_landing_place() -> None:
    lhtr = big_world(lhtr_carrier_production=True)
    waiting = [(SZ_11, "Germans", "fighter", 1)]
    sparing = replace(
        lhtr,
        sequence=tuple(
            replace(step, omits=("loss_of_aircraft",)) if step.nation == "Germans" else step
            for step in lhtr.sequence
        ),
    )
    state = position(
        sparing, "Germans", "place", cleared=[SZ_11], units=waiting, unplaced={"carrier": 1}
    )
    assert count_in(done(state).state, SZ_11, "Germans", "fighter") == 1


@pytest.mark.parametrize("owner", ["Germans", "Japanese"])
def test_B221_new_fighters_go_on_own_carriers_only(owner: str) -> None:
    state = position(
        big_world(produce_fighters_on_old_carriers=True),
        "Germans",
        "place",
        unplaced={"fighter": 1},
        units=[(SZ_11, owner, "carrier", 1)],
    )
    expected = [] if owner == "Germans" else ["no-carrier-room"]
    assert codes(state, place(SZ_11, fighter=1)) == expected
