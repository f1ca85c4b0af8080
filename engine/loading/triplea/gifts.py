"""Third layer: which units become those of an ally, where, and whose.

Three lists have to name the ally: that of the area, that of the giver and that of the unit type.
"""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Records
from engine.values import dataclass

_PROPERTY: Final = "Give Units By Territory"


@dataclass(frozen=True, slots=True)
class Gifts:
    """Lists of nations that get units: by area, by giver, by unit type."""

    areas: Mapping[str, list[str]]
    givers: Mapping[str, list[str]]
    units: Mapping[str, list[str]]


def read_gifts(records: Records, switches: Mapping[str, bool], missing: Missing) -> Gifts:
    """The lists of the map.

    An area from which a nation gives to two allies is added to `missing` while gifts are on:
    which of them gets the units is not known.
    """
    gifts = Gifts(
        areas=_lists(records, "TerritoryAttachment", "changeUnitOwners"),
        givers=_lists(records, "PlayerAttachment", "giveUnitControl"),
        units=_lists(records, "UnitAttachment", "canBeGivenByTerritoryTo"),
    )
    for area, getters in gifts.areas.items():
        for allies in gifts.givers.values():
            if switches.get(_PROPERTY) and len(set(getters) & set(allies)) > 1:
                what = "option of TerritoryAttachment changeUnitOwners: several nations that"
                missing.add(f"{what} get units of the same giver", area)
    return gifts


def _lists(records: Records, kind: str, option: str) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for attachment in records.of_kind(kind):
        for name, value in attachment.options:
            if name == option:
                listed = found.setdefault(attachment.target, {})
                listed.update(dict.fromkeys(part for part in value.split(":") if part))
    return {target: list(listed) for target, listed in found.items() if listed}
