"""Third layer: units that fire as AA guns do (B86 to B92), on which occasions and at what."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Records
from engine.loading.triplea.words import option_flag, option_number

_OCCASIONS: Final[Mapping[str, str]] = {
    "isAAforCombatOnly": "in_battle",
    "isAAforBombingThisUnitOnly": "in_raids",
    "isAAforFlyOverOnly": "on_the_way",
}
_FLAGS: Final[Mapping[str, str]] = {"mayOverStackAA": "adds", "damageableAA": "damages"}
_LISTS: Final[Mapping[str, str]] = {"targetsAA": "targets", "willNotFireIfPresent": "silenced_by"}
_NUMBERS: Final[Mapping[str, str]] = {
    "offensiveAttackAA": "attack_strength",
    "attackAAmaxDieSides": "faces",
    "offensiveAttackAAmaxDieSides": "attack_faces",
}
SPECIAL: Final = (*_OCCASIONS, *_FLAGS, *_LISTS, *_NUMBERS, "maxAAattacks", "maxRoundsAA", "typeAA")
"""Options that make a gun something else than the usual one."""

_KIND: Final = "AA"
"""Guns that say nothing of their kind are of this one."""


def anti_air_of(name: str, options: Mapping[str, str]) -> dict[str, object]:
    """What a unit says of its AA fire, as fields of a unit type; {} for one without any.

    Raises DefinitionError for a value that is not a number or not a truth value.
    """
    usual = option_flag(name, options, "isAA")
    unit: dict[str, object] = {}
    if usual:
        unit["is_aa_gun"] = True
        if option_flag(name, options, "isInfrastructure", default=True):
            unit["is_infrastructure"] = True
        unit["aa_strength"] = option_number(name, options, "attackAA", 1)
    elif option_flag(name, options, "isRocket"):
        unit["launches_rockets"] = True
    if option_flag(name, options, "isAAmovement", default=usual):
        unit["moves_in_combat"] = False
    fire: dict[str, object] = {}
    for key, ours in _OCCASIONS.items():
        if option_flag(name, options, key, default=usual):
            fire[ours] = True
    if not fire or (usual and not any(key in options for key in SPECIAL)):
        return unit
    return {**unit, "anti_air": {**fire, **_manner(name, options)}}


def _manner(name: str, options: Mapping[str, str]) -> dict[str, object]:
    """How strongly and at what a unit fires."""
    fire: dict[str, object] = {"strength": option_number(name, options, "attackAA", 1)}
    for key, ours in _FLAGS.items():
        if option_flag(name, options, key):
            fire[ours] = True
    for key, ours in _LISTS.items():
        if options.get(key):
            fire[ours] = list(dict.fromkeys(options[key].split(":")))
    for key, ours in _NUMBERS.items():
        if option_number(name, options, key, 0):
            fire[ours] = option_number(name, options, key, 0)
    if options.get("typeAA", _KIND) != _KIND:
        fire["kind"] = options["typeAA"]
    if options.get("maxAAattacks") == "0":
        fire |= {"strength": 0, "attack_strength": 0}
    fire["shots"] = option_number(name, options, "maxAAattacks", 0)
    every = options.get("maxRoundsAA") == "-1"
    fire["rounds"] = 0 if every else option_number(name, options, "maxRoundsAA", 1)
    return fire


def check_anti_air(
    records: Records,
    units: Sequence[Mapping[str, object]],
    options: Mapping[str, object],
    missing: Missing,
) -> None:
    """Note AA fire of forms that are not played.

    units, options: as the tree of a scenario holds them.
    """
    for attachment in records.of_kind("UnitAttachment"):
        named = attachment.values()
        one_only = options.get("several_aa_guns") is False
        if one_only and named.get("isAAmovement") == "true" and named.get("isAA") != "true":
            what = "option of UnitAttachment isAAmovement: one such unit in a territory"
            missing.add(what, attachment.target)
    shot_at = {str(unit["name"]) for unit in units if unit.get("is_air") or unit.get("is_sea")}
    for unit in units:
        fire = unit.get("anti_air", {} if unit.get("is_aa_gun") else None)
        if not isinstance(fire, Mapping):
            continue
        name = str(unit["name"])
        targets = fire.get("targets", ())
        aims = frozenset(targets) if isinstance(targets, list) else frozenset()
        if fire.get("on_the_way") and not aims <= shot_at:
            missing.add("units: fire on the way at land units", name)
