"""Bids before the first round (B99)."""

from dataclasses import replace

import pytest

from engine.core.events.economy import BidGranted
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import NEUTRAL
from engine.core.pick import Pick
from engine.game import apply, check, legal, new_game
from engine.gamedef import State
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
from engine.view.purchase import price_list, spendable
from tests.support.positions import at_phase, big_world, count_in, done, position
from tests.support.unit_types import with_facts


def place(territory: str, **units: int) -> Place:
    return Place(tuple(Pick(count, name) for name, count in units.items()), territory)


def codes(state: State, order: Order) -> list[str]:
    return [reason.code for reason in check(state, order)]


def test_B99_without_bids_every_bid_phase_is_skipped() -> None:
    step = new_game(big_world())
    skipped = [event.phase for event in step.events if isinstance(event, PhaseSkipped)]
    assert skipped == ["bid", "bid_place"] * 6
    assert (step.state.nation, step.state.phase.phase) == ("Russians", "tech")


def test_B99_six_pus_buy_two_infantry_for_algeria_but_not_for_libya() -> None:
    step = new_game(big_world(bid={"Germans": 6}))
    assert (step.state.nation, step.state.phase.phase) == ("Germans", "bid")
    assert BidGranted("Germans", 6, 66) in step.events
    assert codes(step.state, Buy((("infantry", 3),))) == ["not-enough-pus"]
    assert spendable(step.state) == 6, "the treasury is for the purchases of the first turn"
    planned = apply(step.state, Buy((("infantry", 1),))).state
    assert price_list(planned).left == (("PUs", 3),)
    bought = done(apply(step.state, Buy((("infantry", 2),))).state)
    state = bought.state
    assert (state.phase.phase, state.amount("Germans", "PUs")) == ("bid_place", 60)
    assert codes(state, place("Libya", infantry=1)) == ["not-own-land"]
    assert codes(state, place("Algeria", infantry=2)) == []
    before = count_in(state, "Algeria", "Germans", "infantry")
    placed = apply(state, place("Algeria", infantry=2)).state
    assert count_in(placed, "Algeria", "Germans", "infantry") == before + 2
    assert placed.turn.produced == {}
    after = done(placed)
    assert (after.state.nation, after.state.phase.phase) == ("Russians", "tech")


def test_B99_what_is_not_spent_is_kept() -> None:
    step = new_game(big_world(bid={"British": 10}))
    state = apply(step.state, Buy((("armour", 1), ("infantry", 1)))).state
    assert done(state).state.amount("British", "PUs") == 42


def test_B99_a_bid_that_buys_nothing_is_kept_without_asking() -> None:
    step = new_game(big_world(bid={"Germans": 2}))
    assert step.state.phase.phase == "tech"
    assert step.state.amount("Germans", "PUs") == 62


def test_B99_no_factory_limit() -> None:
    state = position(big_world(), "British", "bid_place", unplaced={"infantry": 25})
    assert codes(state, place("Scotland", infantry=25)) == []
    assert codes(state, place("Ceylon", infantry=1)) == []


def test_B99_on_land_of_an_ally_only_beside_an_own_unit() -> None:
    units = [("Moscow", "British", "fighter", 1)]
    state = position(big_world(), "British", "bid_place", units=units, unplaced={"infantry": 1})
    assert codes(state, place("Moscow", infantry=1)) == []
    assert codes(state, place("Leningrad", infantry=1)) == ["not-own-land"]


@pytest.mark.parametrize(
    ("owner", "guest", "gives", "codes_wanted"),
    [
        ("Germans", "British", False, []),
        (NEUTRAL, "British", False, []),
        ("Russians", "Americans", False, ["not-own-land"]),
        ("Russians", "Americans", True, []),
        ("Germans", "Germans", True, ["not-own-land"]),
    ],
)
def test_B99_wherever_an_own_unit_is_and_on_land_of_who_gives_units_away(
    owner: str, guest: str, gives: bool, codes_wanted: list[str]
) -> None:
    """gives: whether the Russians give units to the British; guest: whose fighter is there."""
    plain = big_world()
    nations = tuple(
        replace(entry, gives_to=("British",)) if gives and entry.name == "Russians" else entry
        for entry in plain.politics.nations
    )
    definition = replace(plain, politics=replace(plain.politics, nations=nations))
    state = position(
        definition,
        "British",
        "bid_place",
        cleared=["Leningrad"],
        units=[("Leningrad", guest, "fighter", 1)],
        owners={"Leningrad": owner},
        unplaced={"infantry": 1},
    )
    order = place("Leningrad", infantry=1)
    assert codes(state, order) == codes_wanted
    assert (order in legal(state)) is not bool(codes_wanted)


@pytest.mark.parametrize("option", [True, False])
def test_B99_carriers_take_aircraft_of_a_bid_whatever_new_aircraft_may_do(option: bool) -> None:
    zone = "SZ 57 Arabian Sea"
    state = position(
        big_world(produce_fighters_on_carriers=option, lhtr_carrier_production=False),
        "British",
        "bid_place",
        cleared=[zone],
        units=[(zone, "British", "carrier", 1)],
        unplaced={"fighter": 3},
    )
    assert codes(state, place(zone, fighter=2)) == []
    assert codes(state, place(zone, fighter=3)) == ["no-carrier-room"]


@pytest.mark.parametrize(("mills", "wanted"), [(0, ["nothing-to-use-up"]), (1, []), (2, [])])
def test_B99_what_a_unit_is_built_out_of_is_used_up_in_a_bid_too(
    mills: int, wanted: list[str]
) -> None:
    plain = big_world()
    types = dict(plain.unit_types)
    types["armour"] = with_facts(types["armour"], consumes=(("artillery", 1),))
    state = position(
        replace(plain, unit_types=types),
        "British",
        "bid_place",
        cleared=["Scotland"],
        units=[("Scotland", "British", "artillery", mills)],
        unplaced={"armour": 1},
    )
    order = place("Scotland", armour=1)
    assert codes(state, order) == wanted
    if not wanted:
        after = apply(state, order).state
        assert count_in(after, "Scotland", "British", "artillery") == mills - 1
        assert count_in(after, "Scotland", "British", "armour") == 1


def test_B99_ships_only_beside_own_ships_and_without_enemies() -> None:
    state = position(big_world(), "British", "bid_place", unplaced={"transport": 1})
    assert codes(state, place("SZ 16 North Atlantic", transport=1)) == []
    assert codes(state, place("SZ 13 Gulf of St Lawrence", transport=1)) == ["no-own-unit"]
    contested = position(
        big_world(),
        "British",
        "bid_place",
        unplaced={"transport": 1},
        units=[("SZ 16 North Atlantic", "Germans", "submarine", 1)],
    )
    assert codes(contested, place("SZ 16 North Atlantic", transport=1)) == ["enemies-present"]


def test_B99_fighters_at_sea_need_room_on_a_carrier() -> None:
    zone = "SZ 57 Arabian Sea"
    state = position(
        big_world(),
        "British",
        "bid_place",
        cleared=[zone],
        units=[(zone, "British", "carrier", 1), (zone, "British", "fighter", 1)],
        unplaced={"fighter": 2, "carrier": 1},
    )
    assert codes(state, place(zone, fighter=1)) == []
    assert codes(state, place(zone, fighter=2)) == ["no-carrier-room"]
    assert codes(state, place(zone, fighter=2, carrier=1)) == []


def test_B94_B99_one_factory_per_territory_also_in_a_bid() -> None:
    state = position(big_world(), "Germans", "bid_place", unplaced={"factory": 2})
    assert codes(state, place("Italy", factory=1)) == ["too-many-factories"]
    assert codes(state, place("France", factory=1)) == []


def test_B99_a_factory_of_a_bid_builds_in_round_1() -> None:
    step = new_game(big_world(bid={"Germans": 15}))
    state = done(apply(step.state, Buy((("factory", 1),))).state).state
    step = apply(state, place("France", factory=1))
    step = at_phase(done(step.state), "Germans", "purchase")
    step = at_phase(apply(step.state, Buy((("infantry", 1),))), "Germans", "place")
    assert codes(step.state, place("France", infantry=1)) == []


@pytest.mark.parametrize("phase", ["bid_place"])
def test_legal_bid_placements_pass_check(phase: str) -> None:
    state = position(big_world(), "Germans", phase, unplaced={"infantry": 1, "submarine": 1})
    orders = list(legal(state))
    assert orders[-1] == Done()
    assert all(check(state, order) == () for order in orders)
    land = [order for order in orders if isinstance(order, Place) and "SZ" not in order.territory]
    assert len(land) == 23


def test_B99_units_that_wait_from_the_start_are_no_bid() -> None:
    """They come onto the board in the first placement phase of their nation, as the map says."""
    game = big_world()
    waiting = replace(game, setup=replace(game.setup, unplaced={"Germans": {"infantry": 2}}))
    step = new_game(waiting)
    assert step.state.phase.phase == "tech"
    assert step.state.unplaced["Germans"] == {"infantry": 2}
    bid = replace(waiting, options=replace(waiting.options, bid={"Germans": 3}))
    state = apply(new_game(bid).state, Buy((("infantry", 1),))).state
    assert done(state).state.phase.phase == "bid_place"
