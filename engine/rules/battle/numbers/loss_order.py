"""The default order of losses, in pure numbers, for the battle rules and for the odds.

Rule: rule book, How units fire (B198) and Special cases (B200, G18, G20).

1. hits that only damage: units with more than one hit point left take them first;
2. then whole units, the cheapest first (price in PUs; a type that cannot be bought comes last);
3. of the same price the one that hits least often on its side, without support;
4. of the same strength the transport with less cargo, the aircraft with less movement left;
5. then the older unit.
So infantry goes before the artillery that helps it, which never costs more strength than the other
way round.  With the option weakest_lost_first, rules 2 and 3 change places, as in the TripleA
engine; of units with the same strength and price the one that is weaker on the other side goes
first; and units that help others stay in balance with those that they help.
Options: weakest_lost_first.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from engine.core.ids import BattleSide, UnitId
from engine.gamedef import SupportRule
from engine.rules.battle.numbers.shooters import Shooter

NO_PRICE: Final = 10**6
"""What counts as the price of a type that cannot be bought, in PUs."""


class Candidate(NamedTuple):
    """A unit that may be lost.

    shooter: how it fires without support; strength: its attack or defence there alone.
    price: PUs; hits_left: hits that destroy it; cargo: units aboard; steps_left: movement that an
    aircraft has left; on_other_side: its strength alone on the other side.
    """

    unit: UnitId
    shooter: Shooter
    strength: int
    price: int
    hits_left: int = 1
    cargo: int = 0
    steps_left: int = 0
    on_other_side: int = 0


_CHEAPEST: Final = attrgetter("price", "strength", "cargo", "steps_left", "unit")
_WEAKEST: Final = attrgetter("strength", "price", "on_other_side", "cargo", "steps_left", "unit")


def loss_order(
    candidates: Iterable[Candidate],
    support: Iterable[SupportRule],
    side: BattleSide,
    *,
    weakest_first: bool,
) -> list[Candidate]:
    """The candidates in the order in which they are lost.

    side: ``"attacker"`` or ``"defender"``; weakest_first: the option weakest_lost_first.
    """
    if not weakest_first:
        return sorted(candidates, key=_CHEAPEST)
    return _balanced(sorted(candidates, key=_WEAKEST), support, side)


def hit_order(order: Iterable[Candidate]) -> tuple[UnitId, ...]:
    """All hits that units lost in this order can take: damage first, then losses."""
    units = list(order)
    damage = [one.unit for one in units for _ in range(one.hits_left - 1)]
    return (*damage, *(one.unit for one in units))


def land_unit_kept(
    order: tuple[UnitId, ...], hits: int, land: Collection[UnitId]
) -> tuple[UnitId, ...]:
    """The order of hits with the last land unit at its end, where it can be kept at all.

    hits: how many of the order are taken; land: the land units, () where none may be kept.
    """
    if not land or not set(land) <= set(order[:hits]) or len(order) <= hits:
        return order
    kept = max(land, key=order.index)
    return (*(unit for unit in order if unit != kept), kept)


def _balanced(
    units: list[Candidate], support: Iterable[SupportRule], side: BattleSide
) -> list[Candidate]:
    """Units that help others kept in balance with those that they help (B198).

    First goes the unit whose loss costs the side least strength, including the help it gives or
    gets; among equals the one that is weakest with help, then in the given order.
    """
    rules = [
        rule
        for rule in support
        if rule.strength and not rule.on_enemies
        if (rule.attack if side == "attacker" else rule.defence)
        and any(one.shooter.type in rule.givers for one in units)
        and any(one.shooter.type in rule.receivers for one in units)
    ]
    if not rules:
        return units
    groups: dict[Shooter, list[Candidate]] = {}
    for one in units:
        groups.setdefault(one.shooter, []).append(one)
    order: list[Candidate] = []
    place = {one.unit: index for index, one in enumerate(units)}
    while len(order) < len(units):
        counts = {shooter: len(same) for shooter, same in groups.items() if same}
        ranks = [
            (*_loss(counts, shooter, rules), place[groups[shooter][0].unit], shooter)
            for shooter in counts
        ]
        order.append(groups[min(ranks, key=lambda rank: rank[:3])[3]].pop(0))
    return order


def _loss(
    counts: Mapping[Shooter, int], shooter: Shooter, rules: Sequence[SupportRule]
) -> tuple[int, int]:
    """What the loss of one shooter costs its side, and the strength of that shooter with help."""
    without = {**counts, shooter: counts[shooter] - 1}
    helped = sum(
        rule.bonus
        for rule in rules
        if shooter.type in rule.receivers and any(other.type in rule.givers for other in counts)
    )
    return _strength(counts, rules) - _strength(without, rules), shooter.strength + helped


def _strength(counts: Mapping[Shooter, int], rules: Sequence[SupportRule]) -> int:
    """The strength of a side; rules of one kind count as one, with the best bonus of them."""
    total = sum(shooter.strength * shooter.dice * count for shooter, count in counts.items())
    kinds: dict[object, list[SupportRule]] = {}
    for number, rule in enumerate(rules):
        kinds.setdefault(rule.kind or number, []).append(rule)
    for group in kinds.values():
        help_given = sum(
            count * (shooter.helps if rule.improvable else 1) * rule.count
            for rule in group
            for shooter, count in counts.items()
            if shooter.type in rule.givers
        )
        receivers = sum(
            count
            for shooter, count in counts.items()
            if any(shooter.type in rule.receivers for rule in group)
        )
        best = max(rule.bonus for rule in group)
        total += best * min(help_given, receivers * max(1, group[0].stack))
    return total
