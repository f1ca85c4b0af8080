"""What applies to one unit of an order applies to each: no unit hides behind another."""

from dataclasses import replace

import pytest

from engine.core.state import with_units
from engine.core.unit import Unit
from engine.game import check
from engine.gamedef import State
from engine.loading import load_scenario
from tests.engine.movement.board import codes, move
from tests.support.positions import big_world, position

EUROPE, PACIFIC = "U.S. Eastern Coast Sea Zone", "5 Sea Zone"


def two(state: State, place: str, kind: str) -> tuple[Unit, Unit]:
    """The two units of a type in a place."""
    one, other = (unit for unit in state.units_in(place) if unit.type == kind)
    return one, other


@pytest.mark.parametrize("theatres", [("Europe", "Pacific"), ("Pacific", "Europe")])
def test_L17_two_fighters_of_two_theatres_do_not_fly_on_together(theatres: tuple[str, str]) -> None:
    """They meet in Panama, between the theatres; it does not matter which id is lower."""
    state = position(
        load_scenario("axis_allies_linked"),
        "Americans",
        "noncombat_move",
        cleared=("Panama",),
        units=[("Panama", "Americans", "fighter", 2)],
        round_number=2,
    )
    fighters = two(state, "Panama", "fighter")
    pairs = zip(fighters, theatres, strict=True)
    state = with_units(state, [replace(unit, moved=1, theatre=name) for unit, name in pairs])
    path = ("Panama", "Panama Canal Sea Zone", EUROPE, "Eastern United States")
    assert codes(state, move("1 fighter", *path)) == set(), "the one of Europe is taken"
    assert codes(state, move("2 fighter", *path)) == {"other-theatre"}


@pytest.mark.parametrize("bonus", [(1, 0), (0, 1)])
def test_B51_a_bonus_of_one_fighter_does_not_carry_the_other(bonus: tuple[int, int]) -> None:
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        cleared=("England",),
        units=[("England", "British", "fighter", 2)],
    )
    fighters = two(state, "England", "fighter")
    pairs = zip(fighters, bonus, strict=True)
    state = with_units(state, [replace(unit, moved=4, bonus=more) for unit, more in pairs])
    path = ("England", "Scotland")
    assert codes(state, move("1 fighter", *path)) == set()
    (reason,) = check(state, move("2 fighter", *path))
    assert (reason.code, reason.text) == (
        "not-enough-movement",
        "fighter: has moved already in this turn and has no steps left",
    )
