"""The arithmetic of one volley (rulebook sections 16 and 24)."""

from fractions import Fraction

import pytest

from engine.gamedef import SupportRule
from engine.rules.battle.numbers.rolls import expected_hits, roll_volley
from engine.rules.battle.numbers.shooters import (
    Shooter,
    dice_count,
    strength_groups,
    total_power,
)
from engine.rules.battle.numbers.support import supported

ARTILLERY = (SupportRule(("artillery",), ("infantry",)),)
INFANTRY = Shooter("infantry", 1)
GUN = Shooter("artillery", 2)


def _strengths(shooters: tuple[Shooter, ...], side: str = "attacker") -> list[int]:
    return [shooter.strength for shooter in supported(shooters, ARTILLERY, side)]


def test_B57_one_artillery_helps_one_of_three_infantry() -> None:
    assert _strengths((INFANTRY, INFANTRY, INFANTRY, GUN)) == [2, 1, 1, 2]


def test_B58_support_works_in_attack_only_and_for_infantry_only() -> None:
    assert _strengths((Shooter("infantry", 2), GUN), "defender") == [2, 2]
    assert _strengths((Shooter("armour", 3), GUN)) == [3, 2]


def test_B59_V3_V4_support_is_one_to_one_and_not_cumulative() -> None:
    three_and_two = supported((INFANTRY, INFANTRY, INFANTRY, GUN, GUN), ARTILLERY, "attacker")
    assert [shooter.strength for shooter in three_and_two] == [2, 2, 1, 2, 2]
    assert total_power(three_and_two, 6) == 9
    one_and_two = supported((INFANTRY, GUN, GUN), ARTILLERY, "attacker")
    assert [shooter.strength for shooter in one_and_two] == [2, 2, 2]
    assert total_power(one_and_two, 6) == 6


def test_B126_one_giver_may_help_two() -> None:
    advanced = (SupportRule(("artillery",), ("infantry",), count=2),)
    helped = supported((INFANTRY, INFANTRY, INFANTRY, GUN), advanced, "attacker")
    assert [shooter.strength for shooter in helped] == [2, 2, 1, 2]


def test_B197_dice_are_read_strongest_first() -> None:
    shooters = (Shooter("infantry", 2),) * 3 + (Shooter("armour", 3), Shooter("transport", 0))
    assert [(group.units, group.strength) for group in strength_groups(shooters)] == [
        (1, 3),
        (3, 2),
    ]
    volley = roll_volley(shooters, (3, 1, 2, 3), 6, low_luck=False)
    assert [(group.strength, group.dice, group.hits) for group in volley.groups] == [
        (3, (3,), 1),
        (2, (1, 2, 3), 2),
    ]
    assert volley.hits == 3


def test_B197_dice_of_equals_are_read_in_the_order_of_the_units() -> None:
    """Equal is who is as strong without the help of others, however many dice they roll."""
    alike = (
        Shooter("bushi", 4),
        Shooter("ninja", 4, dice=2, keeps_best=True),
        Shooter("teppo", 5, raised=1),
        Shooter("ronin", 5),
    )
    volley = roll_volley(alike, (1, 2, 3, 4, 5), 6, low_luck=False)
    assert [(group.strength, group.dice) for group in volley.groups] == [
        (5, (1,)),
        (4, (2,)),
        (4, (3, 4)),
        (5, (5,)),
    ]


def test_V5_three_infantry_and_one_armour_defend() -> None:
    shooters = (Shooter("infantry", 2),) * 3 + (Shooter("armour", 3),)
    chances = [Fraction(0)] * 5
    for number in range(6**4):
        dice = tuple(number // 6**place % 6 + 1 for place in range(4))
        hits = roll_volley(shooters, dice, 6, low_luck=False).hits
        chances[hits] += Fraction(1, 6**4)
    assert chances == [
        Fraction(4, 27),
        Fraction(10, 27),
        Fraction(9, 27),
        Fraction(7, 54),
        Fraction(1, 54),
    ]
    assert expected_hits(shooters, 6, low_luck=False) == Fraction(3, 2)


def test_B241_low_luck_splits_into_sure_hits_and_one_die() -> None:
    seven = (Shooter("infantry", 2),) * 2 + (Shooter("armour", 3),)
    assert dice_count(seven, 6, low_luck=True) == 1
    assert roll_volley(seven, (1,), 6, low_luck=True).hits == 2
    missed = roll_volley(seven, (2,), 6, low_luck=True)
    assert (missed.hits, missed.sure_hits) == (1, 1)
    assert missed.groups[0].strength == 1
    twelve = (Shooter("armour", 3),) * 4
    assert dice_count(twelve, 6, low_luck=True) == 0
    assert roll_volley(twelve, (), 6, low_luck=True).hits == 2


@pytest.mark.parametrize(
    ("shooter", "mean", "power"),
    [
        (Shooter("bomber", 4, 2, keeps_best=True), Fraction(8, 9), 5),
        (Shooter("bomber", 1, 2, keeps_best=True), Fraction(11, 36), 2),
        (Shooter("bomber", 4, 2), Fraction(4, 3), 8),
        (Shooter("bomber", 1), Fraction(1, 6), 1),
    ],
)
def test_V7_heavy_bombers(shooter: Shooter, mean: Fraction, power: int) -> None:
    assert expected_hits((shooter,), 6, low_luck=False) == mean
    assert total_power((shooter,), 6) == power


def test_B120_the_better_die_counts_once_or_both_dice_count() -> None:
    best = Shooter("bomber", 4, 2, keeps_best=True)
    both = Shooter("bomber", 4, 2)
    assert roll_volley((best,), (5, 3), 6, low_luck=False).hits == 1
    assert roll_volley((best,), (4, 3), 6, low_luck=False).hits == 1
    assert roll_volley((both,), (4, 3), 6, low_luck=False).hits == 2


def test_B121_a_second_die_that_counts_only_if_better_adds_a_sixth_of_the_faces() -> None:
    ninja = Shooter("ninja", 4, 2, keeps_best=True)
    assert [total_power((ninja,), sides) for sides in (6, 10, 12)] == [5, 5, 6]
