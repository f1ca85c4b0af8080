"""Third layer: canals, the borders between areas that share the name of a canal (B19, B20)."""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import option_flag

_NOBODY: Final = "NONE"
_EVERYBODY: Final = "ALL"


def read_canals(
    records: Records,
    seas: Mapping[str, bool],
    borders: Mapping[str, list[str]],
    units: Mapping[str, bool],
    missing: Missing,
) -> list[dict[str, object]]:
    """Each pair of touching areas that share a canal name.

    units: all unit types, True for an aircraft.
    """
    groups: dict[str, dict[str, dict[str, object]]] = {}
    for attachment in records.of_kind("CanalAttachment"):
        name = attachment.values().get("canalName", "")
        facts = _facts(attachment, seas, units, missing)
        group = groups.setdefault(name, {})
        group[attachment.target] = facts
        if facts != next(iter(group.values())):
            missing.add("canals that differ on their two sides", attachment.target)
    return [
        {"name": name, "zones": [one, two], **group[one]}
        for name, group in groups.items()
        for one in sorted(group)
        for two in sorted(group)
        # An area that is not there is refused elsewhere.
        if two in borders.get(one, ()) and one in seas and two in seas
    ]


def _facts(
    attachment: Attachment,
    seas: Mapping[str, bool],
    units: Mapping[str, bool],
    missing: Missing,
) -> dict[str, object]:
    """What one side of a canal says about it."""
    options = attachment.values()
    lands = [land for land in options.get("landTerritories", "").split(":") if land]
    if attachment.target not in seas or any(seas.get(land, True) for land in lands):
        missing.add("canals beside sea zones", attachment.target)
    if not lands:
        missing.add("canals that have no land beside them", attachment.target)
    facts: dict[str, object] = {"lands": sorted(set(lands))}
    listed = [name for name in options.get("excludedUnits", "").split(":") if name]
    aircraft = {name for name, flies in units.items() if flies}
    if _EVERYBODY in listed:
        listed = list(units)
    if _NOBODY in listed or (listed and not aircraft.issubset(listed)):
        missing.add("canals that aircraft need", attachment.target)
    free = [name for name in dict.fromkeys(listed) if name in units and name not in aircraft]
    if free:
        facts["free_types"] = free
    if option_flag(attachment.target, options, "canNotMoveThroughDuringCombatMove"):
        facts["closed_in_combat"] = True
    return facts
