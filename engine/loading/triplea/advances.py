"""Third layer: what advances do for a nation as a whole, where a map says so or makes them up.

What a map says about an advance replaces all that the rule book says about it; only what the engine
itself ties to the name of an advance stays (prices, infantry that is taken along).
"""

from collections.abc import Mapping
from typing import Final

from engine.gamedef.technology import USUAL
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.technologies import made_up, technology_called
from engine.loading.triplea.words import is_whole

Row = dict[str, object]

_KIND: Final = "TechAbilityAttachment"
_ONLY_BATTLES: Final = "Airborne Attacks Only In Existing Battles"
_KEPT: Final = ("lowers_prices", "has_shipyards", "flies_infantry", "drives_infantry")

_NUMBERS: Final[Mapping[str, str]] = {
    "rocketDistance": "rocket_range",
    "rocketNumberPerTerritory": "rockets_at_target",
    "minimumTerritoryValueForProductionBonus": "worth_more",
    "repairDiscount": "repair_discount",
    "warBondDiceNumber": "bond_dice",
    "warBondDiceSides": "bond_faces",
}
_BY_TYPE: Final[Mapping[str, str]] = {
    "rocketDiceNumber": "rocket_dice",
    "productionBonus": "more_built_by",
}

_AIRBORNE: Final = (
    "airborneForces",
    "airborneTypes",
    "airborneBases",
    "airborneCapacity",
    "airborneDistance",
    "airborneTargettedByAA",
)

NATION_OPTIONS: Final = frozenset((*_NUMBERS, *_BY_TYPE, *_AIRBORNE))
"""Options of an advance that are read here."""


def read_advances(records: Records, missing: Missing) -> list[Row]:
    """The advances that a map makes up, and those that it describes, in the order of the file."""
    rows: dict[str, Row] = {name: {"name": name} for name in made_up(records)}
    for attachment in records.of_kind(_KIND):
        name = technology_called(records, attachment.target)
        told = NATION_OPTIONS.intersection(attachment.values())
        if not name or not (told or name in rows or name in USUAL):
            continue
        row = rows.setdefault(name, {"name": name})
        usual = USUAL.get(name)
        row |= {key: True for key in _KEPT if usual is not None and getattr(usual, key)}
        for option, text in attachment.options:
            known = option in _NUMBERS or option in _BY_TYPE
            if known and not _add(row, option, text):
                what = f"option of {_KIND} {option}: a value that is not understood"
                missing.add(what, attachment.target)
        _drop_what_does_nothing(row)
        if airborne := _airborne(attachment):
            row["airborne"] = airborne
            if records.properties.get(_ONLY_BATTLES) != "true":
                missing.add(f"property {_ONLY_BATTLES}: airborne troops that attack alone")
    return list(rows.values())


def _add(row: Row, option: str, text: str) -> bool:
    """Add an option to a row; False for a value that cannot be read."""
    if option in _NUMBERS:
        if text != "-1" and not is_whole(text):
            return False
        row[_NUMBERS[option]] = max(0, int(text))
        return True
    count, _, unit = text.partition(":")
    if not is_whole(count) or not unit:
        return False
    pairs = row.setdefault(_BY_TYPE[option], {})
    if isinstance(pairs, dict) and int(count):
        pairs[unit] = int(count)
    return True


def _drop_what_does_nothing(row: Row) -> None:
    """Rockets without dice or without a range, and war bonds without dice or faces, are none."""
    for together in (("rocket_range", "rocket_dice"), ("bond_dice", "bond_faces")):
        if not all(row.get(key) for key in together):
            for key in together:
                row.pop(key, None)
    if "rocket_range" not in row:
        row.pop("rockets_at_target", None)


def _airborne(attachment: Attachment) -> Row:
    """The airborne troops of an advance; {} where something is missing that they need."""
    options = attachment.values()
    bases = attachment.names("airborneBases")
    capacity = {
        unit: int(count)
        for count, _, unit in (text.partition(":") for text in attachment.each("airborneCapacity"))
        if is_whole(count) and int(count) and unit in bases
    }
    distance, types = options.get("airborneDistance", "0"), attachment.names("airborneTypes")
    if options.get("airborneForces") != "true" or not (types and capacity and is_whole(distance)):
        return {}
    if not int(distance):
        return {}
    kinds = (text.split(":") for text in attachment.each("airborneTargettedByAA"))
    shots = {unit: kind for kind, *units in kinds for unit in units}
    row: Row = {"types": types, "distance": int(distance), "capacity": capacity}
    return row | ({"shot_at_by": shots} if shots else {})
