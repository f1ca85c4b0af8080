"""What movement costs where units need fuel, in resources of their owner.

Each area that a unit moves costs so much, and its first move of a turn so much more.  Aircraft that
scramble are paid for when they take off, if their owner has enough for the way there and back; they
pay the way back when they land.  Retreats are free.

Rule: the map dialect (fuelCost, fuelFlatCost, Use Fuel Cost).  Options: none.
"""

from collections.abc import Iterator, Sequence

from engine.core.events.movement import FuelPaid
from engine.core.ids import NationName, ResourceName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.offers import sums
from engine.rules.common.frame import Events
from engine.rules.common.relations import type_of


def fuel_bill(state: State, nation: NationName, units: Sequence[Unit], steps: int) -> FuelPaid:
    """What a nation pays for units that move so many areas each."""
    first = [unit for unit in units if type_of(state, unit).mobility.flat_fuel and not unit.fuelled]
    costs = _per_area(state, units, steps)
    for unit in first:
        costs += type_of(state, unit).mobility.flat_fuel
    keys = tuple(sorted(unit.id for unit in first))
    return FuelPaid(nation, tuple(sorted(sums(costs).items())), keys)


def _per_area(state: State, units: Sequence[Unit], steps: int) -> list[tuple[ResourceName, int]]:
    return [
        (resource, amount * steps)
        for unit in units
        for resource, amount in type_of(state, unit).mobility.fuel
    ]


def scramble_bills(state: State, units: Sequence[UnitId]) -> Events:
    """What the owners of aircraft pay when these scramble."""
    bills = (fuel_bill(state, owner, own, 1) for owner, own in _by_owner(state, units))
    return tuple(bill for bill in bills if bill.amounts)


def can_scramble_all(state: State, units: Sequence[UnitId]) -> bool:
    """Whether the owners of aircraft can pay for their way to a battle and back."""
    for owner, own in _by_owner(state, units):
        out = fuel_bill(state, owner, own, 1).amounts
        costs = sums((*out, *_per_area(state, own, 1)))
        if any(cost > state.amount(owner, resource) for resource, cost in costs.items()):
            return False
    return True


def _by_owner(state: State, units: Sequence[UnitId]) -> Iterator[tuple[NationName, list[Unit]]]:
    flying = [state.units[key] for key in units]
    for owner in dict.fromkeys(unit.owner for unit in flying):
        yield owner, [unit for unit in flying if unit.owner == owner]


def return_bill(state: State, unit: Unit) -> Events:
    """What the way back costs, as far as the owner still has the resources."""
    costs = sums(_per_area(state, [unit], 1))
    held = {resource: state.amount(unit.owner, resource) for resource in costs}
    paid = {name: min(cost, held[name]) for name, cost in costs.items() if held[name]}
    return (FuelPaid(unit.owner, tuple(sorted(paid.items()))),) if paid else ()
