"""Unit types and what they cost, which share a row (end matter 1 of the checklist)."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.errors import DefinitionError
from engine.core.ids import UnitTypeName
from engine.gamedef.bounds import MAX_UNIT_TYPES
from engine.gamedef.unit_types import UnitType
from engine.loading.fields import Node
from engine.loading.record.reading import made, plain_record, read_parts
from engine.loading.record.values import Scope
from engine.loading.tree.prices import UnitPrices


class UnitTable(NamedTuple):
    """The unit types in the order of the buy list, and what they cost."""

    types: Mapping[UnitTypeName, UnitType]
    prices: Mapping[UnitTypeName, int]
    reduced_prices: Mapping[UnitTypeName, int]
    shipyard_prices: Mapping[UnitTypeName, int]


def read_units(node: Node, scope: Scope) -> UnitTable:
    """The unit types and the price lists."""
    types: dict[UnitTypeName, UnitType] = {}
    told: dict[UnitTypeName, UnitPrices] = {}
    for item in node.items(MAX_UNIT_TYPES):
        try:
            of_type, of_prices = read_parts(item, scope, UnitType, UnitPrices)
            unit, prices = made(UnitType, of_type), made(UnitPrices, of_prices)
            scope.check(unit, item, scope)
            scope.check(prices, item, scope)
        except DefinitionError as fault:
            scope.note(fault)
            continue
        types[unit.name], told[unit.name] = unit, prices
    return UnitTable(
        types=types,
        prices={name: row.price for name, row in told.items() if row.price is not None},
        reduced_prices={
            name: row.reduced_price for name, row in told.items() if row.reduced_price is not None
        },
        shipyard_prices={
            name: row.shipyard_price for name, row in told.items() if row.shipyard_price is not None
        },
    )


def plain_units(units: UnitTable) -> list[dict[str, object]]:
    """The rows that `read_units` reads."""
    return [
        {"name": name}
        | plain_record(
            UnitPrices(
                units.prices.get(name),
                units.reduced_prices.get(name),
                units.shipyard_prices.get(name),
            )
        )
        | plain_record(unit)
        for name, unit in units.types.items()
    ]
