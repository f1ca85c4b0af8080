"""Which units a side loses when nobody chooses: the default order of losses.

Rule: rule book, How units fire (B198) and Special cases (B200, G18, G20).

The default order, used for defenders (who are away) and recommended to the attacker:
1. hits that only damage: units with more than one hit point left take them first;
2. then whole units, the cheapest first (price in PUs; a type that cannot be bought comes last);
3. of the same price the one that hits least on its side, without support;
4. of the same strength the transport with less cargo, the aircraft with less movement left;
5. then the older unit.
So infantry goes before the artillery that helps it, which never costs more strength than the other
way round.  With the option weakest_lost_first rules 2 and 3 change places, as in the engine, and
units that help others stay in balance with those that they help.
An attacker on land whose aircraft would be all that is left keeps his last land unit when every
defender is lost already: with it he takes the territory.
Options: weakest_lost_first.
"""

from collections.abc import Mapping, Sequence

from engine.core.agenda import BattleFrame
from engine.core.ids import NationName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State, SupportRule
from engine.rules.battle.battle_step import ATTACKER, DEFENDER, units_of, unmarked_of
from engine.rules.battle.fire import shooter_of
from engine.rules.battle.rolls import Shooter
from engine.rules.relations import is_sea, type_of
from engine.rules.values import attack_of, defence_of, movement_left


def hit_points_left(state: State, unit: Unit) -> int:
    """How many hits destroy the unit."""
    return max(1, type_of(state, unit).hit_points - unit.hits)


def owners_of(state: State, units: tuple[UnitId, ...]) -> tuple[NationName, ...]:
    """Whose units these are, in turn order; owners that have no turn come last."""
    owners = {state.units[unit].owner for unit in units}
    nations = state.definition.nation_names()
    return (*(name for name in nations if name in owners), *sorted(owners - set(nations)))


def hit_capacity(state: State, units: tuple[UnitId, ...]) -> int:
    """How many hits destroy all these units."""
    return sum(hit_points_left(state, state.units[unit]) for unit in units)


def default_casualties(
    state: State, candidates: tuple[UnitId, ...], hits: int, side: str
) -> tuple[UnitId, ...]:
    """Who takes the hits when nobody chooses: one entry for each hit, in the order taken.

    candidates: units on the board; side: ``"attacker"`` or ``"defender"``, whose units they are.
    A unit named as often as it has hit points left is destroyed.  Fewer entries than hits come
    back only when the candidates cannot take more.
    """
    order = casualty_order(state, candidates, side)
    if side == ATTACKER:
        order = _land_unit_kept(state, order, hits)
    return order[:hits]


def casualty_order(state: State, candidates: tuple[UnitId, ...], side: str) -> tuple[UnitId, ...]:
    """All hits that the candidates can take, in default order; damage first, then losses."""
    units = [state.units[unit] for unit in candidates]
    units.sort(key=lambda unit: _worth(state, unit, side))
    if state.definition.options.weakest_lost_first:
        units = _balanced(state, units, side)
    damage = [unit.id for unit in units for _ in range(hit_points_left(state, unit) - 1)]
    return (*damage, *(unit.id for unit in units))


def split_hits(
    state: State, hits: tuple[UnitId, ...]
) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """Hits on units as (killed, damaged); a unit damaged and then killed stands in both."""
    taken: dict[UnitId, int] = {}
    killed: list[UnitId] = []
    damaged: list[UnitId] = []
    for unit in hits:
        taken[unit] = taken.get(unit, 0) + 1
        last = taken[unit] == hit_points_left(state, state.units[unit])
        (killed if last else damaged).append(unit)
    return tuple(killed), tuple(damaged)


def has_real_choice(state: State, candidates: tuple[UnitId, ...], hits: int) -> bool:
    """Whether it makes a difference who takes the hits: not all die, and they are not all alike."""
    if hits >= hit_capacity(state, candidates):
        return False
    return len({_likeness(state, state.units[unit]) for unit in candidates}) > 1


def _likeness(state: State, unit: Unit) -> tuple[object, ...]:
    """Units with equal likeness need no choice between them."""
    cargo = tuple(sorted(aboard.type for aboard in state.cargo_of(unit.id)))
    ashore = tuple(
        sorted(
            state.units[landed].type
            for battle in state.battles
            for landed, transport, _ in battle.landings
            if transport == unit.id and landed in state.units
        )
    )
    left = movement_left(state, unit) if type_of(state, unit).is_air else 0
    return (unit.type, unit.owner, unit.hits, unit.amphibious, left, cargo, ashore)


def _worth(state: State, unit: Unit, side: str) -> tuple[int, ...]:
    kind = type_of(state, unit)
    price = state.definition.prices.get(unit.type, 10**6)
    strength = attack_of(state, unit) if side == ATTACKER else defence_of(state, unit)
    cargo = len(state.cargo_of(unit.id))
    left = movement_left(state, unit) if kind.is_air else 0
    if state.definition.options.weakest_lost_first:
        return (strength, price, cargo, left, unit.id)
    return (price, strength, cargo, left, unit.id)


def _balanced(state: State, units: list[Unit], side: str) -> list[Unit]:
    """Units that help others kept in balance with those that they help (B198).

    The unit goes first without which the side loses least strength, the help it gives or gets
    included; among equals the one that is weakest with help, then in the given order.
    """
    rules = [
        rule
        for rule in state.definition.support
        if (rule.attack if side == ATTACKER else rule.defence)
        and any(unit.type in rule.givers for unit in units)
        and any(unit.type in rule.receivers for unit in units)
    ]
    if not rules:
        return units
    shooters = {unit.id: shooter_of(state, unit, side) for unit in units}
    groups: dict[Shooter, list[Unit]] = {}
    for unit in units:
        groups.setdefault(shooters[unit.id], []).append(unit)
    order: list[Unit] = []
    place = {unit.id: index for index, unit in enumerate(units)}
    while len(order) < len(units):
        counts = {shooter: len(same) for shooter, same in groups.items() if same}
        ranks = [
            (*_loss(counts, shooter, rules), place[groups[shooter][0].id], shooter)
            for shooter in counts
        ]
        order.append(groups[min(ranks, key=lambda rank: rank[:3])[3]].pop(0))
    return order


def _loss(
    counts: Mapping[Shooter, int], shooter: Shooter, rules: Sequence[SupportRule]
) -> tuple[int, int]:
    """What a side loses with one shooter, and the strength of that shooter with help."""
    without = {**counts, shooter: counts[shooter] - 1}
    helped = sum(
        rule.bonus
        for rule in rules
        if shooter.type in rule.receivers and any(other.type in rule.givers for other in counts)
    )
    return _strength(counts, rules) - _strength(without, rules), shooter.strength + helped


def _strength(counts: Mapping[Shooter, int], rules: Sequence[SupportRule]) -> int:
    total = sum(shooter.strength * shooter.dice * count for shooter, count in counts.items())
    for rule in rules:
        help_given = sum(
            count * shooter.helps * rule.count
            for shooter, count in counts.items()
            if shooter.type in rule.givers
        )
        receivers = sum(
            count for shooter, count in counts.items() if shooter.type in rule.receivers
        )
        total += rule.bonus * min(help_given, receivers)
    return total


def _land_unit_kept(state: State, order: tuple[UnitId, ...], hits: int) -> tuple[UnitId, ...]:
    """The order with the last land unit at its end, where that decides on the territory."""
    battle = next((frame for frame in state.agenda if isinstance(frame, BattleFrame)), None)
    if battle is None or is_sea(state, battle.territory) or unmarked_of(state, battle, DEFENDER):
        return order
    land = [
        unit.id
        for unit in units_of(state, battle, ATTACKER)
        if type_of(state, unit).is_land and unit.id not in battle.marked
    ]
    if not land or not set(land) <= set(order[:hits]) or len(order) <= hits:
        return order
    kept = max(land, key=order.index)
    return (*(unit for unit in order if unit != kept), kept)
