"""Canals other than Big World's: several on a border, on land, and units that need none."""

from dataclasses import replace

import pytest

from engine.gamedef import Canal, State
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, position

SUEZ = ("SZ 28 Eastern Mediterranean", "SZ 55 Red Sea")
LANDS = ("Egypt", "Syria")


def _state(*canals: Canal, phase: str = "combat_move", needs_every: bool = False) -> State:
    definition = big_world(every_canal_needed=needs_every)
    others = tuple(canal for canal in definition.board.canals if canal.zones != SUEZ)
    return position(
        replace(definition, board=replace(definition.board, canals=(*others, *canals))),
        "British",
        phase,
        owners={"Syria": "Germans"},
        units=((SUEZ[0], "British", "submarine", 1),),
    )


@pytest.mark.parametrize(("needs_every", "expected"), [(False, set()), (True, {"canal-closed"})])
def test_B19_of_two_canals_one_is_enough_or_both_are_needed(
    needs_every: bool, expected: set[str]
) -> None:
    west, east = Canal("West", SUEZ, ("Egypt",)), Canal("East", SUEZ, ("Syria",))
    state = _state(west, east, needs_every=needs_every)
    assert codes(state, move("1 cruiser", *SUEZ)) == expected


def test_B19_two_closed_canals_are_closed_whatever_is_wanted() -> None:
    state = _state(Canal("West", SUEZ, LANDS), Canal("East", SUEZ, ("Syria",)))
    assert codes(state, move("1 cruiser", *SUEZ)) == {"canal-closed"}


def test_B19_units_that_need_no_canal_pass_a_closed_one() -> None:
    state = _state(Canal("Strait", SUEZ, LANDS, free_types=("submarine",)))
    assert codes(state, move("1 submarine", *SUEZ)) == set()
    assert codes(state, move("1 cruiser", *SUEZ)) == {"canal-closed"}
    assert codes(state, move("1 submarine, 1 cruiser", *SUEZ)) == {"canal-closed"}


@pytest.mark.parametrize(
    ("phase", "expected"), [("combat_move", {"canal-closed"}), ("noncombat_move", set())]
)
def test_B19_a_canal_may_be_closed_in_the_combat_move(phase: str, expected: set[str]) -> None:
    state = _state(Canal("Strait", SUEZ, ("Egypt",), closed_in_combat=True), phase=phase)
    assert codes(state, move("1 cruiser", *SUEZ)) == expected


def test_B19_a_canal_on_land_stops_land_units_and_no_aircraft() -> None:
    path = ("Moscow", "Eastern Russia")
    world = big_world()
    state = position(
        replace(
            world,
            board=replace(
                world.board,
                canals=(Canal("Gorge", ("Eastern Russia", "Moscow"), ("Western Turkey",)),),
            ),
        ),
        "Russians",
        "noncombat_move",
        units=((path[0], "Russians", "infantry", 1), (path[0], "Russians", "fighter", 1)),
    )
    assert codes(state, move("1 infantry", *path)) == {"canal-closed"}
    assert codes(state, move("1 fighter", *path)) == set()


@pytest.mark.parametrize(("owner", "expected"), [("British", set()), ("Germans", {"canal-closed"})])
def test_a_canal_between_land_and_sea_stops_who_goes_aboard_and_not_who_goes_ashore(
    owner: str, expected: set[str]
) -> None:
    coast = ("Egypt", SUEZ[1])
    definition = big_world()
    canals = (Canal("Harbour", coast, ("Syria",)),)
    definition = replace(definition, board=replace(definition.board, canals=canals))
    state = position(
        definition,
        "British",
        "noncombat_move",
        owners={"Syria": owner},
        cleared=(SUEZ[1],),
        units=((SUEZ[1], "British", "transport", 1), ("Egypt", "British", "infantry", 1)),
    )
    boarding = move("1 infantry", *coast)
    assert codes(state, boarding) == expected
    free = replace(state, owners={**state.owners, "Syria": "British"})
    aboard = after(free, boarding)
    held = replace(aboard, owners={**aboard.owners, "Syria": owner})
    assert "canal-closed" not in codes(held, move("1 infantry", *reversed(coast)))
