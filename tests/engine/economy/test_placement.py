"""Placement (B32, B93, B94, B217 to B220, B224 to B229)."""

from dataclasses import replace

import pytest

from engine.core.events.economy import UnitsPlaced, UnplacedUnitsLost
from engine.core.events.turn import PhaseSkipped
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply, check, legal
from engine.gamedef import State
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.place import Place
from engine.rules.economy.free_placement import placeable_total
from tests.support.positions import at_phase, big_world, count_in, done, position

SZ_11 = "SZ 11 West Baltic Sea"


def place(territory: str, producer: str = "", **units: int) -> Place:
    return Place(tuple(Pick(count, name) for name, count in units.items()), territory, producer)


def codes(state: State, order: Place) -> list[str]:
    return [reason.code for reason in check(state, order)]


def germans(**unplaced: int) -> State:
    return position(big_world(), "Germans", "place", unplaced=unplaced)


def russians(turn: TurnRecord | None = None, **unplaced: int) -> State:
    owners = dict.fromkeys(turn.conquered, "Russians") if turn else {}
    return position(big_world(), "Russians", "place", unplaced=unplaced, turn=turn, owners=owners)


def test_B217_what_was_bought_can_be_placed_in_the_same_turn() -> None:
    bought = apply(position(big_world(), "Germans", "purchase"), Buy((("armour", 2),)))
    state = at_phase(bought, "Germans", "place").state
    placed = apply(state, place("Italy", armour=2))
    before = count_in(state, "Italy", "Germans", "armour")
    assert count_in(placed.state, "Italy", "Germans", "armour") == before + 2
    assert placed.state.unplaced["Germans"] == {}
    event = next(entry for entry in placed.events if isinstance(entry, UnitsPlaced))
    assert (event.territory, event.producer, event.produced) == ("Italy", "Italy", (("Italy", 2),))
    assert [unit.id for unit in event.units] == [424, 425]


def test_B217_more_than_is_unplaced_is_refused() -> None:
    assert codes(germans(armour=1), place("Italy", armour=2)) == ["not-unplaced"]
    assert codes(germans(armour=1), place("Italy", infantry=1)) == ["not-unplaced"]
    twice = Place((Pick(1, "armour"), Pick(1, "armour")), "Italy")
    assert codes(germans(armour=1), twice) == ["not-unplaced"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Place((), "Italy"), "nothing-named"),
        (Place((Pick(0, "armour"),), "Italy"), "wrong-count"),
        (Place((Pick(-1, "armour"),), "Italy"), "wrong-count"),
        (Place((Pick(1, "tank"),), "Italy"), "unknown-unit"),
        (Place((Pick(1, "armour"),), "Rhine"), "unknown-territory"),
        (Place((Pick(1, "armour", "British"),), "Italy"), "not-unplaced"),
        (Place((Pick(1, "armour", units=(7,)),), "Italy"), "not-unplaced"),
        (Place((Pick(1, "armour"),), "Italy", "France"), "wrong-factory"),
    ],
)
def test_B217_orders_that_name_nothing_real_are_refused(order: Place, expected: str) -> None:
    assert codes(germans(armour=1), order) == [expected]


def test_B218_a_new_factory_stands_on_any_own_land_held_since_the_start_of_the_turn() -> None:
    state = russians(TurnRecord(conquered=("Western Russia",)), factory=1, armour=1)
    assert codes(state, place("Ukraine", factory=1)) == ["not-own-land"]
    assert codes(state, place("Karelija", factory=1)) == []
    assert codes(state, place("Western Russia", factory=1)) == ["taken-this-turn"]


def test_B218_ukraine_when_it_is_russian() -> None:
    state = position(
        big_world(), "Russians", "place", unplaced={"factory": 1}, owners={"Ukraine": "Russians"}
    )
    assert codes(state, place("Ukraine", factory=1)) == []


def test_B218_a_new_factory_builds_nothing_before_the_next_turn() -> None:
    state = apply(russians(factory=1, armour=1), place("Karelija", factory=1)).state
    assert state.turn.built == ("Karelija",)
    assert codes(state, place("Karelija", armour=1)) == ["factory-too-new"]
    assert codes(state, place("SZ 7 Barents Sea", armour=1)) == ["not-at-sea"]
    later = at_phase(done(done(state).state), "Russians", "purchase")
    assert placeable_total(later.state, "Russians") == 13
    again = apply(later.state, Buy((("armour", 1),)))
    next_turn = at_phase(again, "Russians", "place").state
    assert codes(next_turn, place("Karelija", armour=1)) == []


@pytest.mark.parametrize("again", [True, False])
def test_B218_B224_in_a_second_placement_of_a_turn_factories_build_anew(again: bool) -> None:
    """Also those that were placed in the first one."""
    world = big_world(unplaced_units_kept=True)
    where = next(at for at, step in enumerate(world.sequence) if step.name == "germanPlace")
    second = replace(world.sequence[where], name="germanPlaceAgain")
    steps = (*world.sequence[: where + 1], second, *world.sequence[where + 1 :])
    world = replace(world, sequence=steps)
    state = position(world, "Germans", "place", unplaced={"factory": 1, "infantry": 99})
    most = world.board.territories["Italy"].production
    state = apply(state, place("Italy", infantry=most)).state
    state = apply(state, place("France", factory=1)).state
    assert codes(state, place("Italy", infantry=1)) == ["limit-reached"]
    assert codes(state, place("France", infantry=1)) == ["factory-too-new"]
    if again:
        state = done(state).state
        assert state.phase.phase == "place"
        assert codes(state, place("Italy", infantry=most)) == []
        assert codes(state, place("Italy", infantry=most + 1)) == ["limit-reached"]
        assert codes(state, place("France", infantry=1)) == []


def test_B218_a_new_factory_does_not_use_up_the_limit() -> None:
    state = russians(factory=1, infantry=12)
    state = apply(state, place("Karelija", factory=1)).state
    for name, count in [("Moscow", 4), ("Stalingrad", 3), ("Sverdlovsk", 3), ("Leningrad", 2)]:
        state = apply(state, place(name, infantry=count)).state
    assert dict(state.turn.produced) == {
        "Leningrad": 2,
        "Moscow": 4,
        "Stalingrad": 3,
        "Sverdlovsk": 3,
    }


def test_B218_land_of_value_0_may_have_a_factory_that_builds_nothing() -> None:
    unplaced = {"factory": 1, "infantry": 1}
    state = position(big_world(), "Russians", "place", unplaced=unplaced, cleared=["Novaya-Zemlya"])
    assert big_world().board.territories["Novaya-Zemlya"].production == 0
    assert codes(state, place("Novaya-Zemlya", factory=1)) == []
    built = position(
        big_world(),
        "Russians",
        "place",
        unplaced=unplaced,
        units=[("Novaya-Zemlya", "Russians", "factory", 1)],
    )
    assert codes(built, place("Novaya-Zemlya", infantry=1)) == ["limit-reached"]
    older = position(
        big_world(min_factory_production=1),
        "Russians",
        "place",
        unplaced=unplaced,
        units=[("Novaya-Zemlya", "Russians", "factory", 1)],
    )
    assert codes(older, place("Novaya-Zemlya", infantry=1)) == []


def test_B94_a_second_factory_is_refused() -> None:
    assert codes(germans(factory=2), place("Italy", factory=1)) == ["too-many-factories"]
    assert codes(germans(factory=2), place("France", factory=2)) == ["too-many-factories"]
    assert codes(germans(factory=2), place("France", factory=1)) == []


def test_B94_two_factories_build_no_more_than_one() -> None:
    state = position(
        big_world(max_factories=2),
        "Germans",
        "place",
        unplaced={"infantry": 7, "factory": 1},
        units=[("Italy", "Germans", "factory", 1)],
    )
    assert codes(state, place("Italy", infantry=6)) == []
    assert codes(state, place("Italy", infantry=7)) == ["limit-reached"]
    assert codes(state, place("Italy", factory=1)) == ["too-many-factories"]


def test_B94_with_two_allowed_the_old_factory_goes_on_building_beside_the_new_one() -> None:
    state = position(
        big_world(max_factories=2), "Germans", "place", unplaced={"infantry": 6, "factory": 1}
    )
    state = apply(state, place("Italy", factory=1)).state
    assert codes(state, place("Italy", infantry=6)) == []


def test_B219_land_units_only_where_an_own_factory_stands() -> None:
    state = russians(infantry=1, fighter=1)
    assert codes(state, place("Karelija", infantry=1)) == ["no-factory"]
    assert codes(state, place("Leningrad", infantry=1)) == []
    assert codes(state, place("Karelija", fighter=1)) == ["no-factory"]
    assert codes(state, place("Italy", infantry=1)) == ["not-own-land"]


def test_B32_no_placing_where_the_factory_was_captured_in_this_turn() -> None:
    owners = {"Leningrad": "Germans"}
    units = [("Leningrad", "Germans", "factory", 1)]
    unplaced = {"infantry": 3}
    now = position(
        big_world(),
        "Germans",
        "place",
        cleared=["Leningrad"],
        units=units,
        owners=owners,
        unplaced=unplaced,
        turn=TurnRecord(conquered=("Leningrad",)),
    )
    assert codes(now, place("Leningrad", infantry=1)) == ["taken-this-turn"]
    assert codes(now, place("SZ 12 East Baltic Sea", infantry=1)) == ["not-at-sea"]
    later = position(
        big_world(),
        "Germans",
        "place",
        cleared=["Leningrad"],
        units=units,
        owners=owners,
        unplaced=unplaced,
        round_number=2,
    )
    assert codes(later, place("Leningrad", infantry=2)) == []
    assert codes(later, place("Leningrad", infantry=3)) == ["limit-reached"]


def test_B220_ships_only_beside_a_factory() -> None:
    british = position(big_world(), "British", "place", unplaced={"transport": 1})
    zones = [
        order.territory
        for order in legal(british, None)
        if isinstance(order, Place)
        and big_world().board.is_border("Eastern Canada", order.territory)
    ]
    assert [name.split()[1] for name in zones] == ["1", "13", "18", "2"]
    assert codes(british, place("Eastern Canada", transport=1)) == ["not-on-land"]
    assert codes(british, place("SZ 57 Arabian Sea", transport=1)) == []
    assert codes(british, place("SZ 17 English Channel", transport=1)) == []
    assert codes(british, place(SZ_11, transport=1)) == ["no-factory-beside"]


def test_B220_an_inland_factory_builds_no_ships() -> None:
    state = russians(transport=1)
    zones = [order.territory for order in legal(state) if isinstance(order, Place)]
    # Stalingrad lies on the coast as well.
    assert all(
        any(big_world().board.is_border(zone, land) for land in ("Leningrad", "Stalingrad"))
        for zone in zones
    )
    assert "SZ 12 East Baltic Sea" in zones


def test_B220_beside_a_factory_taken_in_this_turn_the_reason_says_so() -> None:
    state = position(
        big_world(),
        "Germans",
        "place",
        cleared=["Leningrad"],
        units=[("Leningrad", "Germans", "factory", 1)],
        owners={"Leningrad": "Germans"},
        unplaced={"transport": 1},
        turn=TurnRecord(conquered=("Leningrad",)),
    )
    reasons = check(state, place("SZ 12 East Baltic Sea", transport=1))
    assert [reason.code for reason in reasons] == ["no-factory-beside"]
    assert "next turn" in reasons[0].text


def test_B224_ships_count_against_the_limit() -> None:
    state = germans(infantry=5, transport=2)
    state = apply(state, place("Italy", infantry=4)).state
    state = apply(state, place("SZ 25 Adriatic Sea", transport=2)).state
    assert dict(state.turn.produced) == {"Italy": 6}
    reasons = check(state, place("Italy", infantry=1))
    assert [reason.code for reason in reasons] == ["limit-reached"]
    assert "can build 0 more" in reasons[0].text


def test_B93_seven_units_in_western_germany_and_no_more() -> None:
    state = germans(infantry=8)
    assert codes(state, place("Western Germany", infantry=7)) == []
    assert codes(state, place("Western Germany", infantry=8)) == ["limit-reached"]


def test_B227_seven_ships_first_then_seven_infantry_beside_them() -> None:
    for land in ("Western Germany", "Eastern Germany"):
        state = germans(transport=7, infantry=8)
        state = apply(state, place(SZ_11, transport=7)).state
        assert codes(state, place(land, infantry=7)) == []
        state = apply(state, place(land, infantry=7)).state
        assert dict(state.turn.produced) == {"Eastern Germany": 7, "Western Germany": 7}
        for other in ("Western Germany", "Eastern Germany"):
            assert codes(state, place(other, infantry=1)) == ["limit-reached"]


def test_B227_fourteen_together_in_any_order_and_in_small_steps() -> None:
    state = germans(transport=8, infantry=8)
    for turn in range(14):
        order = place(SZ_11, transport=1) if turn % 2 else place("Eastern Germany", infantry=1)
        state = apply(state, order).state
    assert sum(state.turn.produced.values()) == 14
    assert codes(state, place(SZ_11, transport=1)) == ["limit-reached"]


def test_B227_a_named_factory_is_kept_to() -> None:
    state = germans(transport=7, infantry=1)
    state = apply(state, place(SZ_11, "Western Germany", transport=7)).state
    assert dict(state.turn.produced) == {"Western Germany": 7}
    assert codes(state, place("Western Germany", infantry=1)) == ["limit-reached"]
    assert codes(state, place("Eastern Germany", infantry=1)) == []


def test_B227_a_factory_that_is_not_there_is_refused_with_the_names_of_those_that_are() -> None:
    reasons = check(germans(transport=1), place(SZ_11, "Italy", transport=1))
    assert [reason.code for reason in reasons] == ["wrong-factory"]
    assert "Eastern Germany, Western Germany" in reasons[0].text


def test_B225_ships_may_be_placed_among_enemies_without_a_fight() -> None:
    units = [("SZ 17 English Channel", "Germans", "cruiser", 1)]
    unplaced = {"destroyer": 1}
    state = position(big_world(), "British", "place", units=units, unplaced=unplaced)
    after = apply(state, place("SZ 17 English Channel", destroyer=1)).state
    assert after.battles == ()
    older = big_world(ships_among_enemies=False)
    refused = position(older, "British", "place", units=units, unplaced=unplaced)
    assert codes(refused, place("SZ 17 English Channel", destroyer=1)) == ["enemies-present"]
    assert codes(refused, place("SZ 16 North Atlantic", destroyer=1)) == []


def test_B228_units_not_placed_are_lost_without_refund() -> None:
    state = germans(infantry=2)
    state = apply(state, place("Italy", infantry=1)).state
    step = done(state)
    assert UnplacedUnitsLost("Germans", (("infantry", 1),)) in step.events
    assert step.state.unplaced["Germans"] == {}


def test_B228_option_units_not_placed_are_kept() -> None:
    state = position(
        big_world(unplaced_units_kept=True), "Germans", "place", unplaced={"infantry": 1}
    )
    step = done(state)
    assert step.state.unplaced["Germans"] == {"infantry": 1}
    assert not [event for event in step.events if isinstance(event, UnplacedUnitsLost)]


def test_B229_a_new_unit_is_fresh_on_the_next_morning() -> None:
    state = apply(russians(infantry=1), place("Moscow", infantry=1)).state
    new = state.units[424]
    assert (new.moved, new.owner, new.territory) == (0, "Russians", "Moscow")
    assert done(state).state.turn == TurnRecord()


def test_B33_a_new_factory_and_aa_gun_remember_their_first_owner() -> None:
    state = apply(germans(factory=1, infantry=1), place("France", factory=1)).state
    state = apply(state, place("Italy", infantry=1)).state
    assert [state.units[key].original_owner for key in (424, 425)] == ["Germans", ""]


def test_B100_with_nothing_unplaced_the_phase_is_skipped() -> None:
    step = done(position(big_world(), "Germans", "noncombat_move"))
    skipped = [event for event in step.events if isinstance(event, PhaseSkipped)]
    assert [event.phase for event in skipped][:1] == ["place"]


def test_a_factory_and_units_in_one_order() -> None:
    state = position(
        big_world(max_factories=2), "Germans", "place", unplaced={"infantry": 2, "factory": 1}
    )
    step = apply(state, place("Italy", factory=1, infantry=2))
    placed = [event for event in step.events if isinstance(event, UnitsPlaced)]
    assert [(event.counts, len(event.units)) for event in placed] == [(True, 2), (False, 1)]
    assert step.state.next_unit == 427
    assert dict(step.state.turn.produced) == {"Italy": 2}


def test_B140_option_a_damaged_factory_builds_less() -> None:
    definition = big_world(bombing_damages_factory=True)
    state = position(definition, "Russians", "place", unplaced={"infantry": 2})
    factory = next(
        unit
        for unit in state.units_in("Leningrad")
        if definition.unit_types[unit.type].production.is_factory
    )
    damaged = {**state.units, factory.id: replace(factory, damage=1)}
    state = replace(state, units=damaged)
    assert codes(state, place("Leningrad", infantry=1)) == []
    assert codes(state, place("Leningrad", infantry=2)) == ["limit-reached"]


def test_legal_placements_all_pass_check_and_end_with_done() -> None:
    state = germans(infantry=1, transport=1, factory=1)
    orders = list(legal(state))
    assert orders[-1] == Done()
    assert all(check(state, order) == () for order in orders)
    places = [order for order in orders if isinstance(order, Place)]
    assert len([order for order in places if order.picks[0].type == "infantry"]) == 3
    assert len([order for order in places if order.picks[0].type == "factory"]) == 20
    only = [order for order in legal(state, "Italy") if isinstance(order, Place)]
    assert only == [place("Italy", infantry=1)]


def test_B26_a_factory_may_stand_in_land_of_its_owner_that_nobody_may_enter() -> None:
    """Some maps give such land an owner; in a recorded game a factory is placed there."""
    state = position(big_world(), "Germans", "place", unplaced={"factory": 1})
    closed = replace(state.definition.board.territories["France"], is_impassable=True)
    lands = {**state.definition.board.territories, "France": closed}
    state = replace(
        state,
        definition=replace(
            state.definition, board=replace(state.definition.board, territories=lands)
        ),
    )
    assert codes(state, place("France", factory=1)) == []
