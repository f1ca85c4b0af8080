"""What only some games have, out of a plain tree: charts of technologies."""

from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.technology import TechnologyCategory
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
