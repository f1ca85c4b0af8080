"""What is said about aircraft in the air before a phase ends (B143, B144, B211, C79)."""

from engine import State, Step, waiting_for
from engine.advice import flights_now, planned_battles
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, classic, done, position

BASE = "Hawaiian Islands"
GOAL = (BASE, "SZ 95 Pacific", "SZ 94 Pacific", "SZ 87 West Pacific")
ASIDE = (BASE, "SZ 95 Pacific", "SZ 94 Pacific", "SZ 93 West Pacific")


def said(state: State, nation: str) -> list[tuple[str, bool]]:
    step = Step(state, (), waiting_for(state))
    return [(warning.text, warning.is_certain) for warning in flights_now(nation, step)]


def test_B144_two_flights_that_count_on_one_deck_are_warned_of() -> None:
    """Each of the two moves is legal; the carrier can fetch the fighters of one of them."""
    state = position(
        big_world(),
        "Americans",
        "combat_move",
        cleared=("SZ 88 Pacific",),
        units=(("SZ 88 Pacific", "Americans", "carrier", 1), (BASE, "Americans", "fighter", 2)),
    )
    two = after(state, move("2 fighter", *GOAL))
    assert said(two, "Americans") == []
    third = move("1 fighter", *ASIDE)
    assert codes(two, third) == set()
    three = after(two, third)
    (text, is_certain), *others = said(three, "Americans")
    assert text.startswith("1 fighter in SZ ")
    assert text.endswith(" will find no place to land once the others have landed")
    assert is_certain and others == []
    assert said(three, "Japanese") == []


def test_B211_aircraft_that_have_still_to_land_are_named_while_they_can() -> None:
    state = position(
        big_world(),
        "Russians",
        "noncombat_move",
        units=(("Leningrad", "Russians", "fighter", 2), ("Finland", "Russians", "fighter", 1)),
        cleared=("Finland",),
        owners={"Finland": "Germans"},
    )
    text = "1 fighter in Finland will be lost when the phase ends, unless landed first"
    assert said(state, "Russians") == [(text, False)]
    assert said(after(state, move("1 fighter", "Finland", "Karelija")), "Russians") == []


NORTH, SPAIN = "North Sea Zone", "West Spain Sea Zone"
MEDITERRANEAN = "West Mediteranean Sea Zone"


def far_flight() -> State:
    """A British fighter far out over a German transport, its carrier two zones behind."""
    state = position(
        classic(),
        "British",
        "combat_move",
        cleared=(NORTH, SPAIN, MEDITERRANEAN, "Baltic Sea Zone", "Gibraltar"),
        owners=dict.fromkeys(("Gibraltar", "Spain", "Algeria"), "Germans"),
        units=(
            (NORTH, "British", "carrier", 1),
            (MEDITERRANEAN, "Germans", "transport", 1),
            ("United Kingdom", "British", "fighter", 1),
        ),
    )
    return after(state, move("1 fighter", "United Kingdom", NORTH, SPAIN, MEDITERRANEAN))


def test_C79_a_flight_that_waits_for_a_carrier_is_warned_of_while_it_can_move() -> None:
    waits = "cannot land unless a carrier moves for it in this phase"
    state = far_flight()
    assert said(state, "British") == [(f"1 fighter in {MEDITERRANEAN} {waits}", True)]
    sailed = after(state, move("1 carrier", NORTH, SPAIN))
    assert said(sailed, "British") == []
    assert said(done(sailed).state, "British") == []


def test_C79_after_the_combat_move_no_carrier_comes_any_more() -> None:
    (text, is_certain), *others = said(done(far_flight()).state, "British")
    assert text.endswith("carriers that fetch aircraft had to move in the combat move")
    assert is_certain and others == []


def test_C79_the_odds_count_the_aircraft_that_cannot_land() -> None:
    state = far_flight()
    for lost in (state, done(state).state):
        (battle,) = planned_battles(lost)
        assert battle.stranded == 12
        assert battle.sentence().endswith(", then 12 PUs of aircraft that cannot land")
    (battle,) = planned_battles(after(state, move("1 carrier", NORTH, SPAIN)))
    assert battle.stranded == 0
