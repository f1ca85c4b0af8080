"""A million dice of 2 to 100 sides from a fixed seed: every face, and no memory between dice.

The seed is fixed, so these tests always end in the same way; a fair die would break the bounds
about once in ten thousand tries.
"""

import hashlib
import itertools
import math
import statistics
from collections import Counter
from collections.abc import Sequence

import pytest

from pbem.dice.authority import make_chain
from pbem.dice.protocol import compute_dice

SIDES = range(2, 101)
EACH = 10_200
_AT_ONCE = 100
_BOUND = 4.0


def million() -> dict[int, list[int]]:
    """Dice by sides: more than a million in all, 100 of each roll."""
    chain = make_chain(hashlib.sha256(b"statistics").digest(), len(SIDES) * EACH // _AT_ONCE)
    seeds = iter(chain[1:])
    dice: dict[int, list[int]] = {}
    for sides in SIDES:
        rolled: list[int] = []
        for number in range(EACH // _AT_ONCE):
            body = b"request %d %d" % (sides, number)
            rolled += compute_dice(next(seeds), body, _AT_ONCE, sides)
        dice[sides] = rolled
    return dice


@pytest.fixture(scope="module")
def dice() -> dict[int, list[int]]:
    return million()


def chi_square(rolled: Sequence[int], sides: int) -> float:
    """How far the counts of the faces are from equal, as a standard normal value.

    Source: Wilson and Hilferty, The distribution of chi-square, 1931.
    """
    counts = Counter(rolled)
    expected = len(rolled) / sides
    total = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    freedom = sides - 1
    spread = 2 / (9 * freedom)
    return (math.cbrt(total / freedom) - (1 - spread)) / math.sqrt(spread)


def serial_correlation(rolled: Sequence[int], lag: int) -> float:
    """Correlation of each die with a later one, as a standard normal value."""
    r = statistics.correlation(rolled[:-lag], rolled[lag:])
    return r * math.sqrt(len(rolled) - lag)


def test_it_is_a_million(dice: dict[int, list[int]]) -> None:
    assert sum(map(len, dice.values())) > 1_000_000
    for sides, rolled in dice.items():
        assert set(rolled) == set(range(1, sides + 1))


def test_every_face_is_equally_likely(dice: dict[int, list[int]]) -> None:
    values = [chi_square(rolled, sides) for sides, rolled in dice.items()]
    assert max(map(abs, values)) < _BOUND
    # Together they must look like what they are: 99 values around 0 with a spread of 1.
    assert abs(statistics.mean(values)) * math.sqrt(len(values)) < _BOUND
    assert 0.6 < statistics.stdev(values) < 1.4


@pytest.mark.parametrize("lag", [1, 2, 3, 16])
def test_a_die_does_not_remember_the_one_before(dice: dict[int, list[int]], lag: int) -> None:
    values = [serial_correlation(rolled, lag) for rolled in dice.values()]
    assert max(map(abs, values)) < _BOUND
    assert abs(statistics.mean(values)) * math.sqrt(len(values)) < _BOUND


def test_pairs_of_dice_are_equally_likely(dice: dict[int, list[int]]) -> None:
    pairs = zip(dice[6][::2], dice[6][1::2], strict=True)
    numbered = [6 * (first - 1) + second for first, second in pairs]
    assert abs(chi_square(numbered, 36)) < _BOUND


def test_the_test_of_faces_finds_modulo_bias() -> None:
    """A byte modulo 100, without rejection: 56 faces come up half as often again."""
    block = b"".join(hashlib.sha256(b"%d" % number).digest() for number in range(EACH // 32 + 1))
    assert chi_square([byte % 100 + 1 for byte in block[:EACH]], 100) > 2 * _BOUND


def test_the_test_of_memory_finds_a_drift(dice: dict[int, list[int]]) -> None:
    drifting = [min(6, (die + before) // 2 + 1) for before, die in itertools.pairwise(dice[6])]
    assert serial_correlation(drifting, 1) > 2 * _BOUND
