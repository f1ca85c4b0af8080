"""Repair of factories, and of other units, that raids and rockets have damaged.

Damage lowers what a factory builds, one unit for each point.  In the purchase phase the owner may
buy points back, for one PU each or by option for more; with Increased Factory Production for half
of that, rounded up.  It is paid and done immediately, so enough money must be left for the plan of
the phase.  Where raids cost PUs instead, there is nothing to repair.

Rule: rule book, Purchase (B139, B140), Technology (B128).
Options: bombing_damages_factory, repair_price.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events.economy import FactoryRepaired
from engine.core.ids import NO_TYPE, TerritoryName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.repair import Repair
from engine.rules.common.advances import repair_discount
from engine.rules.common.frame import Events
from engine.rules.common.relations import type_of


def damaged_factories(
    state: State, territory: TerritoryName, target: UnitTypeName = NO_TYPE
) -> tuple[Unit, ...]:
    """Own units of a type there that have damage, in order of identity; "" for all factories."""
    return tuple(
        unit
        for unit in state.units_in(territory)
        if unit.owner == state.nation
        and unit.damage
        and (unit.type == target if target else type_of(state, unit).production.is_factory)
    )


def repair_cost(state: State, points: int) -> int:
    """PUs for this many points of damage."""
    price = points * state.definition.options.repair_price
    return -(-price * (100 - repair_discount(state, state.nation)) // 100)


def check_repair(state: State, order: Repair, treasury: int) -> tuple[Illegal, ...]:
    """All reasons against a repair that may cost up to `treasury` PUs."""
    place = order.territory
    if place not in state.definition.board.territories:
        return (Illegal("unknown-territory", f"there is no territory {place!r}", "B139"),)
    if not state.definition.options.bombing_damages_factory:
        text = "factories are never damaged in this game: raids and rockets cost PUs"
        return (Illegal("no-repairs", text, "B139", place),)
    reasons: list[Illegal] = []
    if order.target and order.target not in state.definition.unit_types:
        return (Illegal("unknown-unit", f"there is no unit {order.target!r}", "B139"),)
    damage = sum(unit.damage for unit in damaged_factories(state, place, order.target))
    if order.points < 1:
        reasons.append(Illegal("wrong-count", "a repair needs at least one point", "B139", place))
    if order.points > damage:
        what = order.target or "factories"
        text = f"the {what} of the {state.nation} in {place} have {damage} points of damage"
        reasons.append(Illegal("not-damaged", text, "B139", place))
    cost = repair_cost(state, max(0, order.points))
    if cost > treasury:
        text = f"this costs {cost} PUs, {treasury} are left: {cost - treasury} too few"
        reasons.append(Illegal("not-enough-pus", text, "B139", place))
    return tuple(reasons)


def resolve_repair(state: State, order: Repair) -> Events:
    """Paid and repaired."""
    units = tuple(unit.id for unit in damaged_factories(state, order.territory, order.target))
    cost = repair_cost(state, order.points)
    return (FactoryRepaired(state.nation, order.territory, units, order.points, cost),)


def legal_repairs(state: State, treasury: int) -> Iterator[Repair]:
    """One point of each type in every territory where that is possible, sorted by territory."""
    hurt = {
        (unit.territory, NO_TYPE if type_of(state, unit).production.is_factory else unit.type)
        for unit in state.units_of(state.nation)
        if unit.damage
    }
    for place, target in sorted(hurt):
        order = Repair(place, 1, target)
        if not check_repair(state, order, treasury):
            yield order
