"""What only some games have, out of a plain tree: charts of technologies and objectives."""

from collections.abc import Collection

from engine.core.ids import NationName, TerritoryName
from engine.gamedef.definition import Objective, TechnologyCategory
from engine.gamedef.names import TECHNOLOGIES
from engine.loading import limits
from engine.loading.fields import Node, names_of


def read_categories(node: Node) -> tuple[TechnologyCategory, ...]:
    """The charts on which research aims (B104)."""
    found: dict[str, TechnologyCategory] = {}
    for item in node.items(len(TECHNOLOGIES)):
        entry = item.table(("name", "technologies"))
        name = entry["name"].name()
        if name in found or name in TECHNOLOGIES:
            raise item.error("this name is taken")
        listed = names_of(entry["technologies"], len(TECHNOLOGIES), TECHNOLOGIES, "a technology")
        if not listed:
            raise item.error("a chart needs at least one technology")
        found[name] = TechnologyCategory(name, listed)
    return tuple(found.values())


def read_objectives(
    node: Node, areas: Collection[TerritoryName], nations: tuple[NationName, ...]
) -> tuple[Objective, ...]:
    """What pays extra PUs at the end of a turn (B232)."""
    found: list[Objective] = []
    for item in node.items(limits.MAX_OBJECTIVES):
        entry = item.table(
            ("name", "nation", "value", "territories", "count"),
            ("by_side", "zones", "free_zones", "alone"),
        )
        places = names_of(entry["territories"], limits.MAX_AREAS, areas, "an area of this scenario")
        if not places:
            raise entry["territories"].error("at least one area is wanted")
        zones: tuple[TerritoryName, ...] = ()
        if "zones" in entry:
            zones = names_of(entry["zones"], limits.MAX_AREAS, areas, "an area of this scenario")
        free = entry["free_zones"].whole(0, len(zones)) if "free_zones" in entry else 0
        found.append(
            Objective(
                name=entry["name"].name(),
                nation=entry["nation"].choice(nations, "a nation"),
                value=entry["value"].whole(1, limits.MAX_NUMBER),
                territories=places,
                count=entry["count"].whole(1, len(places)),
                by_side="by_side" not in entry or entry["by_side"].flag(),
                zones=zones,
                free_zones=free,
                alone="alone" in entry and entry["alone"].flag(),
            )
        )
    return tuple(found)
