"""Third layer: what raids can damage (B71), and at what price it is repaired (B139, B140).

Factories can be damaged, up to twice the value of their territory, unless they say otherwise; other
units say so themselves.  A point costs the same for all of them (half of it with Increased
Factory Production).
"""

from collections.abc import Mapping
from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Records
from engine.loading.triplea.words import is_whole, option_flag, option_number

_PROPERTY: Final = "Damage From Bombing Done To Units Instead Of Territories"
_REDUCED: Final = ("IndustrialTechnology", "IncreasedFactoryProduction")
_USUAL: Final = 2
"""Damage that a unit with its own output, or that is no factory, takes without a number."""


def damage_of(name: str, options: Mapping[str, str], *, is_factory: bool) -> dict[str, object]:
    """What a unit says of damage by raids, as fields of a unit type.

    Raises DefinitionError for a value that is not a number or not a truth value.
    """
    damaged = option_flag(name, options, "canBeDamaged")
    if not is_factory and not damaged:
        return {}
    if is_factory and options.get("canBeDamaged") == "false":
        return {"is_spared": True}
    found: dict[str, object] = {} if is_factory else {"can_be_damaged": True}
    by_value = is_factory and not option_number(name, options, "canProduceXUnits")
    most = option_number(name, options, "maxDamage", 0 if by_value else _USUAL)
    if most and not (by_value and most == _USUAL):
        found["max_damage"] = most
    until = options.get("maxOperationalDamage", "-1")
    if until != "-1" and not is_factory:
        found["works_until"] = option_number(name, options, "maxOperationalDamage")
    if option_flag(name, options, "canDieFromReachingMaxDamage"):
        found["dies_of_damage"] = True
    return found


def check_damage(records: Records, switches: Mapping[str, bool], missing: Missing) -> None:
    """Note whatever a map says of damage that is not played."""
    if not switches.get(_PROPERTY):
        return
    prices = _repair_prices(records)
    if len(prices) > 1 or 0 in prices:
        missing.add("production: repairs for nothing, for goods or at several prices")


def repair_price(records: Records) -> int:
    """PUs for the repair of one point; 1 in a map without repairs.

    A map in which it is not the same everywhere is refused (check_damage).
    """
    return next(iter(_repair_prices(records)), 1)


def _repair_prices(records: Records) -> tuple[int, ...]:
    """Every price of a point in PUs, 0 for one that is not played."""
    found: dict[int, None] = {}
    for rule in records.every("production", "repairRule"):
        if rule.attributes.get("name", "").endswith(_REDUCED):
            continue
        costs = [child.attributes for child in rule.children if child.tag == "cost"]
        paid = [(cost.get("resource"), cost.get("quantity", "")) for cost in costs]
        is_simple = len(paid) == 1 and paid[0][0] == PUS and is_whole(paid[0][1], 10)
        found[int(paid[0][1]) if is_simple else 0] = None
    return tuple(found)
