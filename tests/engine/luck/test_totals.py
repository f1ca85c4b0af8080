"""Sums of rolls: exact mean, variance and chance (ADR 0041)."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from engine.luck import Rolled, RollTotals


def test_many_dice_have_the_binomial_chance() -> None:
    dice, hits = 60, 28
    account = RollTotals(dice, hits, 0, (((4, 2), dice),))
    third = Fraction(1, 3)
    exact = sum(
        comb(dice, k) * third**k * (1 - third) ** (dice - k)
        for k in range(dice + 1)
        if abs(k - 20) >= hits - 20
    )
    assert account.chance == pytest.approx(float(exact), rel=1e-9)


def test_mixed_draws_have_the_chance_of_all_their_results() -> None:
    draws = (((3, 3), 2), ((4, 2), 1), ((0, 1, 1, 1, 1, 1, 1), 2))
    each = [draw for draw, count in draws for _ in range(count)]
    mean = Fraction(1) + Fraction(1, 3) + 7
    far = total = 0
    for points in product(*(range(len(draw)) for draw in each)):
        weight = 1
        for draw, point in zip(each, points, strict=True):
            weight *= draw[point]
        total += weight
        far += weight if abs(sum(points) - mean) >= abs(12 - mean) else 0
    account = RollTotals(5, 12, 0, draws)
    assert account.mean == mean
    assert account.chance == pytest.approx(far / total, rel=1e-9)


def test_a_long_game_is_added_up_quickly_and_a_miracle_is_one() -> None:
    account = RollTotals(6000, 2500, 0, (((4, 2), 6000),))
    assert account.deviations == pytest.approx(500 / (6000 * 2 / 9) ** 0.5)
    assert account.chance < 1e-12


def test_nothing_rolled_is_neither_luck_nor_bad_luck() -> None:
    assert RollTotals().chance == 1.0
    assert RollTotals().deviations == 0.0


def test_accounts_add_up_as_their_rolls_do() -> None:
    one = Rolled("attack", "Germans", "Moscow", 2, 1, 0, (((4, 2), 2),))
    two = Rolled("attack", "Germans", "Moscow", 3, 2, 1, (((3, 3), 1), ((4, 2), 2)))
    both = RollTotals.of([one, two])
    assert both == RollTotals.of([RollTotals.of([one]), RollTotals.of([two])])
    assert both == RollTotals(5, 3, 1, (((3, 3), 1), ((4, 2), 4)))
