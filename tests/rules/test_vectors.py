"""Battle vectors with dice (V1b, V2b, V2d): exact, from the arithmetic of the engine's volleys."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from engine.core.low_luck import low_luck_split
from engine.rules.battle.numbers.shooters import Shooter, strength_groups, total_power
from engine.rules.battle.rounds.fire import shooter_of
from tests.support.positions import big_world, position

Force = tuple[int, int]
"""How many infantry and how many armour; infantry is lost first."""


def _shooters(force: Force, side: str) -> tuple[Shooter, ...]:
    units = [
        ("Finland", "Germans", "infantry", force[0]),
        ("Finland", "Germans", "armour", force[1]),
    ]
    state = position(big_world(), "Russians", "battle", cleared=("Finland",), units=units)
    return tuple(shooter_of(state, unit, side) for unit in state.units_in("Finland"))


@cache
def hits_of(force: Force, side: str, *, low_luck: bool) -> Mapping[int, Fraction]:
    """The chance of every number of hits of one volley."""
    shooters = _shooters(force, side)
    if low_luck:
        sure, rest = low_luck_split(total_power(shooters, 6), 6)
        odds = {sure: 1 - Fraction(rest, 6), sure + 1: Fraction(rest, 6)}
        return {hits: chance for hits, chance in odds.items() if chance}
    found = {0: Fraction(1)}
    for group in strength_groups(shooters):
        one = Fraction(group.strength, 6)
        for _ in range(group.units):
            after: dict[int, Fraction] = {}
            for hits, chance in found.items():
                after[hits] = after.get(hits, Fraction(0)) + chance * (1 - one)
                after[hits + 1] = after.get(hits + 1, Fraction(0)) + chance * one
            found = after
    return found


def reduced(force: Force, hits: int) -> Force:
    infantry = max(0, force[0] - hits)
    return infantry, max(0, force[1] - (hits - (force[0] - infantry)))


@cache
def ends(attack: Force, defend: Force, *, low_luck: bool) -> Mapping[tuple[Force, Force], Fraction]:
    """How a battle without retreat ends: chances of what is left of both sides."""
    if not any(attack) or not any(defend):
        return {(attack, defend): Fraction(1)}
    nothing = Fraction(0)
    found: dict[tuple[Force, Force], Fraction] = {}
    for mine, one in hits_of(attack, "attacker", low_luck=low_luck).items():
        for theirs, other in hits_of(defend, "defender", low_luck=low_luck).items():
            if not mine and not theirs:
                nothing += one * other
                continue
            left = ends(reduced(attack, theirs), reduced(defend, mine), low_luck=low_luck)
            for state, chance in left.items():
                found[state] = found.get(state, Fraction(0)) + one * other * chance
    return {state: chance / (1 - nothing) for state, chance in found.items()}


def figures(attack: Force, defend: Force, *, low_luck: bool) -> tuple[float, float, float, float]:
    """Win, both dead, lose, and mean attackers left."""
    win = both = lose = mean = Fraction(0)
    for (mine, theirs), chance in ends(attack, defend, low_luck=low_luck).items():
        mean += chance * sum(mine)
        if any(mine):
            win += chance
        elif any(theirs):
            lose += chance
        else:
            both += chance
    return float(win), float(both), float(lose), float(mean)


@pytest.mark.parametrize(
    ("name", "attack", "defend", "low_luck", "expected"),
    [
        ("V1", (0, 4), (2, 1), True, (1.0, 0.0, 0.0, 7 / 3)),
        ("V1b", (0, 4), (2, 1), False, (0.8818, 0.0336, 0.0846, 2.193)),
        ("V2", (3, 2), (2, 0), True, (1.0, 0.0, 0.0, 25 / 6)),
        ("V2b", (3, 2), (2, 0), False, (0.9967, None, None, 4.037)),
        ("V2c", (3, 0), (2, 0), True, (0.5380, 0.0418, 0.4202, None)),
        ("V2c", (3, 0), (2, 0), False, (0.5167, 0.0374, 0.4459, None)),
        ("V2d", (3, 1), (2, 0), True, (335 / 336, None, None, None)),
        ("V2d", (3, 1), (2, 0), False, (0.9443, None, None, None)),
    ],
)
def test_V1_V2_all_forms_of_the_two_battles(
    name: str,
    attack: Force,
    defend: Force,
    low_luck: bool,
    expected: tuple[float | None, float | None, float | None, float | None],
) -> None:
    found = figures(attack, defend, low_luck=low_luck)
    for value, wanted in zip(found, expected, strict=True):
        if wanted is not None:
            assert value == pytest.approx(wanted, abs=6e-4), name


def test_V2b_the_losses_of_the_attack_on_finland_with_dice() -> None:
    losses = dict.fromkeys(range(6), Fraction(0))
    for (mine, _), chance in ends((3, 2), (2, 0), low_luck=False).items():
        losses[5 - sum(mine)] += chance
    wanted = [0.3404, 0.4234, 0.1842, 0.0406, 0.0082, 0.0033]
    assert [float(losses[count]) for count in range(6)] == pytest.approx(wanted, abs=6e-5)


def test_V2_low_luck_losses_are_none_one_or_two_of_eighteen() -> None:
    losses: dict[int, Fraction] = {}
    for (mine, _), chance in ends((3, 2), (2, 0), low_luck=True).items():
        losses[5 - sum(mine)] = losses.get(5 - sum(mine), Fraction(0)) + chance
    assert losses == {0: Fraction(5, 18), 1: Fraction(11, 18), 2: Fraction(2, 18)}
