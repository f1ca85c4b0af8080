"""Third layer: areas, borders, canals and the set-up."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records, attribute, whole
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    MapFacts,
    Said,
    facts_by_target,
    rows,
    taken,
)
from engine.loading.triplea.words import RESOURCES, is_whole


def _getters(said: Said) -> MapFacts:
    """Who gets the area, by captor."""
    pairs = (value.partition(":") for value in said.each())
    getters = {captor: owner for captor, _, owner in pairs}
    return {"taken_for": getters} if getters else {}


def _yields(said: Said) -> MapFacts:
    """Amounts of resources: number, colon, name."""
    words = [word for value in said.values for word in value.split(":") if word]
    found: dict[str, int] = {}
    # A word left over is alone.
    for amount, resource in zip_longest(words[::2], words[1::2], fillvalue=""):
        if not is_whole(amount, 4):
            raise said.error("option resources: expected a whole number")
        name = RESOURCES.get(resource, resource)
        found[name] = found.get(name, 0) + int(amount)
    return {"yields": {resource: amount for resource, amount in found.items() if amount}}


TERRITORY_OPTIONS: Final = rows(
    *reads.changing(
        reads.number("production", "built", "production", is_signed=True),
        reads.number("victoryCity", "victory_cities"),
        reads.nation("capital", "capital_of"),
        reads.nation("originalOwner", "first_owner"),
        *reads.with_property(
            "Use Kamikaze Suicide Attacks", reads.flag("kamikazeZone", "kamikaze_zone")
        ),
        reads.flag("blockadeZone", "blockade_zone"),
        *reads.with_property(
            "Capture Units On Entering Territory",
            reads.names("captureUnitOnEnteringBy", "entry_captors"),
        ),
        reads.names(
            "territoryEffect", "terrain", "no_units, no_blitz, attack_terrain, defence_terrain"
        ),
    ),
    reads.number("productionOnly", "production", "production, without output", None),
    reads.number("unitProduction", "output", usual=None),
    reads.flag("isImpassable", "is_impassable"),
    reads.flag("originalFactory", "unlimited_production"),
    reads.flag("airBase", "air_base"),
    reads.flag("navalBase", "naval_base"),
    reads.flag("convoyRoute", "is_convoy", "convoys"),
    reads.last_names("convoyAttached", "convoys"),
    reads.names("changeUnitOwners", "given_to"),
    reads.special("whenCapturedByGoesTo", "taken_for", _getters),
    reads.special("resources", "yields", _yields),
)


def read_seas(records: Records) -> dict[str, bool]:
    """Every area, True for a sea zone.  Raises DefinitionError for a name that is there twice."""
    seas: dict[str, bool] = {}
    for element in records.every("map", "territory"):
        name = attribute(element, "name")
        if name in seas:
            raise element.error(f"there is already an area {shown(name)}")
        seas[name] = element.attributes.get("water", "false").lower() == "true"
    return seas


def read_borders(records: Records) -> dict[str, list[str]]:
    """Every border once, grouped by the area whose name sorts first."""
    pairs: dict[tuple[str, str], None] = {}
    for element in records.every("map", "connection"):
        one, other = attribute(element, "t1"), attribute(element, "t2")
        pairs[min(one, other), max(one, other)] = None
    borders: dict[str, list[str]] = {}
    for one, other in pairs:
        borders.setdefault(one, []).append(other)
    return borders


def read_islands(seas: Mapping[str, bool], borders: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Land that touches no other land; seas: all areas, True for a sea zone."""
    joined = {
        name
        for one, others in borders.items()
        for other in others
        if not seas.get(one) and not seas.get(other)
        for name in (one, other)
    }
    return frozenset(name for name, is_sea in seas.items() if not is_sea and name not in joined)


def read_areas(
    records: Records, seas: Mapping[str, bool], missing: MissingRules
) -> dict[str, MapFacts]:
    """What the map says about each area, as the tree of a scenario holds it.

    Its kinds of terrain stand there by their names.
    Raises DefinitionError for an area that does not exist.
    """
    areas: dict[str, MapFacts] = {name: {} for name in seas}
    for element in records.every("initialize", "ownerInitialize", "territoryOwner"):
        name, owner = attribute(element, "territory"), attribute(element, "owner")
        if name not in areas:
            raise element.error(f"there is no area {shown(name)}")
        if owner != NEUTRAL:
            areas[name]["owner"] = owner
    said = facts_by_target(records, "TerritoryAttachment", TERRITORY_OPTIONS, missing)
    for name, facts in said.items():
        if name not in areas:
            raise DefinitionError(f"attachment: there is no area {shown(name)}")
        areas[name] |= facts
        _complete(areas[name])
        if seas[name] and "owner" not in areas[name]:
            areas[name]["is_prize"] = True
    return areas


def _complete(area: MapFacts) -> None:
    """Put what several options say together into the form of an area."""
    built = taken(area, "built", 0)
    production = area.setdefault("production", built)
    if area.setdefault("output", built) == production:
        del area["output"]
    if not area.get("capital_of"):
        area.pop("capital_of", None)
    if not taken(area, "is_convoy", False):
        area.pop("convoys", None)
    if area.get("first_owner") == area.get("owner"):
        area.pop("first_owner", None)


def read_setup(
    records: Records,
) -> tuple[dict[str, dict[str, dict[str, int]]], list[MapFacts]]:
    """The units: undamaged ones by owner, area and type, and the list of the others."""
    sound: dict[str, dict[str, dict[str, int]]] = {}
    stacks: list[MapFacts] = []
    for element in records.every("initialize", "unitInitialize", "unitPlacement"):
        owner = element.attributes.get("owner") or NEUTRAL
        area, unit = attribute(element, "territory"), attribute(element, "unitType")
        count = whole(element, "quantity")
        hits, damage = whole(element, "hitsTaken", 0), whole(element, "unitDamage", 0)
        if not count:
            continue
        if hits or damage:
            entry = {"area": area, "owner": owner, "unit": unit, "count": count}
            stacks.append({**entry, "hits": hits, "damage": damage})
            continue
        there = sound.setdefault(owner, {}).setdefault(area, {})
        there[unit] = there.get(unit, 0) + count
    return sound, stacks
