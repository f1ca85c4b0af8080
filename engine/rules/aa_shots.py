"""What AA guns hit, in pure numbers, for the rules and for the odds of battles.

Rule: rule book, Units (B87), Technology (B132) and Low luck (B244, V10); told in aa_guns.py.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from engine.core.ids import UnitTypeName
from engine.gamedef import UnitType
from engine.rules.values import RADAR

T = TypeVar("T")


def aa_value(kinds: Iterable[UnitType], technologies: Collection[str]) -> int:
    """The number at which AA guns hit; one better with Radar (B132); 0 where there are none.

    kinds: all types of the game; technologies: those in force for the owner of the guns.
    """
    plain = max((kind.aa_strength for kind in kinds if kind.is_aa_gun), default=0)
    return plain + 1 if plain and RADAR in technologies else plain


def low_luck_lines(
    types: Sequence[UnitTypeName], strength: int, sides: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Sure losses of low luck, and the groups of which each has a die, as places in the list.

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


def named_by(line: tuple[T, ...], die: int, strength: int) -> tuple[T, ...]:
    """The aircraft of a group that a die names; () when it is beyond the end of the group."""
    place = (die - 1) // strength
    return line[place : place + 1]
