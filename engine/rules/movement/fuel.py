"""Who pays for fuel in a move, and whether the nation can.

Units aboard others pay nothing while these move, nor when they go ashore; going aboard is paid for.
In the non-combat move, aircraft pay nothing as far as the carriers of their order have room for
them, those of allies first.  Aircraft that are shot down on their way have been paid for.

Rule: the map dialect (fuelCost, fuelFlatCost, Use Fuel Cost).  Options: none.
"""

from collections.abc import Iterator, Sequence

from engine.core.errors import Illegal
from engine.core.events.movement import FuelPaid
from engine.core.ids import PUS, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.rules.common.damage import deck_of
from engine.rules.common.fuel_costs import fuel_bill
from engine.rules.movement.mover import Mover
from engine.rules.movement.neutrals import neutral_cost

Path = tuple[TerritoryName, ...]


def move_bill(mover: Mover, units: Sequence[Unit], path: Path) -> FuelPaid:
    """What the nation pays for a move; without amounts where nothing needs fuel."""
    if not any(mover.kind(unit).mobility.needs_fuel for unit in units):
        return FuelPaid(mover.nation, ())
    riding = _riding(mover, units)
    paying = [unit for unit in units if unit.carried_by is None and unit.id not in riding]
    return fuel_bill(mover.state, mover.nation, paying, len(path) - 1)


def check_fuel(mover: Mover, units: Sequence[Unit], path: Path) -> Iterator[Illegal]:
    """The reasons against a move for which the nation lacks resources."""
    for resource, cost in move_bill(mover, units, path).amounts:
        held = mover.state.amount(mover.nation, resource)
        if resource == PUS:
            held = max(0, held - neutral_cost(mover, path))
        if cost > held:
            text = f"moving to {path[-1]} costs {cost} {resource}; you have {held}"
            yield Illegal("no-fuel", text, "", path[-1])


def _riding(mover: Mover, units: Sequence[Unit]) -> frozenset[UnitId]:
    """Aircraft that the carriers of a non-combat move take along."""
    if mover.combat:
        return frozenset()
    aircraft = [
        unit for unit in units if mover.kind(unit).is_air and mover.kind(unit).decks.carrier_cost
    ]
    aircraft.sort(key=lambda unit: (unit.owner == mover.nation, unit.id))
    found: set[UnitId] = set()
    for ship in sorted(units, key=lambda unit: unit.id):
        room = deck_of(mover.state, ship)
        for unit in aircraft:
            cost = mover.kind(unit).decks.carrier_cost
            if unit.id not in found and cost <= room:
                found.add(unit.id)
                room -= cost
    return frozenset(found)
