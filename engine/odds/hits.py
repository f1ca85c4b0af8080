"""How likely each number of hits of a volley is.

Rule: rule book, How units fire and Low luck (B120, B121, B196, B197, B240, B241); the strengths,
powers and the order of dice are those of engine/rules/battle/numbers/shooters.py.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, Self, TypeVar

from engine.core.low_luck import low_luck_split
from engine.rules.battle.numbers.shooters import Mark, Shooter, groups_of, mark_of, power_of


class Number(Protocol):
    """The number type of a chance: float, or Fraction for exact results."""

    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...
    def __truediv__(self, other: Self, /) -> Self: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def __float__(self) -> float: ...


N = TypeVar("N", bound=Number)

Ratio = Callable[[int, int], N]
"""How a chance is written: as a float or as a Fraction."""


def as_float(part: int, whole: int) -> float:
    """A chance as a float."""
    return part / whole


class HitTable(Generic[N]):
    """The chances of 0, 1, 2 ... hits for any shooters, each worked out once.

    ratio: ``as_float`` or ``Fraction``; sides: faces of a die.
    """

    def __init__(self, ratio: Ratio[N], sides: int, *, low_luck: bool) -> None:
        self.one = ratio(1, 1)
        self._ratio = ratio
        self._sides = sides
        self._low_luck = low_luck
        self._dice: dict[Mark, tuple[int, int, int]] = {}
        self._known: dict[tuple[tuple[int, int, int], ...], list[N]] = {(): [ratio(1, 1)]}

    def chances(self, shooters: Iterable[Shooter]) -> list[N]:
        """The chance of each number of hits, from 0 to the most that can happen."""
        return self.of_counts(Counter(map(mark_of, shooters)))

    def of_counts(self, counts: Mapping[Mark, int]) -> list[N]:
        """The same for shooters of which it is known how many are alike."""
        if not self._low_luck:
            dice: list[tuple[int, int, int]] = []
            for mark in sorted(counts):
                good, whole, each = self._die_of(mark)
                if good and each:
                    dice.append((good, whole, each * counts[mark]))
            return self.of_dice(tuple(dice))
        sure, rest = low_luck_split(power_of(groups_of(counts), self._sides), self._sides)
        zero = self._ratio(0, 1)
        if not rest:
            return [zero] * sure + [self._ratio(1, 1)]
        sides = self._sides
        return [zero] * sure + [self._ratio(sides - rest, sides), self._ratio(rest, sides)]

    def _die_of(self, mark: Mark) -> tuple[int, int, int]:
        """The good results and all results of the dice of a shooter, and how many hits it scores.

        One of which only the best die counts has one die with as many results as all of them.
        """
        known = self._dice.get(mark)
        if known is None:
            strength, each, keeps_best = mark
            good, whole = max(0, min(-strength, self._sides)), self._sides
            if keeps_best:
                good, whole, each = whole**each - (whole - good) ** each, whole**each, 1
            known = self._dice[mark] = good, whole, each
        return known

    def of_dice(self, dice: tuple[tuple[int, int, int], ...]) -> list[N]:
        """The same for dice: triples (good results, all results, how many such dice)."""
        todo: list[tuple[tuple[int, int, int], ...]] = []
        while dice not in self._known:
            todo.append(dice)
            part, whole, count = dice[-1]
            dice = (*dice[:-1], (part, whole, count - 1)) if count > 1 else dice[:-1]
        found = self._known[dice]
        for wanted in reversed(todo):
            part, whole, _ = wanted[-1]
            hit, miss = self._ratio(part, whole), self._ratio(whole - part, whole)
            zero = self._ratio(0, 1)
            found = [
                miss * same + hit * fewer
                for same, fewer in zip([*found, zero], [zero, *found], strict=True)
            ]
            self._known[wanted] = found
        return found
