"""The odds of a battle.

Rule: rule book, Battle calculator (B245 to B250, B252, G7).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, Union

from engine.core.ids import BattleSide, UnitTypeName
from engine.core.words import OddsOutcome
from engine.odds.battle import Combatant
from engine.values import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

Force = tuple[tuple[UnitTypeName, int], ...]
"""How many units of each type, in the order of the list, types without units left out."""

Chance: TypeAlias = Union[float, "Fraction"]
"""A float, or an exact fraction; only code that needs fractions loads their module."""


class BattleEnding(NamedTuple):
    """One way in which a battle can end.

    attackers, defenders: survivors, those that submerged or retreated included.
    takes: whether the attacker takes the territory: one of their land units is left there.
    """

    outcome: OddsOutcome
    attackers: Force
    defenders: Force
    takes: bool
    chance: Chance


@dataclass(frozen=True, slots=True)
class Odds:
    """The answer to: what will happen, and how likely is it?

    attackers, defenders: the forces at the beginning; prices: PUs by type.
    endings: likeliest first; together with `dropped` they make 1.
    rounds: the mean number of rounds.
    attacker_losses, defender_losses: the order of losses that was used, one entry for each hit;
      ``battleship*`` is a hit that only damages.
    dropped: chance of battles that were too unlikely to follow.
    method: ``"exact"`` or ``"simulated"``; runs: battles played, 0 when exact; error: the standard
      error of a simulated chance of one half, 0 when exact.
    is_sea: whether there is no territory to take; prize: what success is worth to the attacker in
      PUs (Battle.prize).
    """

    attackers: Force
    defenders: Force
    prices: Mapping[UnitTypeName, int]
    endings: tuple[BattleEnding, ...]
    rounds: Chance
    attacker_losses: tuple[str, ...]
    defender_losses: tuple[str, ...]
    dropped: Chance = 0.0
    method: str = "exact"
    runs: int = 0
    is_sea: bool = False
    prize: float = 0.0

    def chance(self, outcome: OddsOutcome) -> Chance:
        """The chance of an outcome."""
        return _total(end.chance for end in self.endings if end.outcome == outcome)

    @property
    def takes(self) -> Chance:
        """The chance that the attacker takes the territory."""
        return _total(end.chance for end in self.endings if end.takes)

    @property
    def success(self) -> Chance:
        """The chance that matters: that the attacker takes the territory, at sea that they win."""
        return self.chance("win") if self.is_sea else self.takes

    @property
    def profit(self) -> float:
        """PUs destroyed less PUs lost, and the prize where the attacker succeeds, on average."""
        won = float(self.mean_cost("defender")) - float(self.mean_cost("attacker"))
        return won + self.prize * float(self.success)

    @property
    def error(self) -> float:
        """The standard error of a chance of one half, 0 when exact."""
        return 0.5 / float(self.runs) ** 0.5 if self.runs else 0.0

    def survivors(self, side: BattleSide) -> tuple[tuple[Force, Chance], ...]:
        """The survivors of ``"attacker"`` or ``"defender"`` with their chances, likeliest first."""
        found: dict[Force, Chance] = {}
        for end in self.endings:
            force = end.attackers if side == "attacker" else end.defenders
            found[force] = found.get(force, 0) + end.chance
        return tuple(sorted(found.items(), key=lambda entry: (-entry[1], entry[0])))

    def numbers_left(self, side: BattleSide) -> tuple[tuple[int, Chance], ...]:
        """How many units of a side are left, with the chance of each number."""
        found: dict[int, Chance] = {}
        for force, chance in self.survivors(side):
            count = sum(number for _, number in force)
            found[count] = found.get(count, 0) + chance
        return tuple(sorted(found.items()))

    def mean_losses(self, side: BattleSide) -> tuple[tuple[UnitTypeName, Chance], ...]:
        """The mean number of units lost of each type."""
        began = self.attackers if side == "attacker" else self.defenders
        share = _total(end.chance for end in self.endings)
        lost: dict[UnitTypeName, Chance] = {name: count * share for name, count in began}
        for force, chance in self.survivors(side):
            for name, count in force:
                lost[name] = lost[name] - count * chance
        return tuple(lost.items())

    def mean_cost(self, side: BattleSide) -> Chance:
        """The mean price of the units lost, in PUs."""
        return _total(self.prices.get(name, 0) * number for name, number in self.mean_losses(side))


def _total(chances: Iterable[Chance]) -> Chance:
    total: Chance = 0
    for chance in chances:
        total = total + chance
    return total


def force_of(units: Iterable[Combatant]) -> Force:
    """The units by type."""
    return tuple(Counter([unit.kind.name for unit in units]).items())


def order_in_words(units: tuple[Combatant, ...], order: Iterable[int]) -> tuple[str, ...]:
    """An order of losses as types, hits that only damage with a star."""
    return tuple(_words(units, order))


def _words(units: tuple[Combatant, ...], order: Iterable[int]) -> Iterator[str]:
    left = {place: unit.hits_left for place, unit in enumerate(units)}
    for place in order:
        left[place] -= 1
        yield units[place].kind.name + ("*" if left[place] else "")
