"""Third layer: areas, borders, canals and the set-up."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.loading.fields import shown
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Records, attribute, whole
from engine.loading.triplea.words import is_whole, option_flag, option_number

_FLAGS: Final[Mapping[str, str]] = {
    "originalFactory": "unlimited_production",
    "isImpassable": "is_impassable",
    "airBase": "air_base",
    "navalBase": "naval_base",
    "kamikazeZone": "kamikaze_zone",
    "blockadeZone": "blockade_zone",
}


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


def read_areas(
    records: Records, seas: Mapping[str, bool], missing: Missing
) -> dict[str, dict[str, object]]:
    """What the map says about each area, as the tree of a scenario holds it.

    Raises DefinitionError for an area that does not exist.
    """
    areas: dict[str, dict[str, object]] = {name: {} for name in seas}
    for element in records.every("initialize", "ownerInitialize", "territoryOwner"):
        name, owner = attribute(element, "territory"), attribute(element, "owner")
        if name not in areas:
            raise element.error(f"there is no area {shown(name)}")
        if owner != NEUTRAL:
            areas[name]["owner"] = owner
    for attachment in records.of_kind("TerritoryAttachment"):
        name = attachment.target
        if name not in areas:
            raise DefinitionError(f"attachment: there is no area {shown(name)}")
        areas[name] |= _facts(name, attachment.values(), areas[name].get("owner"), missing)
        captors = attachment.names("captureUnitOnEnteringBy")
        if captors:
            areas[name]["entry_captors"] = captors
        pairs = (value.partition(":") for value in attachment.each("whenCapturedByGoesTo"))
        getters = {captor: owner for captor, _, owner in pairs}
        if getters:
            areas[name]["taken_for"] = getters
        amounts = [value for option, value in attachment.options if option == "resources"]
        if any(amounts):
            areas[name]["yields"] = _yields(name, ":".join(amounts))
        if seas[name] and "owner" not in areas[name]:
            areas[name]["is_prize"] = True
    return areas


def _facts(
    name: str, options: Mapping[str, str], owner: object, missing: Missing
) -> dict[str, object]:
    facts: dict[str, object] = {}
    built = option_number(name, options, "production")
    production = option_number(name, options, "productionOnly", built)
    if production:
        facts["production"] = production
    if options.get("capital"):
        facts["capital_of"] = options["capital"]
    if option_number(name, options, "victoryCity"):
        facts["victory_cities"] = option_number(name, options, "victoryCity")
    facts |= {ours: True for key, ours in _FLAGS.items() if option_flag(name, options, key)}
    output = option_number(name, options, "unitProduction", built)
    if output != production:
        facts["output"] = output
    if option_flag(name, options, "convoyRoute"):
        convoys = [area for area in options.get("convoyAttached", "").split(":") if area]
        if convoys:
            facts["convoys"] = list(dict.fromkeys(convoys))
    if options.get("originalOwner", owner) != owner:
        facts["first_owner"] = options["originalOwner"]
    return facts


def _yields(name: str, text: str) -> dict[str, int]:
    """Amounts of resources: number, colon, name."""
    found: dict[str, int] = {}
    for amount, resource in _in_pairs(text):
        if not is_whole(amount, 4):
            raise DefinitionError(f"{shown(name)}: option resources: expected a whole number")
        found[resource] = found.get(resource, 0) + int(amount)
    return {resource: amount for resource, amount in found.items() if amount}


def _in_pairs(text: str) -> list[tuple[str, str]]:
    """The words of a list with colons, in pairs; a word left over is alone."""
    words = [word for word in text.split(":") if word]
    return list(zip_longest(words[::2], words[1::2], fillvalue=""))


def read_setup(
    records: Records,
) -> tuple[dict[str, dict[str, dict[str, int]]], list[dict[str, object]]]:
    """The units: undamaged ones by owner, area and type, and the list of damaged ones."""
    sound: dict[str, dict[str, dict[str, int]]] = {}
    damaged: list[dict[str, object]] = []
    for element in records.every("initialize", "unitInitialize", "unitPlacement"):
        owner = element.attributes.get("owner") or NEUTRAL
        area, unit = attribute(element, "territory"), attribute(element, "unitType")
        count = whole(element, "quantity")
        hits, damage = whole(element, "hitsTaken", 0), whole(element, "unitDamage", 0)
        if not count:
            continue
        if hits or damage:
            entry = {"area": area, "owner": owner, "unit": unit, "count": count}
            damaged.append({**entry, "hits": hits, "damage": damage})
            continue
        there = sound.setdefault(owner, {}).setdefault(area, {})
        there[unit] = there.get(unit, 0) + count
    return sound, damaged
