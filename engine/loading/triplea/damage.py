"""Third layer: what raids can damage (B71), and at what price it is repaired (B139, B140).

Factories can be damaged, up to twice the value of their territory, unless they say otherwise; other
units say so themselves.  A point costs the same for all of them (half of it with Increased
Factory Production).
"""

from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.catalogue_properties import Switches
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import MapFacts, Said, taken
from engine.loading.triplea.words import is_whole

_PROPERTY: Final = "Damage From Bombing Done To Units Instead Of Territories"
_REDUCED: Final = ("IndustrialTechnology", "IncreasedFactoryProduction")
_USUAL: Final = 2
"""Damage that a unit with its own output, or that is not a factory, takes without a number."""


def _most(said: Said) -> MapFacts:
    return {} if said.last == "-1" else {"max_damage": said.number()}


DAMAGE_OPTIONS: Final = (
    reads.flag("canBeDamaged", "can_be_damaged", "can_be_damaged; for a factory is_spared"),
    reads.number("canProduceXUnits", "factory_output"),
    *reads.changing(
        reads.special("maxDamage", "max_damage", _most, fact="max_damage"),
        reads.number("maxOperationalDamage", "works_until", usual=-1),
    ),
    reads.flag("canDieFromReachingMaxDamage", "dies_of_damage"),
)


def limit_damage(unit: MapFacts) -> None:
    """Put what a unit says of damage by raids into the form of a unit type."""
    is_factory = bool(unit.get("is_factory"))
    is_spared = is_factory and unit.get("can_be_damaged") is False
    damaged = taken(unit, "can_be_damaged", False)
    by_value = is_factory and not unit.get("factory_output")
    most = taken(unit, "max_damage", 0 if by_value else _USUAL)
    until = taken(unit, "works_until", -1)
    dies = taken(unit, "dies_of_damage", False)
    if is_spared:
        unit["is_spared"] = True
    elif is_factory or damaged:
        unit |= {"can_be_damaged": not is_factory, "dies_of_damage": dies}
        unit["max_damage"] = 0 if by_value and most == _USUAL else most
        unit["works_until"] = until


def check_damage(records: Records, switches: Switches, missing: MissingRules) -> None:
    """Note whatever a map says of damage that is not played."""
    if not switches.is_on(_PROPERTY):
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
