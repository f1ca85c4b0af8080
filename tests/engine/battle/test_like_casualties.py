"""Whose choice it is which of like units take several hits (B197, B198)."""

import pytest

from engine.rules.battle.rounds.casualties import has_real_choice
from tests.support.positions import big_world, position

ZONE = "SZ 17 English Channel"


@pytest.mark.parametrize(
    ("ships", "hits", "asked"),
    [(2, 1, False), (2, 2, True), (2, 3, False), (3, 3, True), (3, 5, False), (1, 1, False)],
)
def test_B198_like_ships_are_damaged_or_lost_as_their_owner_says(
    ships: int, hits: int, *, asked: bool
) -> None:
    state = position(
        big_world(),
        "British",
        "battle",
        cleared=(ZONE,),
        units=((ZONE, "British", "battleship", ships),),
    )
    there = tuple(unit.id for unit in state.units_in(ZONE))
    assert state.definition.unit_types["battleship"].hit_points == 2
    assert has_real_choice(state, there, hits) == asked
