"""The dice of one volley and what they hit, without a board.

Rule: rule book, How units fire and Low luck (B196, B197, B240 to B243).  Vectors: V1 to V5, V7.
How dice are read and counted: shooters.py.
Options: low_luck.
"""

from fractions import Fraction
from itertools import groupby

from engine.core.events.battle import FireGroup
from engine.core.low_luck import low_luck_split
from engine.rules.battle.numbers.shooters import (
    Shooter,
    StrengthGroup,
    reading_order,
    strength_groups,
    total_power,
)
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Volley:
    """The result of a volley: groups of dice, hits without a die, all hits."""

    groups: tuple[FireGroup, ...]
    sure_hits: int
    hits: int


def roll_volley(
    shooters: tuple[Shooter, ...], dice: tuple[int, ...], sides: int, *, low_luck: bool
) -> Volley:
    """What the dice of a volley hit; `dice` holds as many as `dice_count` says."""
    if low_luck:
        return _low_luck_volley(shooters, dice, sides)
    groups: list[FireGroup] = []
    start = 0
    for group in _groups_as_read(shooters):
        end = start + group.units * group.dice_each
        rolled = dice[start:end]
        hits = _hits_of(group, rolled)
        groups.append(FireGroup(group.strength, group.units, rolled, hits, group.keeps_best))
        start = end
    return Volley(tuple(groups), 0, sum(group.hits for group in groups))


def _groups_as_read(shooters: tuple[Shooter, ...]) -> list[StrengthGroup]:
    """Shooters that are alike and whose dice are together, in the order of the dice."""
    groups: list[StrengthGroup] = []
    for (strength, dice, best), same in groupby(
        reading_order(shooters), key=lambda one: (one.strength, one.dice, one.keeps_best)
    ):
        groups.append(StrengthGroup(strength, sum(1 for _ in same), dice, best))
    return groups


def _hits_of(group: StrengthGroup, rolled: tuple[int, ...]) -> int:
    if not group.keeps_best:
        return sum(die <= group.strength for die in rolled)
    size = group.dice_each
    each = (rolled[at : at + size] for at in range(0, len(rolled), size))
    return sum(min(own) <= group.strength for own in each)


def _low_luck_volley(shooters: tuple[Shooter, ...], dice: tuple[int, ...], sides: int) -> Volley:
    sure, rest = low_luck_split(total_power(shooters, sides), sides)
    if not rest:
        return Volley((), sure, sure)
    firing = sum(shooter.fires for shooter in shooters)
    lucky = sum(die <= rest for die in dice)
    return Volley((FireGroup(rest, firing, dice, lucky),), sure, sure + lucky)


def expected_hits(shooters: tuple[Shooter, ...], sides: int, *, low_luck: bool) -> Fraction:
    """The mean number of hits of a volley."""
    if low_luck:
        return Fraction(total_power(shooters, sides), sides)
    best = Fraction(0)
    # Of dice that all count, how many faces in all hit.
    faces = 0
    for group in strength_groups(shooters):
        hit = min(group.strength, sides)
        if group.keeps_best:
            best += group.units * (1 - (1 - Fraction(hit, sides)) ** group.dice_each)
        else:
            faces += group.units * group.dice_each * hit
    return best + Fraction(faces, sides) if best else Fraction(faces, sides)
