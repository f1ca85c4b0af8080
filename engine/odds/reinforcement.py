"""The cheapest reinforcement that reaches a chance, for the attacker or for the defender."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Final

from engine.core.ids import UnitTypeName
from engine.odds.battle import Battle, Combatant
from engine.odds.forces import ForceError
from engine.odds.guns import AAFire
from engine.odds.outcome import Force, Odds, force_of
from engine.odds.solving import solve
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


def cheapest(
    battle: Battle,
    among: tuple[Combatant, ...],
    wanted: float,
    fire: Callable[[tuple[Combatant, ...]], AAFire],
) -> Reinforcement | None:
    """The cheapest choice of the given units to add to the attack; None when all are too few.

    wanted: the least chance of success, from 0 to 1; fire: what AA guns fire at any attackers.
    Among equal prices the fewest units are chosen.  Raises ValueError when there are too many ways
    to choose, ForceError for a choice whose battle is not counted.
    """

    def with_more(more: tuple[Combatant, ...]) -> Battle:
        return joined(battle, more, fire)

    return _first(battle, among, with_more, lambda odds: float(odds.success) >= wanted)


def joined(
    battle: Battle,
    more: tuple[Combatant, ...],
    fire: Callable[[tuple[Combatant, ...]], AAFire],
) -> Battle:
    """The battle with more attackers, at whom AA guns fire as well.

    fire: what they fire at any attackers.  Raises ForceError when that is not counted.
    """
    attackers = (*battle.attackers, *more)
    strength, shots, reasons = fire(attackers)
    for reason in reasons:
        raise ForceError(f"with {_in_words(more)} the odds cannot be worked out: {reason}")
    return replace(
        battle, attackers=attackers, aa_strength=strength, aa_shots=shots, not_counted=()
    )


def _in_words(units: tuple[Combatant, ...]) -> str:
    return ", ".join(f"{count} {name}" for name, count in force_of(units)) or "nothing more"


def cheapest_defence(
    battle: Battle,
    among: tuple[Combatant, ...],
    at_most: float,
    *,
    budget: int | None = None,
    room: int | None = None,
) -> Reinforcement | None:
    """The cheapest choice of units to add to the defence; None when all are too few.

    at_most: the highest chance of success that the attacker may keep, from 0 to 1.
    budget, room: the most that they may cost in PUs, and how many there may be; None: no limit.
    Raises ValueError when there are too many ways to choose.
    """

    def with_more(more: tuple[Combatant, ...]) -> Battle:
        return replace(battle, defenders=(*battle.defenders, *more))

    return _first(
        battle, among, with_more, lambda odds: float(odds.success) <= at_most, budget, room
    )


def _first(
    battle: Battle,
    among: tuple[Combatant, ...],
    with_more: Callable[[tuple[Combatant, ...]], Battle],
    enough: Callable[[Odds], bool],
    budget: int | None = None,
    room: int | None = None,
) -> Reinforcement | None:
    """The first choice that is enough, from the cheapest on."""
    prices = battle.rules.prices
    choices = list(islice(_choices(among, prices, budget, room), _MOST + 1))
    if len(choices) > _MOST:
        raise ValueError(f"there are more than {_MOST} ways to choose among these units")
    for more in sorted(choices, key=lambda units: _cost_first(units, prices)):
        stronger = with_more(more)
        if not stronger.attackers or not stronger.defenders:
            continue
        odds = solve(stronger, many=len(choices) > _MANY)
        if enough(odds):
            return Reinforcement(force_of(more), _cost_first(more, prices)[0], odds)
    return None


def _cost_first(
    units: tuple[Combatant, ...], prices: Mapping[UnitTypeName, int]
) -> tuple[int, int, list[str]]:
    """Cheapest first, then fewest units."""
    names = [unit.kind.name for unit in units]
    return sum(prices.get(name, 0) for name in names), len(names), sorted(names)


def _choices(
    units: tuple[Combatant, ...],
    prices: Mapping[UnitTypeName, int],
    budget: int | None,
    room: int | None,
) -> Iterator[tuple[Combatant, ...]]:
    """Every number of each type that the budget pays for and that there is room for."""
    kinds = {unit.kind.name: unit for unit in units}
    counts = dict(force_of(units))
    for numbers in product(*(range(count + 1) for count in counts.values())):
        cost = sum(
            prices.get(name, 0) * number for name, number in zip(counts, numbers, strict=True)
        )
        if (budget is None or cost <= budget) and (room is None or sum(numbers) <= room):
            yield tuple(
                kinds[name]
                for name, number in zip(counts, numbers, strict=True)
                for _ in range(number)
            )
