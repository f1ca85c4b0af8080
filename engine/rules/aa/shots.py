"""What AA fire hits, in pure numbers, for the rules and for the odds of battles.

Rule: rule book, Units (B86 to B90), Technology (B132) and Low luck (B244, V10).
guns.py describes them.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeVar

from engine.core.ids import UnitTypeName
from engine.gamedef import AntiAir, Options, UnitType
from engine.rules.common.tech_abilities import tech_abilities_of

T = TypeVar("T")


class Gun(NamedTuple):
    """One unit of AA fire: its strength, its dice in a round (0: one at each target), and whether
    these are added to those at each target."""

    strength: int
    shots: int
    adds: bool


def gun_for(
    kind: UnitType,
    fire: AntiAir,
    options: Options,
    technologies: Collection[str],
    *,
    attacks: bool = False,
) -> Gun:
    """A unit as it fires at aircraft, one better with Radar (B132).

    fire: the AA fire of its kind; technologies: those in force for its owner.
    """
    strength = fire.attack_strength if attacks else fire.strength
    if strength:
        for ability in tech_abilities_of(kind, options, technologies):
            strength += ability.anti_air
    return Gun(max(0, strength), fire.shots, fire.adds)


def aa_dice(guns: Iterable[Gun], targets: int) -> tuple[int, ...]:
    """The number at which each die of guns that fire together hits, the best first.

    Every target is shot at one time, by the best shot left: a gun has as many shots as it says, or
    one at each target.  Guns that add their shots fire on top of that.
    targets: how many there are; without any nobody fires.
    """
    firing = [gun for gun in guns if gun.strength > 0]
    aimed = sorted(
        (gun.strength for gun in firing if not _adds(gun) for _ in range(gun.shots or targets)),
        reverse=True,
    )
    added = [gun.strength for gun in firing if _adds(gun) for _ in range(gun.shots)]
    return tuple(sorted((*aimed[:targets], *added), reverse=True)) if targets else ()


def _adds(gun: Gun) -> bool:
    """Whether its dice are added; a gun with a die at each target has none to add."""
    return gun.adds and gun.shots > 0


def low_luck_lines(
    types: Sequence[UnitTypeName], strength: int, sides: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Sure losses of low luck, and the groups, each of which gets a die, as places in the list.

    types: of the aircraft shot at, in order; strength: of the guns; sides: faces of a die.
    """
    size = max(1, sides // max(1, strength))
    of_type: dict[UnitTypeName, list[int]] = {}
    for place, kind in enumerate(types):
        of_type.setdefault(kind, []).append(place)
    sure: list[int] = []
    rest: list[int] = []
    for same in of_type.values():
        count = len(same) // size
        sure.extend(same[:count])
        rest.extend(same[count * size :])
    left = [place for place in range(len(types)) if place in rest]
    return tuple(sure), tuple(tuple(left[at : at + size]) for at in range(0, len(left), size))


def random_places(
    types: Sequence[UnitTypeName], strength: int, sides: int, sure: Collection[int]
) -> tuple[int, ...]:
    """Places in the list of the aircraft among which dice choose what else is hit (B244).

    They are the ones left over from full groups; if none are, all but the sure losses.
    """
    lines = low_luck_lines(types, strength, sides)[1]
    left = tuple(place for line in lines for place in line)
    return left or tuple(place for place in range(len(types)) if place not in sure)


def named_by(line: tuple[T, ...], die: int, strength: int) -> tuple[T, ...]:
    """The aircraft of a group that a die names; () when it is beyond the end of the group."""
    place = (die - 1) // strength
    return line[place : place + 1]
