"""Rolls added up: mean, variance, and how often fair dice are as far off.

Mean and variance are exact fractions.  The chance is that of the exact distribution of the sum, in
floating point: the draws are multiplied out, and only results rarer than 1e-15 are dropped on the
way.  It is two-sided: as far from the mean as what was scored, above or below.
"""

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from engine.luck.rolls import Draw, Rolled
from engine.values import dataclass

_RARE: Final = 1e-15
_SLACK: Final = 1e-9
"""Two results that are equally far from the mean may differ by this much in floating point."""

Spread = tuple[int, tuple[float, ...]]
"""The chances of a sum: its lowest value, and the chance of each value from there on."""


@dataclass(frozen=True, slots=True)
class RollTotals:
    """What any number of rolls scored; fields as in Rolled."""

    dice: int = 0
    scored: int = 0
    sure: int = 0
    draws: tuple[tuple[Draw, int], ...] = ()

    @classmethod
    def of(cls, rolls: "Iterable[Rolled | RollTotals]") -> "RollTotals":
        """The sum of rolls, or of accounts."""
        dice = scored = sure = 0
        draws: Counter[Draw] = Counter()
        for roll in rolls:
            dice += roll.dice
            scored += roll.scored
            sure += roll.sure
            for draw, count in roll.draws:
                draws[draw] += count
        return cls(dice, scored, sure, tuple(sorted(draws.items())))

    @property
    def mean(self) -> Fraction:
        """What fair dice score on average."""
        return self.sure + sum((count * _mean(draw) for draw, count in self.draws), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of what fair dice score."""
        return sum((count * _variance(draw) for draw, count in self.draws), Fraction(0))

    @property
    def difference(self) -> Fraction:
        """What was scored above the mean; negative below it."""
        return self.scored - self.mean

    @property
    def deviations(self) -> float:
        """The difference in standard deviations; 0 where nothing was left to chance."""
        variance = self.variance
        return float(self.difference) / math.sqrt(variance) if variance else 0.0

    @property
    def chance(self) -> float:
        """How often fair dice are at least as far from the mean, above or below it: 0 to 1."""
        low, chances = _spread(self.draws)
        mean = float(self.mean - self.sure)
        off = abs(float(self.difference)) - _SLACK
        inside = sum(
            chance for value, chance in enumerate(chances, start=low) if abs(value - mean) < off
        )
        return max(0.0, min(1.0, 1.0 - inside)) if off > 0 else 1.0


def _mean(draw: Draw) -> Fraction:
    return Fraction(sum(points * weight for points, weight in enumerate(draw)), sum(draw))


def _variance(draw: Draw) -> Fraction:
    square = sum(points * points * weight for points, weight in enumerate(draw))
    return Fraction(square, sum(draw)) - _mean(draw) ** 2


@lru_cache(maxsize=64)
def _spread(draws: tuple[tuple[Draw, int], ...]) -> Spread:
    total: Spread = (0, (1.0,))
    for draw, count in draws:
        total = _sum(total, _times(draw, count))
    return total


def _times(draw: Draw, count: int) -> Spread:
    """The sum of as many equal draws, by doubling."""
    weight = sum(draw)
    total: Spread = (0, (1.0,))
    power: Spread = (0, tuple(points / weight for points in draw))
    while count:
        if count & 1:
            total = _sum(total, power)
        count >>= 1
        if count:
            power = _sum(power, power)
    return total


def _sum(one: Spread, other: Spread) -> Spread:
    """The sum of two independent sums, without values at its ends that never come."""
    low = one[0] + other[0]
    chances = [0.0] * (len(one[1]) + len(other[1]) - 1)
    for place, chance in enumerate(one[1]):
        if chance:
            for at, part in enumerate(other[1], start=place):
                chances[at] += chance * part
    first, last = 0, len(chances)
    while first < last - 1 and chances[first] < _RARE:
        first += 1
    while last > first + 1 and chances[last - 1] < _RARE:
        last -= 1
    return low + first, tuple(chances[first:last])
