"""The order in which the units of a side are lost, as a queue of hits.

Rule: rule book, How units fire and Special cases of firing (B75, B198 to B200, C74).
Options: transport_casualties_restricted, weakest_lost_first, attacker_picks_ally.
"""

from collections.abc import Iterable, Mapping

from engine.core.ids import BattleSide, UnitTypeName
from engine.odds.battle import Combatant, Plan, Rules
from engine.rules.battle.numbers.loss_order import NO_PRICE, Candidate, hit_order, loss_order
from engine.rules.battle.numbers.shooters import Shooter, shooter_for
from engine.rules.common.relations import is_mere_transport
from engine.rules.common.values import attack_value, defence_value
from engine.values import replace


def losses_in_order(
    units: tuple[Combatant, ...], rules: Rules, plan: Plan, side: BattleSide
) -> tuple[int, ...]:
    """The queue of hits: places of units, one for each hit that they can take.

    Where the attacker picks the ally that is hit, one nation loses its units after another (C74).
    """
    if plan.queue:
        return plan.queue
    everybody = tuple(range(len(units)))
    if side == "attacker" or not rules.options.attacker_picks_ally:
        return _queue(everybody, units, rules, plan, side)
    owners = dict.fromkeys((*plan.nations, *(unit.owner for unit in units)))
    return tuple(
        place
        for owner in owners
        for place in _queue(
            tuple(at for at in everybody if units[at].owner == owner), units, rules, plan, side
        )
    )


def _queue(
    places: tuple[int, ...],
    units: tuple[Combatant, ...],
    rules: Rules,
    plan: Plan,
    side: BattleSide,
) -> tuple[int, ...]:
    options = rules.options
    other: BattleSide = "defender" if side == "attacker" else "attacker"
    likes = [units[place].sort for place in places]
    firsts = {like: units[place] for place, like in zip(places, likes, strict=True)}
    shooters = shooters_of(firsts.values(), rules, side)
    known = {
        like: (
            shooter,
            _lone_strength(unit, rules, side),
            rules.prices.get(unit.kind.name, NO_PRICE),
            _lone_strength(unit, rules, other),
        )
        for (like, unit), shooter in zip(firsts.items(), shooters, strict=True)
    }
    there: list[Candidate] = []
    for place, like in zip(places, likes, strict=True):
        unit = units[place]
        shooter, strength, price, elsewhere = known[like]
        hits, cargo, steps = unit.hits_left, unit.cargo, unit.steps_left
        there.append(Candidate(place, shooter, strength, price, hits, cargo, steps, elsewhere))
    weakest_first = options.weakest_lost_first
    order = loss_order(there, rules.support, side, weakest_first=weakest_first)
    if plan.losses:
        rank = {name: place for place, name in enumerate(plan.losses)}
        order.sort(key=lambda one: rank.get(units[one.unit].kind.name, len(rank)))
    if options.transport_casualties_restricted:
        order.sort(key=lambda one: is_mere_transport(units[one.unit].kind))
    if plan.keep_land:
        land = [one for one in order if units[one.unit].kind.is_land]
        order.sort(key=lambda one: bool(land) and one is land[-1])
    return hit_order(order)


def _lone_strength(unit: Combatant, rules: Rules, side: BattleSide) -> int:
    """What a unit attacks or defends with on the ground of the battle, without support."""
    if side == "attacker":
        plain = attack_value(unit.kind, rules.options, unit.technologies, landed=unit.landed)
    else:
        plain = defence_value(unit.kind, rules.options, unit.technologies)
    return max(0, plain + rules.terrain(side).get(unit.kind.name, 0))


def shooters_of(units: Iterable[Combatant], rules: Rules, side: BattleSide) -> tuple[Shooter, ...]:
    """Units as they fire on a side, without support."""
    named = any(rule.depends_on_owner for rule in rules.support)
    terrain = rules.terrain(side)
    return tuple(_shooter_of(unit, rules, side, terrain, named=named) for unit in units)


def _shooter_of(
    unit: Combatant,
    rules: Rules,
    side: BattleSide,
    terrain: Mapping[UnitTypeName, int],
    *,
    named: bool,
) -> Shooter:
    shooter = shooter_for(
        unit.kind,
        rules.options,
        unit.technologies,
        side,
        landed=unit.landed,
        surprised=unit.surprised,
    )
    if unit.kind.name in terrain:
        strength = max(0, shooter.strength + terrain[unit.kind.name])
        shooter = replace(shooter, strength=strength)
    return replace(shooter, owner=unit.owner) if named else shooter
