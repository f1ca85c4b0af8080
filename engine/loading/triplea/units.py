"""Third layer: unit attachments and prices become unit types and buy lists.

Shorthands (isSub, isAA, isFactory, isTwoHit, artillery) become the attributes that they stand for.
"""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef import UnitType
from engine.gamedef.schema import flat_fields
from engine.loading.fields import shown
from engine.loading.triplea.anti_air import anti_air_of
from engine.loading.triplea.bases import read_gifts_of_movement
from engine.loading.triplea.catalogue_options import UNIT_OPTIONS
from engine.loading.triplea.changes import read_unit_changes
from engine.loading.triplea.damage import damage_of
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.prices import Prices
from engine.loading.triplea.records import Records, attribute
from engine.loading.triplea.words import integer, option_flag, option_number

_USUAL: Final[Mapping[str, object]] = {
    entry.name: entry.default for _, entry in flat_fields(UnitType)
}
_FACTORY: Final = "factory"
FIXED: Final = "structure"
"""How the dialect ends the name of a sort of construction whose numbers no option raises."""

_NO_LAST_SHOT: Final = "Defending Suicide and Munition Units Do Not Fire"
"""With this property suicide units defend like others.  That they fire first otherwise is, like
this, seen in recorded games of that engine."""

_TAKEN: Final = ("destroyedWhenCapturedFrom", "destroyedWhenCapturedBy")


def read_unit_types(
    records: Records, prices: Prices, switches: Mapping[str, bool], missing: Missing
) -> list[dict[str, object]]:
    """The units as the tree of a scenario holds them, in the order of the buy list.

    Raises DefinitionError for an option that is not a number or not a truth value.
    """
    declared = [attribute(unit, "name") for unit in records.every("unitList", "unit")]
    options = {entry.target: entry.values() for entry in records.of_kind("UnitAttachment")}
    captors = _captors(records)
    known = dict.fromkeys((*prices.order, *declared))
    gifts = read_gifts_of_movement(records)
    changes = read_unit_changes(records, missing)
    units: list[dict[str, object]] = []
    for name in known:
        if name not in declared:
            raise DefinitionError(f"production: there is no unit type {shown(name)}")
        unit: dict[str, object] = {"name": name}
        if name in prices.prices:
            unit["price"] = prices.prices[name]
        if name in prices.reduced:
            unit["reduced_price"] = prices.reduced[name]
        if name in prices.shipyards and switches.get("Use Shipyards"):
            unit["shipyard_price"] = prices.shipyards[name]
        unit |= _abilities(name, options.get(name, {}))
        if option_flag(name, options.get(name, {}), "isSuicide"):
            unit["dies_attacking"] = unit["first_in_attack"] = True
            if records.properties.get(_NO_LAST_SHOT, "").lower() != "true":
                unit["dies_defending"] = unit["first_in_defence"] = True
        unit |= captors.get(name, {})
        unit |= changes.get(name, {})
        if options.get(name, {}).get("transportCost") == "0" and not {"is_air", "is_sea"} & {*unit}:
            unit["rides_free"] = True
        if name in gifts:
            unit["gives_movement"] = gifts[name]
        if name == "battleship":
            # The engine itself looks for this one name, once, when a game begins (B54).
            unit["hit_points"] = 2 if switches.get("Two hit battleship") else 1
        if "dies_hitting" in unit and "can_bombard" in unit:
            missing.add("units: ships that are spent when they bombard", name)
        units.append(unit)
    return units


def _abilities(name: str, options: Mapping[str, str]) -> dict[str, object]:
    unit: dict[str, object] = {}
    for key, entry in UNIT_OPTIONS.items():
        usual = _USUAL.get(entry.attribute)
        if isinstance(usual, bool):
            value: object = option_flag(name, options, key, default=usual)
        elif isinstance(usual, int):
            value = option_number(name, options, key, usual)
        else:
            continue
        if value != usual:
            unit[entry.attribute] = value
    marine = options.get("isMarine") or "0"
    if bonus := integer(name, {"true": "1", "false": "0"}.get(marine, marine)):
        unit["marine_bonus"] = bonus
    hits = 2 if option_flag(name, options, "isTwoHit") else 1
    unit["hit_points"] = option_number(name, options, "hitPoints") or hits
    if option_flag(name, options, "isFirstStrike"):
        unit["first_in_attack"] = unit["first_in_defence"] = True
    unit |= _invading(options.get("canInvadeOnlyFrom", ""))
    if options.get("maxBuiltPerPlayer", "-1") not in {"", "-1"}:
        unit["most_owned"] = option_number(name, options, "maxBuiltPerPlayer")
    if "can_bombard" in unit:
        own = option_number(name, options, "bombard")
        unit["bombard"] = own or unit.get("attack", 0)
    if "is_factory" in unit:
        unit["is_infrastructure"] = True
    if option_flag(name, options, "isAirTransport") and unit.get("transport_capacity"):
        unit["is_air_transport"] = True
    unit |= _construction(name, options, unit)
    unit |= anti_air_of(name, options)
    if option_flag(name, options, "canNotMoveDuringCombatMove"):
        unit["moves_in_combat"] = False
    unit |= _scrambling(name, options)
    unit |= damage_of(name, options, is_factory="is_factory" in unit)
    return unit


def _invading(value: str) -> dict[str, object]:
    """From which transports a unit may attack."""
    if value == "none":
        return {"never_invades": True}
    return {"invades_from": value.split(":")} if value not in {"", "all"} else {}


def _captors(records: Records) -> dict[str, dict[str, object]]:
    """By unit, from whom and by whom it is destroyed where others would be captured."""
    found: dict[str, dict[str, object]] = {}
    for attachment in records.of_kind("UnitAttachment"):
        lost: dict[str, dict[str, None]] = {}
        for name, value in attachment.options:
            if name not in _TAKEN or not value:
                continue
            first, *others = value.split(":")
            from_whom = name.endswith("From") or first == "FROM"
            nations = others if first in {"FROM", "BY"} else [first, *others]
            key = "lost_when_taken_from" if from_whom else "lost_when_taken_by"
            lost.setdefault(key, {}).update(dict.fromkeys(nations))
        if lost:
            found[attachment.target] = {key: list(names) for key, names in lost.items()}
    return found


def _construction(
    name: str, options: Mapping[str, str], unit: Mapping[str, object]
) -> dict[str, object]:
    """What a unit is that is built without a factory, or that builds others without being one.

    A construction of the type factory that builds and can be damaged is a factory by another name.
    """
    found: dict[str, object] = {}
    sort = options.get("constructionType", "none")
    if option_flag(name, options, "canProduceUnits") and "is_factory" not in unit:
        found["produces"] = True
    if not option_flag(name, options, "isConstruction") or "is_factory" in unit:
        return found
    whole = sort == _FACTORY and found and option_flag(name, options, "isInfrastructure")
    if whole and option_flag(name, options, "canBeDamaged"):
        return {"is_factory": True}
    if sort.endswith(FIXED):
        found["construction_is_fixed"] = True
    return found | {
        "construction": sort,
        "construction_per_turn": option_number(name, options, "constructionsPerTerrPerTypePerTurn"),
        "construction_most": option_number(name, options, "maxConstructionsPerTypePerTerr"),
    }


def _scrambling(name: str, options: Mapping[str, str]) -> dict[str, object]:
    """How far an aircraft may scramble, and for a base how many may scramble from it."""
    unit: dict[str, object] = {}
    distance = option_number(name, options, "maxScrambleDistance")
    if option_flag(name, options, "canScramble") and distance:
        unit["scramble_distance"] = distance
    if option_flag(name, options, "isAirBase") and options.get("maxScrambleCount") != "0":
        unit["is_air_base"] = True
        unit["scramble_limit"] = option_number(name, options, "maxScrambleCount")
    return unit
