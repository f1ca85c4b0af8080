"""Repair of factories that raids and rockets have damaged.

Damage lowers what a factory builds, one unit for each point.  In the purchase phase the owner may
buy points back, for one PU each; with Increased Factory Production for half of that, rounded up.
It is paid and done immediately, so enough money must be left for the plan of the phase.  Where
raids cost PUs instead, there is nothing to repair.

Rule: rule book, Purchase (B139, B140), Technology (B128).
Options: bombing_damages_factory.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events.economy import FactoryRepaired
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders import Repair
from engine.rules.frame import Events
from engine.rules.relations import type_of
from engine.rules.values import INCREASED_FACTORY_PRODUCTION, has_technology


def damaged_factories(state: State, territory: TerritoryName) -> tuple[Unit, ...]:
    """Own factories there that have damage, in order of identity."""
    return tuple(
        unit
        for unit in state.units_in(territory)
        if unit.owner == state.nation and type_of(state, unit).is_factory and unit.damage
    )


def repair_cost(state: State, points: int) -> int:
    """PUs for this many points of damage."""
    cheap = has_technology(state, state.nation, INCREASED_FACTORY_PRODUCTION)
    return (points + 1) // 2 if cheap else points


def check_repair(state: State, order: Repair, treasury: int) -> tuple[Illegal, ...]:
    """All reasons against a repair that may cost up to `treasury` PUs."""
    place = order.territory
    if place not in state.definition.board.territories:
        return (Illegal("unknown-territory", f"there is no territory {place!r}", "B139"),)
    if not state.definition.options.bombing_damages_factory:
        text = "factories are never damaged in this game: raids and rockets cost PUs"
        return (Illegal("no-repairs", text, "B139", place),)
    reasons: list[Illegal] = []
    damage = sum(unit.damage for unit in damaged_factories(state, place))
    if order.points < 1:
        reasons.append(Illegal("wrong-count", "a repair needs at least one point", "B139", place))
    if order.points > damage:
        text = f"the factories of the {state.nation} in {place} have {damage} points of damage"
        reasons.append(Illegal("not-damaged", text, "B139", place))
    cost = repair_cost(state, max(0, order.points))
    if cost > treasury:
        text = f"this costs {cost} PUs, {treasury} are left: {cost - treasury} too few"
        reasons.append(Illegal("not-enough-pus", text, "B139", place))
    return tuple(reasons)


def resolve_repair(state: State, order: Repair) -> Events:
    """Paid and repaired."""
    units = tuple(unit.id for unit in damaged_factories(state, order.territory))
    cost = repair_cost(state, order.points)
    return (FactoryRepaired(state.nation, order.territory, units, order.points, cost),)


def legal_repairs(state: State, treasury: int) -> Iterator[Repair]:
    """One point in every territory where that is possible, sorted by territory."""
    places = {unit.territory for unit in state.units_of(state.nation) if unit.damage}
    for place in sorted(places):
        order = Repair(place, 1)
        if not check_repair(state, order, treasury):
            yield order
