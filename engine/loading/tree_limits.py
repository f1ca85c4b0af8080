"""Limits, building rules, restrictions and first hands out of a plain tree, and back into it."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.definition import Definition
from engine.gamedef.limits import BuildingRule, Restriction, UnitLimit
from engine.loading import limits
from engine.loading.fields import Node, names_of

ACTIONS: Final = ("placement", "movement", "attack")


def read_limits(
    node: Node, nations: Sequence[NationName], types: Sequence[UnitTypeName]
) -> tuple[UnitLimit, ...]:
    """How many units of some types may stand together."""
    found: list[UnitLimit] = []
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("action", "count", "units"), ("nation", "with_allies"))
        units = names_of(entry["units"], limits.MAX_UNIT_TYPES, types, "a unit type")
        if not units:
            raise entry["units"].error("at least one unit type is wanted")
        found.append(
            UnitLimit(
                action=entry["action"].choice(ACTIONS, "a kind of limit"),
                nation=entry["nation"].choice(nations, "a nation") if "nation" in entry else "",
                with_allies="with_allies" in entry and entry["with_allies"].flag(),
                count=entry["count"].whole(0, limits.MAX_NUMBER),
                types=units,
            )
        )
    return tuple(found)


def read_building(
    node: Node, types: Sequence[UnitTypeName], areas: Sequence[TerritoryName]
) -> tuple[BuildingRule, ...]:
    """What units need to be built, and where they are not."""
    found: dict[UnitTypeName, BuildingRule] = {}
    for item in node.items(limits.MAX_UNIT_TYPES):
        entry = item.table(("unit",), ("needs", "not_in", "least_value"))
        unit = entry["unit"].choice(types, "a unit type")
        if unit in found:
            raise item.error("there is already a rule for this unit type")
        needs: tuple[tuple[str, ...], ...] = ()
        if "needs" in entry:
            groups = entry["needs"].items(limits.MAX_LIMITS)
            needs = tuple(
                names_of(group, limits.MAX_UNIT_TYPES, types, "a unit type") for group in groups
            )
        not_in: tuple[str, ...] = ()
        if "not_in" in entry:
            not_in = names_of(entry["not_in"], limits.MAX_AREAS, areas, "an area")
        least = entry["least_value"].whole(0, limits.MAX_NUMBER) if "least_value" in entry else 0
        found[unit] = BuildingRule(unit, needs, not_in, least)
    return tuple(found.values())


def read_restrictions(
    node: Node, nations: Sequence[NationName], areas: Sequence[TerritoryName]
) -> tuple[Restriction, ...]:
    """Where nations may not go."""
    found: list[Restriction] = []
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("nation", "territories"), ("inside",))
        found.append(
            Restriction(
                nation=entry["nation"].choice(nations, "a nation"),
                territories=names_of(entry["territories"], limits.MAX_AREAS, areas, "an area"),
                inside="inside" not in entry or entry["inside"].flag(),
            )
        )
    return tuple(found)


def read_hand(node: Node, types: Sequence[UnitTypeName]) -> Mapping[UnitTypeName, int]:
    """Units that a nation has bought before the game begins."""
    hand: dict[UnitTypeName, int] = {}
    for name, count in node.named(limits.MAX_UNIT_TYPES).items():
        if name not in types:
            raise count.error("there is no unit type of this name")
        hand[name] = count.whole(1, limits.MAX_COUNT)
    return hand


def limits_to_plain(definition: Definition) -> dict[str, object]:
    """The entries of a tree for limits, building rules and restrictions, where there are any."""
    plain: dict[str, object] = {}
    if definition.map_rules.limits:
        plain["limits"] = [_limit(entry) for entry in definition.map_rules.limits]
    if definition.map_rules.building:
        plain["building"] = [_building(entry) for entry in definition.map_rules.building]
    if definition.map_rules.restrictions:
        plain["restrictions"] = [_restriction(entry) for entry in definition.map_rules.restrictions]
    return plain


def _restriction(entry: Restriction) -> dict[str, object]:
    return {
        "nation": entry.nation,
        "territories": list(entry.territories),
        "inside": entry.inside,
    }


def _limit(entry: UnitLimit) -> dict[str, object]:
    plain: dict[str, object] = {
        "action": entry.action,
        "count": entry.count,
        "units": list(entry.types),
    }
    if entry.nation:
        plain["nation"] = entry.nation
    if entry.with_allies:
        plain["with_allies"] = True
    return plain


def _building(entry: BuildingRule) -> dict[str, object]:
    plain: dict[str, object] = {"unit": entry.type}
    if entry.needs:
        plain["needs"] = [list(group) for group in entry.needs]
    if entry.not_in:
        plain["not_in"] = list(entry.not_in)
    if entry.least_value:
        plain["least_value"] = entry.least_value
    return plain
