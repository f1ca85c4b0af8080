"""Third layer: objectives, which pay a nation that holds enough of some territories (B232).

A condition of another kind makes an objective one that is not read; the catalogue names it.
"""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.nations import NATION_OPTIONS
from engine.loading.triplea.records import Attachment, Records

_PREFIX: Final = "objectiveAttachment"
_HELD: Final[Mapping[str, bool]] = {
    "directOwnershipTerritories": False,
    "alliedOwnershipTerritories": True,
}
"""Options that name territories, and whether allies of the nation may hold them."""

_UNPAID: Final = NATION_OPTIONS.union(
    ("rounds", "movementRestrictionTerritories", "movementRestrictionType")
)
"""Options that pay nobody; restrictions.py and nations.py read them."""

_FREE: Final = "enemySurfaceExclusionTerritories"
_ALONE: Final = "alliedExclusionTerritories"


def read_objectives(records: Records, missing: Missing) -> list[dict[str, object]]:
    """The objectives of all nations, in the order of the file."""
    found: list[dict[str, object]] = []
    for attachment in records.of_kind("RulesAttachment"):
        if attachment.name.startswith(_PREFIX):
            entry = _objective(attachment, missing)
            if entry is not None:
                found.append(entry)
        elif not _UNPAID.issuperset(attachment.values()):
            what = "attachment RulesAttachment: conditions and rules of single nations"
            missing.add(what, attachment.target)
    return found


def _objective(attachment: Attachment, missing: Missing) -> dict[str, object] | None:
    conditions = [(name, value) for name, value in attachment.options if name in _HELD]
    value = attachment.values().get("objectiveValue", "0")
    if (
        "rounds" in attachment.values()
        or len(conditions) != 1
        or not attachment.is_whole
        or not value.isdigit()
    ):
        what = "attachment RulesAttachment: objectives with other conditions"
        missing.add(what, attachment.target)
        return None
    held = _counted(conditions[0], missing)
    entry: dict[str, object] = {
        "name": attachment.name,
        "nation": attachment.target,
        "value": int(value),
        "by_side": _HELD[conditions[0][0]],
    }
    for name, text in attachment.options:
        if name == _FREE:
            zones = _counted((name, text), missing)
            entry |= {"zones": zones[1], "free_zones": zones[0]} if zones else {}
        elif name == _ALONE and text.split(":")[-1] == "controlled":
            entry["alone"] = True
        elif name == _ALONE:
            missing.add(f"option of RulesAttachment {name}: {text}")
            return None
    if held is None or not int(value):
        return None
    return entry | {"territories": held[1], "count": held[0]}


def _counted(condition: tuple[str, str], missing: Missing) -> tuple[int, list[str]] | None:
    """How many of which territories."""
    option, text = condition
    count, *territories = text.split(":")
    if not count.isdigit() or not territories or not 1 <= int(count) <= len(territories):
        missing.add(f"option of RulesAttachment {option}: territories without a fitting number")
        return None
    return int(count), territories
