"""Third layer: objectives, which pay a nation that holds enough of some territories (B232).

A condition of another kind makes an objective one that is not read; the catalogue names it.
"""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records

_PREFIX: Final = "objectiveAttachment"
_HELD: Final[Mapping[str, bool]] = {
    "directOwnershipTerritories": False,
    "alliedOwnershipTerritories": True,
}
"""Options that name territories, and whether allies of the nation may hold them."""


def read_objectives(records: Records, missing: Missing) -> list[dict[str, object]]:
    """The objectives of all nations, in the order of the file."""
    found: list[dict[str, object]] = []
    for attachment in records.of_kind("RulesAttachment"):
        if attachment.name.startswith(_PREFIX):
            entry = _objective(attachment, missing)
            if entry is not None:
                found.append(entry)
        elif attachment.options:
            missing.add("attachment RulesAttachment: conditions and rules of single nations")
    return found


def _objective(attachment: Attachment, missing: Missing) -> dict[str, object] | None:
    conditions = [(name, value) for name, value in attachment.options if name in _HELD]
    value = attachment.values().get("objectiveValue", "0")
    if len(conditions) != 1 or not attachment.is_whole:
        missing.add("attachment RulesAttachment: objectives with other conditions")
        return None
    option, text = conditions[0]
    count, *territories = text.split(":")
    if not count.isdigit() or not value.isdigit() or not territories:
        missing.add(f"option of RulesAttachment {option}: territories without a number")
        return None
    if not 1 <= int(count) <= len(territories) or not int(value):
        missing.add(f"option of RulesAttachment {option}: a number that is out of the ordinary")
        return None
    return {
        "name": attachment.name,
        "nation": attachment.target,
        "value": int(value),
        "territories": territories,
        "count": int(count),
        "by_side": _HELD[option],
    }
