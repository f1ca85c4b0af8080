"""What is for sale, by what it is good for, and a basket that only holds what can be paid for."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from engine import NO_TYPE, Buy, SaleName, State, TerritoryName, UnitType, UnitTypeName, check
from engine.values import dataclass, field


@dataclass(frozen=True)
class Basket:
    """What is bought so far."""

    state: State
    room: dict[TerritoryName, int]
    wanted: dict[SaleName, int] = field(default_factory=dict)

    def add(self, name: SaleName, place: TerritoryName, count: int = 1) -> bool:
        """Put units into it, if there is money for them and room at the place."""
        return self.add_all([name] * count, place)

    def add_all(self, names: Sequence[SaleName], place: TerritoryName) -> bool:
        """Put all of these into it or none, if there is money for them and room at the place."""
        if self.room.get(place, 0) < len(names):
            return False
        larger = Counter(self.wanted) + Counter(names)
        if check(self.state, Buy(tuple(sorted(larger.items())))):
            return False
        self.wanted.update(larger)
        self.room[place] -= len(names)
        return True

    def units(self) -> dict[UnitTypeName, int]:
        """The units in it."""
        types = self.state.definition.unit_types
        named = ((UnitTypeName(name), count) for name, count in self.wanted.items())
        return {name: count for name, count in named if name in types}

    def add_fixed(self, name: SaleName) -> bool:
        """Put something into it that no factory has to build, if there is money for it."""
        larger = {**self.wanted, name: self.wanted.get(name, 0) + 1}
        if check(self.state, Buy(tuple(sorted(larger.items())))):
            return False
        self.wanted[name] = larger[name]
        return True

    def swap(self, old: SaleName, new: SaleName) -> bool:
        """Put a dearer unit in the place of a cheaper one."""
        if not self.wanted.get(old):
            return False
        other = {**self.wanted, old: self.wanted[old] - 1, new: self.wanted.get(new, 0) + 1}
        other = {name: count for name, count in other.items() if count}
        if check(self.state, Buy(tuple(sorted(other.items())))):
            return False
        self.wanted.clear()
        self.wanted.update(other)
        return True


@dataclass(frozen=True)
class Goods:
    """The best that is for sale for each use; "" where nothing is."""

    foot: UnitTypeName = NO_TYPE
    support: UnitTypeName = NO_TYPE
    fast: UnitTypeName = NO_TYPE
    fighter: UnitTypeName = NO_TYPE
    transport: UnitTypeName = NO_TYPE
    escort: UnitTypeName = NO_TYPE
    factory: UnitTypeName = NO_TYPE


def goods_of(state: State) -> Goods:
    """What there is to buy, by use; of several kinds the one that does most for its price."""
    types, prices = state.definition.unit_types, state.definition.economy.prices
    for_sale = [
        kind
        for name, kind in types.items()
        if prices.get(name, 0) > 0 and not check(state, Buy(((name, 1),)))
    ]
    sold = [kind for kind in for_sale if not kind.is_infrastructure]
    makers = [kind for kind in for_sale if kind.is_infrastructure and kind.production.is_producer]

    def best(chosen: list[UnitType], use: Callable[[UnitType], float]) -> UnitTypeName:
        ranked = sorted(chosen, key=lambda kind: (-use(kind) / prices[kind.name], kind.name))
        return ranked[0].name if ranked else NO_TYPE

    land = [kind for kind in sold if kind.is_land and kind.movement > 0]
    slow = [kind for kind in land if kind.movement == 1]
    air = [kind for kind in sold if kind.is_air]
    sea = [kind for kind in sold if kind.is_sea]
    givers = {name for rule in state.definition.support if rule.attack for name in rule.givers}
    return Goods(
        foot=best([kind for kind in slow if kind.defence] or land, _holds),
        support=best([kind for kind in slow if kind.name in givers], _strikes),
        fast=best([kind for kind in land if kind.movement > 1], _strikes),
        fighter=best([kind for kind in air if kind.defence >= kind.attack] or air, _strikes),
        transport=best([kind for kind in sea if kind.carriage.transport_capacity], _carries),
        escort=best([kind for kind in sea if kind.defence and _is_warship(kind)], _guards),
        factory=best(makers, _is_one),
    )


def _holds(kind: UnitType) -> float:
    return (kind.defence + 1) * kind.hit_points


def _guards(kind: UnitType) -> float:
    # Power times hits grows with the square of what is paid.
    return math.sqrt(kind.defence * kind.hit_points)


def _strikes(kind: UnitType) -> float:
    return (kind.attack + 0.5) * kind.hit_points


def _carries(kind: UnitType) -> float:
    return float(kind.carriage.transport_capacity)


def _is_one(_kind: UnitType) -> float:
    return 1.0


def _is_warship(kind: UnitType) -> bool:
    """Whether it fights in the open, to guard others."""
    return not kind.undersea.is_submarine and not kind.carriage.transport_capacity
