"""Rules of single nations out of a plain tree, and back into it."""

from collections.abc import Sequence

from engine.core.ids import NationName, UnitTypeName
from engine.gamedef.definition import Definition
from engine.gamedef.nation_rules import Levy, NationRule
from engine.loading import limits
from engine.loading.fields import Node

_FLAGS = ("places_anywhere", "places_in_captured", "places_at_home", "surprises", "is_prepared")
_NUMBERS = ("full_at", "most_placed")


def read_nation_rules(
    node: Node, nations: Sequence[NationName], types: Sequence[UnitTypeName]
) -> tuple[NationRule, ...]:
    """What is different for single nations, at most one entry for each."""
    found: dict[NationName, NationRule] = {}
    for item in node.items(limits.MAX_NATIONS):
        entry = item.table(("nation",), (*_FLAGS, *_NUMBERS, "levies"))
        nation = entry["nation"].choice(nations, "a nation")
        if nation in found:
            raise item.error("there are already rules for this nation")
        flags = {name: name in entry and entry[name].flag() for name in _FLAGS}
        numbers = {
            name: entry[name].whole(0, limits.MAX_UNITS) if name in entry else 0
            for name in _NUMBERS
        }
        found[nation] = NationRule(
            nation,
            places_anywhere=flags["places_anywhere"],
            places_in_captured=flags["places_in_captured"],
            full_at=numbers["full_at"],
            most_placed=numbers["most_placed"],
            levies=_levies(entry["levies"], types) if "levies" in entry else (),
            places_at_home=flags["places_at_home"],
            surprises=flags["surprises"],
            is_prepared=flags["is_prepared"],
        )
    return tuple(found.values())


def _levies(node: Node, types: Sequence[UnitTypeName]) -> tuple[Levy, ...]:
    found: dict[UnitTypeName, Levy] = {}
    for item in node.items(limits.MAX_UNIT_TYPES):
        entry = item.table(("unit", "per"), ("valued", "at_home"))
        unit = entry["unit"].choice(types, "a unit type")
        if unit in found:
            raise item.error("there is already a levy of this unit type")
        per = entry["per"].whole(1, limits.MAX_UNITS)
        found[unit] = Levy(
            unit,
            per,
            "valued" in entry and entry["valued"].flag(),
            entry["at_home"].whole(0, limits.MAX_UNITS) if "at_home" in entry else 0,
        )
    return tuple(found.values())


def nation_rules_to_plain(definition: Definition) -> dict[str, object]:
    """The entry of a tree for the rules of single nations, where there are any."""
    if not definition.nation_rules:
        return {}
    return {"nation_rules": [_rule(entry) for entry in definition.nation_rules]}


def _rule(entry: NationRule) -> dict[str, object]:
    plain: dict[str, object] = {"nation": entry.nation}
    for name in (*_FLAGS, *_NUMBERS):
        value = getattr(entry, name)
        if value:
            plain[name] = value
    if entry.levies:
        plain["levies"] = [_levy(levy) for levy in entry.levies]
    return plain


def _levy(levy: Levy) -> dict[str, object]:
    plain: dict[str, object] = {"unit": levy.type, "per": levy.per}
    if levy.valued:
        plain["valued"] = True
    return plain | {"at_home": levy.at_home} if levy.at_home else plain
