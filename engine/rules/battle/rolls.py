"""The arithmetic of one volley, without a board: dice, strengths, hits and low luck.

Rule: rule book, How units fire and Low luck (B49, B50, B57 to B60, B120, B121, B126, B196, B197,
B240 to B243), settled in G7 and G19.  Vectors: V1 to V5, V7.  Every firing unit is a Shooter.  The
dice of a volley are read strongest first: all dice of the highest strength, then those of the next
one, and within the same strength the units with fewer dice first.  A unit of strength 0 rolls no
die.

In low luck the strengths are added up; every full number of die faces is a sure hit, and one die
decides on the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.core.chance import low_luck_split
from engine.core.events.battle import FireGroup
from engine.core.ids import UnitTypeName
from engine.gamedef import SupportRule


@dataclass(frozen=True, slots=True)
class Shooter:
    """One unit that fires.

    strength: a die at this number or less hits; dice: how many dice it rolls;
    keeps_best: only its best die counts, so that it makes one hit at most.
    helps: how many times as many units it helps as its support rule says (B126).
    """

    type: UnitTypeName
    strength: int
    dice: int = 1
    keeps_best: bool = False
    helps: int = 1


@dataclass(frozen=True, slots=True)
class StrengthGroup:
    """Shooters that are alike: how many units, and how many dice each of them rolls."""

    strength: int
    units: int
    dice_each: int
    keeps_best: bool


@dataclass(frozen=True, slots=True)
class Volley:
    """The result of a volley: groups of dice, hits without a die, all hits."""

    groups: tuple[FireGroup, ...]
    sure_hits: int
    hits: int


def supported(
    shooters: tuple[Shooter, ...], rules: Iterable[SupportRule], side: str
) -> tuple[Shooter, ...]:
    """The shooters with the help they give each other in this volley.

    side: ``"attacker"`` or ``"defender"``.  One giver helps as many receivers as its rule says,
    the first ones of the list; two givers never help the same receiver by the same rule (B59).
    """
    for rule in rules:
        if not (rule.attack if side == "attacker" else rule.defence):
            continue
        givers = (shooter for shooter in shooters if shooter.type in rule.givers)
        helped = rule.count * sum(giver.helps for giver in givers)
        better: list[Shooter] = []
        for shooter in shooters:
            if helped and shooter.type in rule.receivers:
                helped -= 1
                better.append(replace(shooter, strength=shooter.strength + rule.bonus))
            else:
                better.append(shooter)
        shooters = tuple(better)
    return shooters


def strength_groups(shooters: Iterable[Shooter]) -> tuple[StrengthGroup, ...]:
    """The shooters that roll at all, strongest first."""
    counts: dict[tuple[int, int, bool], int] = {}
    for shooter in shooters:
        if shooter.strength > 0:
            key = (-shooter.strength, shooter.dice, shooter.keeps_best)
            counts[key] = counts.get(key, 0) + 1
    return tuple(
        StrengthGroup(-strength, counts[strength, dice, best], dice, best)
        for strength, dice, best in sorted(counts)
    )


def total_power(shooters: Iterable[Shooter], sides: int) -> int:
    """The sum of strengths as low luck counts it.

    A second die counts in full when all dice count and as 1 when only the best one does (B121).
    """
    total = 0
    for shooter in shooters:
        if shooter.strength <= 0:
            continue
        if shooter.keeps_best:
            total += min(shooter.strength + shooter.dice - 1, sides)
        else:
            total += min(shooter.strength, sides) * shooter.dice
    return total


def dice_count(shooters: tuple[Shooter, ...], sides: int, *, low_luck: bool) -> int:
    """How many dice the volley needs."""
    if low_luck:
        return 1 if low_luck_split(total_power(shooters, sides), sides)[1] else 0
    return sum(group.units * group.dice_each for group in strength_groups(shooters))


def roll_volley(
    shooters: tuple[Shooter, ...], dice: tuple[int, ...], sides: int, *, low_luck: bool
) -> Volley:
    """What the dice of a volley hit; `dice` holds as many as `dice_count` says."""
    if low_luck:
        return _low_luck_volley(shooters, dice, sides)
    groups: list[FireGroup] = []
    start = 0
    for group in strength_groups(shooters):
        end = start + group.units * group.dice_each
        rolled = dice[start:end]
        groups.append(FireGroup(group.strength, group.units, rolled, _hits_of(group, rolled)))
        start = end
    return Volley(tuple(groups), 0, sum(group.hits for group in groups))


def expected_hits(shooters: tuple[Shooter, ...], sides: int, *, low_luck: bool) -> Fraction:
    """The mean number of hits of a volley."""
    if low_luck:
        return Fraction(total_power(shooters, sides), sides)
    mean = Fraction(0)
    for group in strength_groups(shooters):
        one = Fraction(min(group.strength, sides), sides)
        if group.keeps_best:
            mean += group.units * (1 - (1 - one) ** group.dice_each)
        else:
            mean += group.units * group.dice_each * one
    return mean


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
    firing = sum(shooter.strength > 0 for shooter in shooters)
    lucky = sum(die <= rest for die in dice)
    return Volley((FireGroup(rest, firing, dice, lucky),), sure, sure + lucky)
