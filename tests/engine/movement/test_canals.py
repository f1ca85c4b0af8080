"""Canals other than Big World's: several on a border, on land, and units that need none."""

from dataclasses import replace

import pytest

from engine.core.pick import Pick
from engine.gamedef import Canal, State
from engine.rules.movement.route import path_for
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


@pytest.mark.parametrize(
    ("lands", "expected"),
    [(("Egypt", "Syria"), {"canal-closed"}), (("Egypt", "Egypt"), set())],
)
def test_each_side_of_a_border_needs_a_canal_that_is_open(
    lands: tuple[str, str], expected: set[str]
) -> None:
    both = Canal("Old", SUEZ, ("Syria",))
    sides = [Canal("New", SUEZ, (land,), side=zone) for zone, land in zip(SUEZ, lands, strict=True)]
    assert codes(_state(both, *sides), move("1 cruiser", *SUEZ)) == expected


def test_aircraft_that_a_canal_binds_need_it_and_fly_round_where_they_can() -> None:
    land = ("Moscow", "Eastern Russia")
    world = big_world()
    lands = ("Western Turkey",)
    canal = Canal("Gorge", ("Eastern Russia", "Moscow"), lands, bound_aircraft=("fighter",))
    state = position(
        replace(world, board=replace(world.board, canals=(canal,))),
        "Russians",
        "noncombat_move",
        units=((land[0], "Russians", "fighter", 1), (land[0], "Russians", "bomber", 1)),
    )
    assert codes(state, move("1 fighter", *land)) == {"canal-closed"}
    assert codes(state, move("1 bomber", *land)) == set()
    fighter = next(one for one in state.units_in(land[0]) if one.type == "fighter")
    path = path_for(state, (Pick(1, "fighter", "", (fighter.id,)),), *land)
    assert path is not None and len(path) > 2
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
