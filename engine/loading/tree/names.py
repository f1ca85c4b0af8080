"""The names of units and nations, and how names are collected.

Nearly every field names something else, often something further down, so a scenario is read twice:
first its names, then everything else against them.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, TypeAlias

from engine.core.ids import (
    NEUTRAL,
    PUS,
    RESEARCH_DICE,
    VICTORY_POINTS,
    NameOf,
    NationName,
    ResourceName,
    SaleName,
    UnitTypeName,
    marks_of,
)
from engine.gamedef import bounds
from engine.gamedef.names import RESOURCES, TECHNOLOGIES, TechnologyName
from engine.gamedef.schema import AllianceName, GiftName, OwnerName, YieldName
from engine.loading.fields import Node, shown
from engine.loading.record.values import Known

PricedName: TypeAlias = Annotated[
    UnitTypeName | ResourceName, NameOf("unit type with a price, or resource")
]

_EMPTY: Final = Node([], "")


def combat_rules_names(top: Mapping[str, Node]) -> dict[str, Known]:
    """The names of units, nations and technologies only, for readers that need nothing else."""
    return numbered(names_of_box(top))


def names_of_box(top: Mapping[str, Node]) -> dict[object, Iterable[str]]:
    """The names of units, nations and technologies, by type of name."""
    nations = row_names(top, "nations", bounds.MAX_NATIONS, "nation", taken=(NEUTRAL,))
    types = row_names(top, "units", bounds.MAX_UNIT_TYPES, "unit type")
    if not nations:
        raise top["nations"].error("there is no nation")
    if not types:
        raise top["units"].error("there is no unit type")
    rows = (item.mapping() for item in top["units"].items(bounds.MAX_UNIT_TYPES))
    priced = [name for name, row in zip(types, rows, strict=True) if "price" in row]
    goods = goods_names(top)
    for name in goods:
        if name in types:
            raise top["resources"].error(f"there is already a unit type {shown(name)}")
    return {
        NationName: nations,
        OwnerName: (*nations, NEUTRAL),
        AllianceName: _alliances(top),
        UnitTypeName: types,
        GiftName: (PUS, RESEARCH_DICE, VICTORY_POINTS, *goods),
        YieldName: (RESEARCH_DICE, *goods),
        TechnologyName: technology_names(top),
        SaleName: (*types, *goods),
        PricedName: (*priced, *goods),
    }


def goods_names(top: Mapping[str, Node]) -> tuple[str, ...]:
    """What the scenario calls its resources besides PUs."""
    found: dict[str, None] = {}
    for item in top.get("resources", _EMPTY).items(bounds.MAX_RESOURCES):
        name = item.name()
        if name in found or name in (*RESOURCES, RESEARCH_DICE, VICTORY_POINTS):
            raise item.error("this name is taken")
        found[name] = None
    return tuple(found)


def technology_names(top: Mapping[str, Node]) -> tuple[str, ...]:
    """The technologies of the rule book, then those that the scenario alone describes."""
    own = row_names(top, "advances", bounds.MAX_TECHNOLOGIES, "technology")
    return tuple(dict.fromkeys((*TECHNOLOGIES, *own)))


def numbered(found: Mapping[object, Iterable[str]]) -> dict[str, Known]:
    """Names by kind, each with its place; found: by type of name, such as NationName."""
    return {
        kind_of(alias): {name: place for place, name in enumerate(names)}
        for alias, names in found.items()
    }


def kind_of(alias: object) -> str:
    """What a type such as NationName is the name of."""
    return next(mark.kind for mark in marks_of(alias) if isinstance(mark, NameOf))


def row_names(
    top: Mapping[str, Node], key: str, most: int, what: str, taken: Iterable[str] = ()
) -> tuple[str, ...]:
    """The names of the tables in a list, each of them given once."""
    found = dict.fromkeys(taken)
    before = len(found)
    for item in top.get(key, _EMPTY).items(most):
        row = item.mapping()
        if "name" not in row:
            raise item.error("the field 'name' is missing")
        node = Node(row["name"], f"{item.where}.name")
        name = node.name()
        if name in found:
            raise node.error(f"there is already a {what} {shown(name)}, or the name is taken")
        found[name] = None
    return tuple(found)[before:]


def _alliances(top: Mapping[str, Node]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for item in top["nations"].items(bounds.MAX_NATIONS):
        row = item.mapping()
        listed = Node(row.get("alliances", []), f"{item.where}.alliances")
        found |= {part.name(): None for part in listed.items(bounds.MAX_ALLIANCES)}
    return tuple(found)
