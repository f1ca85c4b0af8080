"""Third layer: where a nation may not go; triggers may change it later."""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.records import Records

_PROPERTY: Final = "Movement By Territory Restricted"
_TERRITORIES: Final = "movementRestrictionTerritories"
_TYPE: Final = "movementRestrictionType"


def read_restrictions(records: Records, switches: Mapping[str, bool]) -> list[dict[str, object]]:
    """The restrictions of all nations."""
    if not switches.get(_PROPERTY):
        return []
    found: list[dict[str, object]] = []
    for attachment in records.of_kind("RulesAttachment"):
        options = attachment.values()
        places = [name for name in options.get(_TERRITORIES, "").split(":") if name]
        if places:
            found.append(
                {
                    "nation": attachment.target,
                    "territories": list(dict.fromkeys(places)),
                    "inside": options.get(_TYPE) == "allowed",
                }
            )
    return found
