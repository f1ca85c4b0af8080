"""Third layer: what advances do for a nation as a whole, where a map says so or makes them up.

What a map says about an advance replaces all that the rule book says about it; only what the engine
itself ties to the name of an advance stays (prices, infantry that is taken along).
"""

from typing import Final

from engine.gamedef.technology import USUAL
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    FactOption,
    MapFacts,
    Said,
    facts_of,
    part,
    rows,
    taken,
)
from engine.loading.triplea.technologies import made_up, technology_called
from engine.loading.triplea.words import is_whole

_KIND: Final = "TechAbilityAttachment"
_ONLY_BATTLES: Final = "Airborne Attacks Only In Existing Battles"
_KEPT: Final = ("lowers_prices", "has_shipyards", "flies_infantry", "drives_infantry")


def _number(option: str, fact: str) -> FactOption:
    """A number, or -1 for none."""

    def read(said: Said) -> MapFacts:
        for value in said.values:
            if value != "-1" and not is_whole(value):
                said.refuse("a value that is not understood")
                return {}
        return {fact: max(0, int(said.last))}

    return reads.special(option, f"advances: {fact}", read)


def _by_type(option: str, fact: str) -> FactOption:
    """Numbers, each with the name of a unit type behind it."""

    def read(said: Said) -> MapFacts:
        found: dict[str, int] = {}
        for count, _, unit in (value.partition(":") for value in said.values):
            if not is_whole(count) or not unit:
                said.refuse("a value that is not understood")
            elif int(count):
                found[unit] = int(count)
        return {fact: found}

    return reads.special(option, f"advances: {fact}", read)


def _capacity(said: Said) -> MapFacts:
    pairs = (value.partition(":") for value in said.each())
    found = {unit: int(count) for count, _, unit in pairs if is_whole(count) and int(count)}
    return {"airborne.capacity": found}


def _distance(said: Said) -> MapFacts:
    return {"airborne.distance": int(said.last) if is_whole(said.last) else 0}


def _targets(said: Said) -> MapFacts:
    kinds = (value.split(":") for value in said.each())
    return {"airborne.shot_at_by": {unit: kind for kind, *units in kinds for unit in units}}


ADVANCE_OPTIONS: Final = rows(
    _number("rocketDistance", "rocket_range"),
    _number("rocketNumberPerTerritory", "rockets_at_target"),
    _number("minimumTerritoryValueForProductionBonus", "worth_more"),
    _number("repairDiscount", "repair_discount"),
    _number("warBondDiceNumber", "bond_dice"),
    _number("warBondDiceSides", "bond_faces"),
    _by_type("rocketDiceNumber", "rocket_dice"),
    _by_type("productionBonus", "more_built_by"),
    reads.special(
        "airborneForces",
        "advances: airborne",
        lambda said: {"airborne.is_there": said.last == "true"},
    ),
    reads.names("airborneTypes", "airborne.types", "airborne: types"),
    reads.names(
        "airborneBases",
        "airborne.bases",
        "airborne: capacity; those without a number launch nothing",
    ),
    reads.special("airborneCapacity", "airborne: capacity", _capacity),
    reads.special("airborneDistance", "airborne: distance", _distance),
    reads.special("airborneTargettedByAA", "airborne: shot_at_by", _targets),
)


def read_advances(records: Records, missing: MissingRules) -> list[MapFacts]:
    """The advances that a map makes up, and those that it describes, in the order of the file."""
    found: dict[str, MapFacts] = {name: {"name": name} for name in made_up(records)}
    for attachment in records.of_kind(_KIND):
        name = technology_called(records, attachment.target)
        facts = facts_of(ADVANCE_OPTIONS, attachment, missing) if name else {}
        if not name or not (facts or name in found or name in USUAL):
            continue
        usual = USUAL.get(name)
        row = found.setdefault(name, {"name": name})
        row |= {key: True for key in _KEPT if usual is not None and getattr(usual, key)} | facts
        airborne = _airborne(part(row, "airborne."))
        _drop_what_does_nothing(row)
        if airborne:
            row["airborne"] = airborne
            if not records.is_on(_ONLY_BATTLES):
                missing.add(f"property {_ONLY_BATTLES}: airborne troops that attack alone")
    return list(found.values())


def _drop_what_does_nothing(row: MapFacts) -> None:
    """Rockets without dice or without a range, and war bonds without dice or faces, are none."""
    for together in (("rocket_range", "rocket_dice"), ("bond_dice", "bond_faces")):
        if not all(row.get(key) for key in together):
            for key in together:
                row.pop(key, None)
    if "rocket_range" not in row:
        row.pop("rockets_at_target", None)


def _airborne(row: MapFacts) -> MapFacts:
    """The airborne troops of an advance; {} where something is missing that they need."""
    bases = taken(row, "bases", list[str]())
    capacity = taken(row, "capacity", dict[str, int]())
    row["capacity"] = {unit: count for unit, count in capacity.items() if unit in bases}
    is_there = taken(row, "is_there", False)
    needed = ("types", "capacity", "distance")
    return row if is_there and all(row.get(fact) for fact in needed) else {}
