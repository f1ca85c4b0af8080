"""The cheapest reinforcement that reaches a chance."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from engine.odds.battle import Battle, Combatant
from engine.odds.outcome import Force, Odds, force_of
from engine.odds.solve import solve
from engine.values import dataclass, replace

_MOST: Final = 5000
_MANY: Final = 100
"""From this many ways to choose, the battles count as many (`solve`)."""


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """Units to add: what they cost in PUs, and the odds with them."""

    units: Force
    cost: int
    odds: Odds


def chance_wanted(battle: Battle, odds: Odds) -> float:
    """The chance that matters: of taking the territory, at sea of winning."""
    return float(odds.chance("win") if battle.is_sea else odds.takes)


def cheapest(battle: Battle, among: tuple[Combatant, ...], wanted: float) -> Reinforcement | None:
    """The cheapest choice of the given units to add to the attack; None when all are too few.

    wanted: a chance from 0 to 1.  Among equal prices the fewest units are chosen.
    Raises ValueError when there are too many ways to choose.
    """
    prices = battle.rules.prices
    kinds = {unit.kind.name: unit for unit in among}
    counts = dict(force_of(among))
    ways = 1
    for count in counts.values():
        ways *= count + 1
    if ways > _MOST:
        raise ValueError(f"there are {ways} ways to choose among these units, at most {_MOST} can")
    for chosen in sorted(
        _choices(counts),
        key=lambda entry: (
            sum(prices.get(name, 0) * count for name, count in entry.items()),
            sum(entry.values()),
            sorted(entry.items()),
        ),
    ):
        more = tuple(kinds[name] for name, count in chosen.items() for _ in range(count))
        stronger = replace(battle, attackers=(*battle.attackers, *more))
        if not stronger.attackers:
            continue
        odds = solve(stronger, many=ways > _MANY)
        if chance_wanted(stronger, odds) >= wanted:
            cost = sum(prices.get(unit.kind.name, 0) for unit in more)
            return Reinforcement(force_of(more), cost, odds)
    return None


def _choices(counts: Mapping[str, int]) -> Iterator[dict[str, int]]:
    names = list(counts)
    for numbers in product(*(range(counts[name] + 1) for name in names)):
        yield {name: number for name, number in zip(names, numbers, strict=True) if number}
