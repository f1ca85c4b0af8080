"""Third layer: damaged factories (B71, B139, B140), which are read in their usual form only.

Usual: only factories take damage, up to twice the value of their territory, and one PU repairs one
point (half of it with Increased Factory Production).
"""

from collections.abc import Mapping
from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Records

_PROPERTY: Final = "Damage From Bombing Done To Units Instead Of Territories"
_USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "canBeDamaged": ("false",),
    "maxDamage": ("-1",),
    "maxOperationalDamage": ("-1",),
    "canDieFromReachingMaxDamage": ("false",),
}
_REDUCED: Final = ("IndustrialTechnology", "IncreasedFactoryProduction")


def check_damage(records: Records, switches: Mapping[str, bool], missing: Missing) -> None:
    """Note whatever a map says of damage that is not the usual form."""
    if not switches.get(_PROPERTY):
        return
    for attachment in records.of_kind("UnitAttachment"):
        for name, value in attachment.options:
            usual = ("true",) if attachment.values().get("isFactory") == "true" else ()
            if name in _USUAL and value not in (*_USUAL[name], *usual):
                missing.add(f"option of UnitAttachment {name}: damage of other units or amounts")
    for rule in records.every("production", "repairRule"):
        if rule.attributes.get("name", "").endswith(_REDUCED):
            continue
        costs = [child.attributes for child in rule.children if child.tag == "cost"]
        if [(cost.get("resource"), cost.get("quantity")) for cost in costs] != [(PUS, "1")]:
            missing.add("production: repairs at another price")
