"""Third layer: limits on units, where they are built, and units to place at the start."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records, attribute, whole
from engine.loading.triplea.words import is_whole, option_number

_ACTIONS: Final[Mapping[str, str]] = {
    "placementLimit": "placement",
    "movementLimit": "movement",
    "attackingLimit": "attack",
}
_WHOSE: Final[Mapping[str, str]] = {"owned": "own", "allied": "side", "total": "all"}

_ORIGINALS: Final = "canOnlyPlaceInOriginalTerritories"


def read_limits(records: Records, missing: Missing) -> list[dict[str, object]]:
    """How many units may stand together: limits of nations first, then those of unit types.

    Raises DefinitionError for a limit that is not a number.
    """
    found: list[dict[str, object]] = []
    everything = [attribute(entry, "name") for entry in records.every("unitList", "unit")]
    for attachment in records.of_kind("PlayerAttachment"):
        for limit in _limits_of(attachment, missing):
            units = limit["units"] or everything
            found.append({**limit, "nation": attachment.target, "units": units})
    for attachment in records.of_kind("UnitAttachment"):
        found.extend(
            {**limit, "units": [attachment.target]} for limit in _limits_of(attachment, missing)
        )
    return found


def _limits_of(attachment: Attachment, missing: Missing) -> Iterator[dict[str, object]]:
    for name, value in attachment.options:
        if name not in _ACTIONS or not value:
            continue
        count, _, rest = value.partition(":")
        side, *units = rest.split(":")
        if side not in _WHOSE:
            missing.add(f"option of {attachment.kind} {name}: limits on {side[:60]}")
            continue
        if not is_whole(count, 4):
            raise DefinitionError(f"{shown(attachment.target)}: {name} needs a number")
        yield {
            "action": _ACTIONS[name],
            "whose": _WHOSE[side],
            "count": int(count),
            "units": [] if "all" in units else units,
        }


def check_constructions(units: Sequence[Mapping[str, object]], missing: Missing) -> None:
    """Note constructions of forms that are not played; units: as in the tree of a scenario."""
    for unit in units:
        if not unit.get("construction"):
            continue
        if unit["construction"] == "factory":
            missing.add("units: constructions that count as factories", str(unit["name"]))


def read_building(records: Records, areas: Sequence[str]) -> list[dict[str, object]]:
    """What units need to be built; every requiresUnits of a unit is one more alternative.

    areas: all of the map.
    """
    found: list[dict[str, object]] = []
    for attachment in records.of_kind("UnitAttachment"):
        needs = [
            value.split(":")
            for name, value in attachment.options
            if name == "requiresUnits" and value
        ]
        not_in = [
            area
            for name, value in attachment.options
            if name == "unitPlacementRestrictions" and value
            for area in value.split(":")
        ]
        only_in = [
            area
            for name, value in attachment.options
            if name == "unitPlacementOnlyAllowedIn" and value
            for area in value.split(":")
        ]
        if only_in:
            not_in += [area for area in areas if area not in only_in]
        options = attachment.values()
        least = option_number(attachment.target, options, "canOnlyBePlacedInTerritoryValuedAtX")
        originals = _ORIGINALS in attachment.names("special")
        if needs or not_in or least or originals:
            entry: dict[str, object] = {"unit": attachment.target}
            if needs:
                entry["needs"] = needs
            if not_in:
                entry["not_in"] = list(dict.fromkeys(not_in))
            if least:
                entry["least_value"] = least
            if originals:
                entry["originals_only"] = True
            found.append(entry)
    return found


def read_unplaced(records: Records) -> dict[str, dict[str, int]]:
    """Units that wait off the board at the start, by nation."""
    found: dict[str, dict[str, int]] = {}
    for element in records.every("initialize", "unitInitialize", "heldUnits"):
        unplaced = found.setdefault(attribute(element, "player"), {})
        unit, count = attribute(element, "unitType"), whole(element, "quantity")
        if count:
            unplaced[unit] = unplaced.get(unit, 0) + count
    return found
