"""Movement in Classic: land, sea, air, transports, neutral land.

C21 to C31, C47 to C50, C69 to C71, C79.
"""

from dataclasses import replace

import pytest

from engine import PUS, Definition, State, apply
from engine.core.chance import RollRequest
from engine.core.events.movement import AircraftLost, NeutralityPaid
from engine.core.state import TurnRecord, with_units
from engine.core.unit import Unit
from engine.rules.economy.income import income_of
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import Stack, at_phase, classic, count_in, done, position

NORTH, BALTIC, SPAIN = "North Sea Zone", "Baltic Sea Zone", "West Spain Sea Zone"


def moving(
    nation: str,
    *units: Stack,
    cleared: tuple[str, ...] = (),
    combat: bool = True,
    owners: dict[str, str] | None = None,
    definition: Definition | None = None,
    **more: object,
) -> State:
    phase = "combat_move" if combat else "noncombat_move"
    pus = more.get("pus")
    return position(
        definition or classic(),
        nation,
        phase,
        units=units,
        cleared=cleared,
        owners=owners,
        pus=pus if isinstance(pus, dict) else None,
    )


def later(state: State) -> State:
    """The non-combat move after a combat move without battles."""
    return at_phase(done(state), state.nation, "noncombat_move").state


def test_C21_infantry_goes_one_land() -> None:
    state = moving("Russians", combat=False)
    assert codes(state, move("1 infantry", "Russia", "Novosibirsk")) == set()
    far = move("1 infantry", "Russia", "Karelia S.S.R.", "Caucasus")
    assert codes(state, far) == {"not-enough-movement"}


def test_C22_a_tank_goes_two() -> None:
    state = moving("Russians", combat=False)
    assert codes(state, move("1 armour", "Russia", "Karelia S.S.R.", "Caucasus")) == set()
    far = move("1 armour", "Russia", "Novosibirsk", "Yakut S.S.R.", "Soviet Far East")
    assert "not-enough-movement" in codes(state, far)


def test_C23_a_tank_takes_empty_enemy_land_and_goes_on() -> None:
    state = moving("Russians", cleared=("Ukraine S.S.R.",))
    path = ("Karelia S.S.R.", "Ukraine S.S.R.", "East Europe")
    assert codes(state, move("1 armour", *path)) == set()
    moved = after(state, move("1 armour", *path))
    assert moved.owners["Ukraine S.S.R."] == "Russians"
    assert battles(moved) == {"East Europe": ("armour",)}


def test_C24_not_through_land_that_is_held() -> None:
    state = moving("Russians")
    path = ("Karelia S.S.R.", "Ukraine S.S.R.", "East Europe")
    assert "enemy-on-path" in codes(state, move("1 armour", *path))


def test_C24_not_through_neutral_land() -> None:
    state = moving("Germans", cleared=("Gibraltar",))
    path = ("West Europe", "Spain", "Gibraltar")
    assert codes(state, move("1 armour", *path)) == {"must-stop-in-neutral"}


@pytest.mark.parametrize("kind", ["aaGun", "factory"])
def test_C24_an_aa_gun_or_factory_alone_does_not_stop_a_tank(kind: str) -> None:
    units = ("Ukraine S.S.R.", "Germans", kind, 1)
    path = ("Karelia S.S.R.", "Ukraine S.S.R.", "East Europe")
    state = moving("Russians", units, cleared=("Ukraine S.S.R.",))
    assert codes(state, move("1 armour", *path)) == set()
    stopped = classic(blitz_stopped_by_infrastructure=True)
    state = moving("Russians", units, cleared=("Ukraine S.S.R.",), definition=stopped)
    assert codes(state, move("1 armour", *path)) == {"enemy-on-path"}


def test_C25_a_fighter_has_four_steps_for_the_whole_turn() -> None:
    state = moving("British", cleared=(BALTIC,), owners={"West Europe": "British"})
    out = move("1 fighter", "United Kingdom", NORTH, BALTIC)
    state = after(state, out)
    home = later(state)
    assert home.phase.phase == "noncombat_move"
    assert codes(home, move("1 fighter", BALTIC, NORTH, "United Kingdom")) == set()
    too_far = move("1 fighter", BALTIC, NORTH, "East Canada Sea Zone", "East Canada")
    assert "not-enough-movement" in codes(home, too_far)


def test_C25_a_fighter_must_be_able_to_land() -> None:
    state = moving("British")
    path = ("United Kingdom", NORTH, SPAIN, "South Africa Sea Zone")
    assert codes(state, move("1 fighter", *path)) != set()
    out = ("United Kingdom", NORTH, SPAIN, "West Mediteranean Sea Zone")
    assert codes(state, move("2 fighter", *out)) == set()
    # Without Gibraltar no land is left within one step.
    state = moving("British", owners={"Gibraltar": "Germans"})
    assert codes(state, move("2 fighter", *out)) == {"no-landing"}


def test_C26_a_bomber_has_six_steps() -> None:
    state = moving("British")
    raid = move("1 bomber", "United Kingdom", NORTH, BALTIC, "Germany", raid=True)
    assert codes(state, raid) == set()
    far = ("United Kingdom", NORTH, BALTIC, "East Europe", "Ukraine S.S.R.")
    assert codes(state, move("1 bomber", *far)) == set()
    longer = (*far, "Caucasus", "Persia", "India")
    assert "not-enough-movement" in codes(state, move("1 bomber", *longer))


def test_C27_a_bomber_cannot_land_on_a_carrier() -> None:
    fighter_there = moving("British", (SPAIN, "British", "carrier", 1), combat=False)
    flight = ("United Kingdom", NORTH, SPAIN)
    stays = after(fighter_there, move("1 fighter", *flight))
    assert count_in(done(stays).state, SPAIN, "British", "fighter") == 1
    bomber = after(fighter_there, move("1 bomber", *flight))
    lost = [event for event in done(bomber).events if isinstance(event, AircraftLost)]
    assert [(event.territory, len(event.units)) for event in lost] == [(SPAIN, 1)]


def test_C28_ships_go_two_zones() -> None:
    state = moving("British", combat=False)
    two = move("1 battleship", NORTH, "East Canada Sea Zone", "East US Sea Zone")
    assert codes(state, two) == set()
    three = move(
        "1 transport", NORTH, "East Canada Sea Zone", "East US Sea Zone", "Carribean Sea Zone"
    )
    assert codes(state, three) != set()


def test_C29_ships_stop_in_the_first_hostile_zone() -> None:
    state = moving("British")
    assert codes(state, move("1 battleship", NORTH, SPAIN)) == set()
    path = ("West Mediteranean Sea Zone", SPAIN, NORTH)
    assert codes(state, move("1 battleship", *path)) == {"enemy-on-path"}


def test_C29_submarines_pass_enemies_D4() -> None:
    path = (SPAIN, NORTH, "Karelia Sea Zone")
    assert codes(moving("Germans"), move("1 submarine", *path)) == set()
    other = classic(submarines_pass_enemies=False)
    stopped = moving("Germans", definition=other)
    assert codes(stopped, move("1 submarine", *path)) == {"enemy-on-path"}


def test_C29_a_ship_that_begins_among_enemies_may_leave() -> None:
    state = moving("British", (SPAIN, "British", "battleship", 1))
    assert codes(state, move("1 battleship", SPAIN, NORTH)) == set()


LOADS = [
    ("2 infantry", True),
    ("1 armour", True),
    ("1 aaGun", True),
    ("1 aaGun, 1 infantry", True),
    ("3 infantry", False),
    ("1 armour, 1 infantry", False),
    ("1 aaGun, 2 infantry", False),
    ("2 aaGun", False),
    ("1 armour, 1 aaGun", False),
    ("2 armour", False),
]


@pytest.mark.parametrize(("load", "fits"), LOADS)
def test_C30_what_a_transport_takes_D3(load: str, fits: bool) -> None:
    troops = [("United Kingdom", "British", kind, 3) for kind in ("infantry", "armour", "aaGun")]
    state = moving("British", *troops, combat=False)
    reasons = codes(state, move(load, "United Kingdom", NORTH))
    assert reasons == (set() if fits else {"no-room-aboard"})


@pytest.mark.parametrize(("load", "fits"), LOADS)
def test_C30_by_option_an_aa_gun_rides_alone_D3(load: str, fits: bool) -> None:
    troops = [("United Kingdom", "British", kind, 3) for kind in ("infantry", "armour", "aaGun")]
    alone = classic(aa_guns_ride_alone=True)
    state = moving("British", *troops, combat=False, definition=alone)
    reasons = codes(state, move(load, "United Kingdom", NORTH))
    allowed = fits and load != "1 aaGun, 1 infantry"
    assert reasons == (set() if allowed else {"no-room-aboard"})


def test_C31_a_bridge_between_two_coasts_of_a_zone() -> None:
    state = moving("British", combat=False, owners={"Finland Norway": "British"})
    state = moving(
        "British",
        combat=False,
        cleared=("Finland Norway",),
        owners={"Finland Norway": "British"},
    )
    ashore = after(
        state,
        move("2 infantry", "United Kingdom", NORTH),
        move("2 infantry", NORTH, "Finland Norway"),
    )
    assert count_in(ashore, "Finland Norway", "British", "infantry") == 2
    transports = [unit for unit in ashore.units_in(NORTH) if unit.type == "transport"]
    assert [unit.moved for unit in transports] == [0]


def test_C31_a_bridge_into_a_battle() -> None:
    state = after(
        moving("British"),
        move("2 infantry", "United Kingdom", NORTH),
        move("2 infantry", NORTH, "West Europe"),
    )
    assert battles(state) == {"West Europe": ("infantry", "infantry")}


def test_C47_fighters_land_on_friendly_land_and_carriers() -> None:
    state = moving("Americans", combat=False)
    to_the_carrier = ("Hawaii Sea Zone", "Midway Sea Zone", "Midway")
    assert codes(state, move("1 fighter", *to_the_carrier)) == set()
    of_an_ally = ("East US", "East Canada")
    assert codes(state, move("1 fighter", *of_an_ally)) == set()
    enemy = ("China", "Manchuria")
    assert codes(state, move("1 fighter", *enemy)) != set()


def test_C48_no_flight_without_a_place_to_land() -> None:
    state = moving("Japanese")
    path = (
        "Philippines",
        "Philippines Sea Zone",
        "Caroline Islands Sea Zone",
        "Solomon Islands Sea Zone",
        "Hawaii Sea Zone",
    )
    assert codes(state, move("1 fighter", *path)) == set()
    alone = moving("Japanese", cleared=("Caroline Islands Sea Zone",))
    assert codes(alone, move("1 fighter", *path)) == {"no-landing"}


def test_C49_not_in_land_that_was_taken_in_this_turn() -> None:
    taken = position(
        classic(),
        "Russians",
        "noncombat_move",
        cleared=["Ukraine S.S.R."],
        owners={"Ukraine S.S.R.": "Russians"},
        turn=TurnRecord(conquered=("Ukraine S.S.R.",)),
    )
    there = after(taken, move("1 fighter", "Karelia S.S.R.", "Ukraine S.S.R."))
    lost = [event for event in done(there).events if isinstance(event, AircraftLost)]
    assert [event.territory for event in lost] == ["Ukraine S.S.R."]


def test_C50_aa_guns_fire_at_what_flies_over() -> None:
    """Germany has an AA gun: one die for each aircraft, at the move itself."""
    state = moving("British")
    path = ("United Kingdom", NORTH, BALTIC, "Germany", "East Europe")
    step = apply(state, move("1 bomber", *path))
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.territory, step.waiting.count) == ("Germany", 1)


def test_C50_in_the_combat_move_only_and_by_option_in_both() -> None:
    path = ("United Kingdom", NORTH, "West Europe", "South Europe", "Central Mediteranean Sea Zone")
    units = ("United Kingdom", "British", "bomber", 1)
    quiet = apply(moving("British", units, combat=False), move("1 bomber", *path))
    assert not isinstance(quiet.waiting, RollRequest)
    always = moving("British", units, combat=False, definition=classic(always_on_aa=True))
    assert isinstance(apply(always, move("1 bomber", *path)).waiting, RollRequest)


def test_C69_the_first_to_enter_neutral_land_pays_3() -> None:
    state = moving("Germans")
    step = apply(state, move("1 infantry", "West Europe", "Spain"))
    assert NeutralityPaid("Germans", "Spain", 3) in step.events
    assert step.state.amount("Germans", PUS) == 32 - 3


def test_C69_D12_without_3_it_is_refused() -> None:
    order = move("1 infantry", "West Europe", "Spain")
    assert codes(moving("Germans", pus={"Germans": 2}), order) == {"cannot-pay-neutrality"}
    assert codes(moving("Germans", pus={"Germans": 3}), order) == set()


def test_C70_the_player_controls_it_and_gets_its_value() -> None:
    state = after(moving("Germans"), move("1 infantry", "West Europe", "Spain"))
    assert state.owners["Spain"] == "Germans"
    assert income_of(state, "Germans") == 32 + 0


@pytest.mark.parametrize("nation", ["Germans", "Japanese", "British"])
def test_C71_later_entries_are_free(nation: str) -> None:
    """The same nation, an ally and an enemy pay nothing for land that is neutral no more."""
    units = [("West Europe", "Germans", "infantry", 2), ("Gibraltar", nation, "infantry", 1)]
    start = {"Germans": "West Europe"}.get(nation, "Gibraltar")
    gibraltar = {"Gibraltar": "British" if nation == "British" else "Germans"}
    state = moving(nation, *units, cleared=("Gibraltar",), owners={"Spain": "Germans", **gibraltar})
    before = state.amount(nation, PUS)
    step = apply(state, move("1 infantry", start, "Spain"))
    assert not [event for event in step.events if isinstance(event, NeutralityPaid)]
    assert step.state.amount(nation, PUS) == before


def test_C69_aircraft_do_not_come_to_neutral_land_to_fly_on_from_there() -> None:
    """Nobody defends it, so there is nothing to do but to cross it without paying."""
    state = position(classic(), "Germans", "combat_move")
    assert codes(state, move("1 fighter", "Germany", "Switzerland")) == {"neutral-flyover"}


def test_C69_aircraft_do_not_fly_over_neutral_land() -> None:
    state = moving("Germans", combat=False)
    over = move("1 fighter", "West Europe", "Switzerland", "South Europe")
    assert codes(state, over) == {"neutral-flyover"}


def test_D17_suez_needs_both_banks_and_panama_its_own() -> None:
    east, red = "East Mediteranean Sea Zone", "Red Sea Zone"
    state = moving("British", combat=False)
    assert codes(state, move("1 submarine", east, red)) == set()
    for bank in ("Anglo Sudan Egypt", "Syria Jordan"):
        closed = moving("British", combat=False, owners={bank: "Germans"})
        assert codes(closed, move("1 submarine", east, red)) == {"canal-closed"}
    ship = ("Carribean Sea Zone", "Americans", "transport", 1)
    path = ("Carribean Sea Zone", "West Panama Sea Zone")
    assert codes(moving("Americans", ship, combat=False), move("1 transport", *path)) == set()
    closed = moving("Americans", ship, combat=False, owners={"Panama": "Japanese"})
    assert codes(closed, move("1 transport", *path)) == {"canal-closed"}


def test_D17_west_canada_touches_the_sea_in_the_east() -> None:
    assert classic().board.is_border("West Canada", "East Canada Sea Zone")
    assert not classic().board.is_border("Kwangtung", "Japan Sea Zone")


CANADA = "East Canada Sea Zone"


def carrier_at_sea(moved: int, *, combat: bool, **options: object) -> State:
    """A British carrier with two fighters that have flown so many steps, in one zone."""
    state = position(
        classic(**options),
        "British",
        "combat_move" if combat else "noncombat_move",
        units=[(CANADA, "British", "carrier", 1), (CANADA, "British", "fighter", 2)],
        cleared=[SPAIN],
    )
    flown = [replace(unit, moved=moved) for unit in state.units_in(CANADA) if is_fighter(unit)]
    return with_units(state, flown)


def is_fighter(unit: Unit) -> bool:
    return unit.type == "fighter"


def lost_in(state: State) -> list[AircraftLost]:
    """Aircraft that are lost when the phase under way ends."""
    return [event for event in done(state).events if isinstance(event, AircraftLost)]


def test_C79_fighters_land_on_a_carrier_that_moved_in_the_combat_move() -> None:
    sailed = after(carrier_at_sea(3, combat=True), move("1 carrier", CANADA, SPAIN))
    state = later(sailed)
    assert codes(state, move("2 fighter", CANADA, SPAIN)) == set()
    assert lost_in(after(state, move("2 fighter", CANADA, SPAIN))) == []
    assert codes(state, move("1 carrier", SPAIN, NORTH)) == {"not-enough-movement"}


def test_C79_not_on_one_that_moves_afterwards_D8() -> None:
    state = carrier_at_sea(3, combat=False)
    assert codes(state, move("2 fighter", CANADA, SPAIN)) == {"no-landing"}
    sailed = after(state, move("1 carrier", CANADA, SPAIN))
    assert codes(sailed, move("2 fighter", CANADA, SPAIN)) == {"no-landing"}


def test_C79_fighters_stay_where_the_carrier_stays() -> None:
    assert lost_in(carrier_at_sea(3, combat=False)) == []


def test_C79_a_carrier_that_moves_afterwards_takes_along_aircraft_that_have_not_flown() -> None:
    both = move("1 carrier, 2 fighter", CANADA, SPAIN)
    state = carrier_at_sea(0, combat=False)
    assert codes(state, both) == set()
    assert lost_in(after(state, both)) == []


def test_C79_aircraft_that_have_flown_cannot_go_along() -> None:
    both = move("1 carrier, 2 fighter", CANADA, SPAIN)
    assert codes(carrier_at_sea(2, combat=False), both) == {"carrier-not-declared"}


def test_C79_by_option_carriers_fetch_aircraft_after_the_combat_move_D8() -> None:
    state = carrier_at_sea(3, combat=False, carrier_moves_declared=False)
    assert codes(state, move("2 fighter", CANADA, SPAIN)) == set()
    sailed = after(state, move("1 carrier", CANADA, SPAIN))
    assert lost_in(after(sailed, move("2 fighter", CANADA, SPAIN))) == []
    both = move("1 carrier, 2 fighter", CANADA, SPAIN)
    assert codes(state, both) == set()
