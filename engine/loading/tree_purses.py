"""Purses out of a plain tree and back into it (linked game: L9 to L15)."""

from collections.abc import Collection

from engine.core.ids import NationName, ResourceName, TerritoryName
from engine.gamedef.definition import Definition
from engine.gamedef.purses import Purse
from engine.loading import limits
from engine.loading.fields import Node, names_of


def read_purses(
    node: Node,
    nations: Collection[NationName],
    areas: Collection[TerritoryName],
    goods: Collection[ResourceName],
) -> tuple[Purse, ...]:
    """The purses of all nations; goods: names of resources that are taken."""
    found: list[Purse] = []
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("nation", "name", "areas"), ("start", "convoys"))
        held = names_of(entry["areas"], limits.MAX_AREAS, areas, "an area of this scenario")
        purse = Purse(
            nation=entry["nation"].choice(nations, "a nation"),
            name=entry["name"].name(),
            areas=held,
            convoys=names_of(entry["convoys"], limits.MAX_AREAS, held, "an area of this purse")
            if "convoys" in entry
            else (),
            start=entry["start"].whole(0, limits.MAX_RESOURCE) if "start" in entry else 0,
        )
        own = [other for other in found if other.nation == purse.nation]
        if purse.resource in goods or any(other.name == purse.name for other in own):
            raise entry["name"].error("this name is taken")
        if any(set(other.areas) & set(purse.areas) for other in own):
            raise entry["areas"].error("an area belongs to one purse of a nation at most")
        found.append(purse)
    return tuple(found)


def purses_to_plain(definition: Definition) -> dict[str, object]:
    """The entry of a tree for purses, where there are any."""
    if not definition.economy.purses:
        return {}
    return {
        "purses": [
            {
                "nation": purse.nation,
                "name": purse.name,
                "areas": list(purse.areas),
                "start": purse.start,
            }
            | ({"convoys": list(purse.convoys)} if purse.convoys else {})
            for purse in definition.economy.purses
        ]
    }
