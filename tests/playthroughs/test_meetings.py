"""Rare meetings keep every law, and each law notices a fault: a short share of the generator."""

import random
from unittest.mock import patch

import pytest

from engine.rules.movement.mover import Mover
from tests.playthroughs.meetings import failures
from tests.playthroughs.put_back import noticed
from tests.support.meeting_laws import law_capture_opens_no_way, law_two_steps
from tests.support.meetings import meeting
from tests.support.positions import big_world, position

QUICK = ("what never moves goes aboard", "a base that others captured stops nobody")
"""Faults that a scene of their own shows; `put_back` tries all."""


@pytest.mark.parametrize("seed", [0, *(n for n in range(1, 18) if n % 4)])
def test_laws_hold_wherever_much_meets(seed: int) -> None:
    assert list(failures(seed)) == []


def test_a_meeting_comes_from_its_number_alone() -> None:
    assert meeting(5) == meeting(5)
    assert meeting(5).units != meeting(6).units


def test_B62_the_law_of_captures_notices_a_way_that_opens() -> None:
    state = position(
        big_world(blitz_stopped_by_infrastructure=True),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria", "Egypt"),
        units=(
            ("Algeria", "Germans", "armour", 1),
            ("Algeria", "Germans", "infantry", 1),
            ("Libya", "British", "factory", 1),
        ),
        owners={"Libya": "British", "Algeria": "Germans"},
    )
    chance = random.Random(1)
    law_capture_opens_no_way(state, chance)
    with patch.object(Mover, "is_captured_base", return_value=False), pytest.raises(AssertionError):
        law_capture_opens_no_way(state, chance)


def test_B214_the_law_of_two_steps_notices_a_zone_that_may_be_passed_and_not_entered() -> None:
    out, zone, beyond = "SZ 9 North Atlantic", "SZ 10 North Sea", "SZ 11 West Baltic Sea"
    state = position(
        big_world(noncombat_into_enemy_zones=False),
        "British",
        "noncombat_move",
        cleared=(out, zone, beyond),
        units=((out, "British", "destroyer", 1),),
        owners={zone: "Germans"},
    )
    law_two_steps(state, random.Random(1))
    module = "engine.rules.movement.sea._check_passage"
    with patch(module, return_value=None), pytest.raises(AssertionError, match="may not enter"):
        law_two_steps(state, random.Random(1))


@pytest.mark.parametrize("fault", QUICK)
def test_a_fault_that_is_put_back_is_noticed(fault: str) -> None:
    assert noticed(fault, 1, 40) is not None
