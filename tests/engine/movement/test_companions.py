"""Units that move only where others stand (map dialect: requiresUnitsToMove)."""

from dataclasses import replace

import pytest

from engine.gamedef import State
from tests.engine.movement.board import codes, move
from tests.support.positions import Stack, big_world, position
from tests.support.unit_types import with_facts

WAY = ("Moscow", "Eastern Russia", "Kazakh")
RAILS: tuple[Stack, ...] = tuple((place, "Russians", "rails", 1) for place in WAY)


def trains(*units: Stack, groups: tuple[tuple[str, ...], ...] = (("rails",),)) -> State:
    """Armour of the Russians moves beside rails, or whatever the groups say."""
    plain = big_world()
    rails = with_facts(plain.unit_types["factory"], name="rails", is_factory=False)
    train = with_facts(plain.unit_types["armour"], moves_beside=groups)
    types = {**plain.unit_types, "rails": rails, "armour": train}
    return position(replace(plain, unit_types=types), "Russians", "noncombat_move", units=units)


def test_it_goes_where_the_others_stand_all_the_way() -> None:
    assert codes(trains(*RAILS), move("1 armour", *WAY)) == set()
    assert codes(trains(*RAILS), move("1 infantry", *WAY[:2])) == set()
    for missing in range(3):
        some = tuple(stack for number, stack in enumerate(RAILS) if number != missing)
        assert codes(trains(*some), move("1 armour", *WAY)) == {"needs-others"}
    assert codes(trains(), move("1 infantry", *WAY[:2])) == set()


@pytest.mark.parametrize(("owner", "expected"), [("British", set()), ("Germans", {"needs-others"})])
def test_those_of_allies_are_as_good_and_those_of_enemies_are_not(
    owner: str, expected: set[str]
) -> None:
    state = trains(*RAILS[:2], ("Kazakh", owner, "rails", 1))
    found = codes(state, move("1 armour", *WAY))
    assert ("needs-others" in found) == bool(expected)


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ((("rails", "factory"),), {"needs-others"}),
        ((("rails", "factory"), ("rails",)), set()),
        ((), set()),
    ],
)
def test_one_whole_group_is_enough(groups: tuple[tuple[str, ...], ...], expected: set[str]) -> None:
    assert codes(trains(*RAILS, groups=groups), move("1 armour", *WAY)) == expected
