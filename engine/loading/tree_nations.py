"""Rules of single nations out of a plain tree, and back into it."""

from collections.abc import Collection, Sequence

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.definition import Definition
from engine.gamedef.nation_rules import Levy, NationRule
from engine.loading import limits
from engine.loading.fields import Node, names_of

_FLAGS = ("places_anywhere", "places_in_captured", "places_at_home", "surprises", "is_prepared")
_NUMBERS = ("full_at", "most_placed", "strike_strength")
_STRIKES = ("strikes_with", "strike_targets")


def read_nation_rules(
    node: Node,
    nations: Sequence[NationName],
    types: Sequence[UnitTypeName],
    goods: Sequence[ResourceName],
    areas: Collection[TerritoryName],
) -> tuple[NationRule, ...]:
    """What is different for single nations, at most one entry for each."""
    found: dict[NationName, NationRule] = {}
    for item in node.items(limits.MAX_NATIONS):
        entry = item.table(("nation",), (*_FLAGS, *_NUMBERS, *_STRIKES, "levies"))
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
            levies=_levies(entry["levies"], types, areas) if "levies" in entry else (),
            places_at_home=flags["places_at_home"],
            surprises=flags["surprises"],
            is_prepared=flags["is_prepared"],
            strikes_with=entry["strikes_with"].choice(goods, "a name of goods")
            if "strikes_with" in entry
            else "",
            strike_strength=numbers["strike_strength"],
            strike_targets=names_of(
                entry.get("strike_targets", Node([], "")),
                limits.MAX_UNIT_TYPES,
                types,
                "a unit type",
            ),
        )
    return tuple(found.values())


def _levies(
    node: Node, types: Sequence[UnitTypeName], areas: Collection[TerritoryName]
) -> tuple[Levy, ...]:
    found: dict[UnitTypeName, Levy] = {}
    for item in node.items(limits.MAX_UNIT_TYPES):
        entry = item.table(("unit", "per"), ("valued", "road"))
        unit = entry["unit"].choice(types, "a unit type")
        if unit in found:
            raise item.error("there is already a levy of this unit type")
        per = entry["per"].whole(1, limits.MAX_UNITS)
        found[unit] = Levy(
            unit,
            per,
            "valued" in entry and entry["valued"].flag(),
            names_of(entry.get("road", Node([], "")), limits.MAX_AREAS, areas, "an area"),
        )
    return tuple(found.values())


def nation_rules_to_plain(definition: Definition) -> dict[str, object]:
    """The entry of a tree for the rules of single nations, where there are any."""
    if not definition.map_rules.nations:
        return {}
    return {"nation_rules": [_rule(entry) for entry in definition.map_rules.nations]}


def _rule(entry: NationRule) -> dict[str, object]:
    plain: dict[str, object] = {"nation": entry.nation}
    for name in (*_FLAGS, *_NUMBERS):
        value = getattr(entry, name)
        if value:
            plain[name] = value
    if entry.strikes_with:
        plain["strikes_with"] = entry.strikes_with
    if entry.strike_targets:
        plain["strike_targets"] = list(entry.strike_targets)
    if entry.levies:
        plain["levies"] = [_levy(levy) for levy in entry.levies]
    return plain


def _levy(levy: Levy) -> dict[str, object]:
    plain: dict[str, object] = {"unit": levy.type, "per": levy.per}
    if levy.valued:
        plain["valued"] = True
    return plain | {"road": list(levy.road)} if levy.road else plain
