"""What units are as they fire, in pure numbers: strengths, powers, mean hits and low luck.

Rule: rule book, How units fire and Low luck (B49, B50, B57 to B60, B75, B120, B121, B126, B196,
B197, B240 to B243), settled in G7 and G19.  Every firing unit is a Shooter.  The dice of a volley
are read strongest first: all dice of the highest strength, then those of the next one, and within
the same strength the units with fewer dice first; the help of others (support.py) does not change
the order.  A unit of strength 0 rolls no die.

In low luck the strengths are added up; every full number of die faces is a sure hit, and one die
decides on the rest.  The battle rules and the odds of battles both count with these functions.
Options: heavy_bomber_dice, lhtr_heavy_bombers, transport_casualties_restricted.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from engine.core.ids import NOBODY, BattleSide, NationName, UnitTypeName
from engine.core.low_luck import low_luck_split
from engine.gamedef import Options, UnitType
from engine.rules.common.relations import is_mere_transport
from engine.rules.common.tech_abilities import tech_abilities_of
from engine.rules.common.values import (
    IMPROVED_ARTILLERY,
    attack_value,
    defence_value,
)
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Shooter:
    """A unit that fires.

    strength: a die at this number or less hits; dice: how many dice it rolls;
    keeps_best: only its best die counts, so it scores at most one hit.
    helps: how many times as many units it helps as its support rule says (B126).
    raised: what others add to its strength, below 0 where they take from it.
    owner: its nation, "" where no support rule asks for it.
    """

    type: UnitTypeName
    strength: int
    dice: int = 1
    keeps_best: bool = False
    helps: int = 1
    raised: int = 0
    owner: NationName = NOBODY

    @property
    def fires(self) -> bool:
        """Whether it rolls any die."""
        return self.strength > 0 and self.dice > 0


class StrengthGroup(NamedTuple):
    """Shooters that are alike: how many units, and how many dice each of them rolls."""

    strength: int
    units: int
    dice_each: int
    keeps_best: bool


SURPRISED: Final = 1
"""The highest number at which surprised units hit."""


def shooter_for(
    kind: UnitType,
    options: Options,
    technologies: Collection[str],
    side: BattleSide,
    *,
    landed: bool,
    surprised: bool = False,
) -> Shooter:
    """A unit as it fires on a side, without support.

    technologies: those in force for its owner; side: ``"attacker"`` or ``"defender"``;
    landed: whether it attacks from a transport; surprised: whether it defends in the first round
    of the game against a nation whose attacks are surprises then (a rule of the map).
    """
    attacks = side == "attacker"
    if attacks:
        strength = attack_value(kind, options, technologies, landed=landed)
    else:
        strength = defence_value(kind, options, technologies)
        if surprised:
            strength = min(strength, SURPRISED)
    if options.transport_casualties_restricted and is_mere_transport(kind):
        strength = 0
    dice, keeps_best = dice_of(kind, options, technologies, attacks=attacks)
    helps = 2 if IMPROVED_ARTILLERY in technologies else 1
    return Shooter(kind.name, strength, dice, keeps_best, helps)


def bombarding_shooter(
    kind: UnitType, options: Options, technologies: Collection[str], strength: int
) -> Shooter:
    """A ship as it fires at the shore: at a number of its own, with its usual dice (B85)."""
    return Shooter(kind.name, strength, *dice_of(kind, options, technologies, attacks=True))


def dice_of(
    kind: UnitType, options: Options, technologies: Collection[str], *, attacks: bool
) -> tuple[int, bool]:
    """How many dice a unit rolls, and whether only the best of them counts (B120)."""
    dice = kind.gunnery.attack_dice if attacks else kind.gunnery.defence_dice
    more = 0
    for ability in tech_abilities_of(kind, options, technologies):
        more += ability.attack_dice if attacks else ability.defence_dice
    return max(0, dice + more), kind.gunnery.best_die or (more > 0 and options.lhtr_heavy_bombers)


Mark = tuple[int, int, bool]
"""What makes shooters alike for the dice: strength below zero, so that the strongest come first,
dice of each unit, and whether only the best one counts."""


def mark_of(shooter: Shooter) -> Mark:
    """What makes it like others."""
    return (-shooter.strength, shooter.dice, shooter.keeps_best)


def groups_of(counts: Mapping[Mark, int]) -> tuple[StrengthGroup, ...]:
    """These counts of shooters as groups: those that roll at all, strongest first."""
    return tuple(
        [
            StrengthGroup(-mark[0], counts[mark], mark[1], mark[2])
            for mark in sorted(counts)
            if mark[0] < 0 < mark[1]
        ]
    )


def strength_groups(shooters: Iterable[Shooter]) -> tuple[StrengthGroup, ...]:
    """The shooters that roll at all, strongest first."""
    counts: dict[Mark, int] = {}
    for shooter in shooters:
        mark = mark_of(shooter)
        counts[mark] = counts.get(mark, 0) + 1
    return groups_of(counts)


def reading_order(shooters: Iterable[Shooter]) -> list[Shooter]:
    """The shooters that roll at all, in the order in which their dice are read.

    The strength that a unit has without the help of others counts; equals stay as they are, however
    many dice they roll.
    """
    firing = (shooter for shooter in shooters if shooter.fires)
    return sorted(firing, key=lambda one: one.raised - one.strength)


def total_power(shooters: Iterable[Shooter], sides: int) -> int:
    """The sum of strengths as low luck counts it."""
    return power_of(strength_groups(shooters), sides)


def power_of(groups: Iterable[StrengthGroup], sides: int) -> int:
    """The sum of strengths as low luck counts it.

    A second die counts in full when all dice count; when only the best one does, as a sixth of the
    faces of a die, which is 1 of six (B121).
    """
    total, more = 0, max(1, sides // 6)
    for strength, units, dice, keeps_best in groups:
        if keeps_best:
            total += units * min(strength + (dice - 1) * more, sides)
        else:
            total += units * min(strength, sides) * dice
    return total


def dice_count(shooters: tuple[Shooter, ...], sides: int, *, low_luck: bool) -> int:
    """How many dice the volley needs."""
    if low_luck:
        return 1 if low_luck_split(total_power(shooters, sides), sides)[1] else 0
    return sum(group.units * group.dice_each for group in strength_groups(shooters))
