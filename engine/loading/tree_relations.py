"""Relations between nations other than alliances, out of a plain tree and back into it."""

from engine.core.ids import NationName
from engine.gamedef.definition import Definition
from engine.gamedef.sides import Nation, Relation, Truce, sides_of
from engine.loading import limits
from engine.loading.fields import Node, names_of


def read_relations(node: Node, nations: tuple[Nation, ...]) -> tuple[Relation, ...]:
    """Pairs of nations that do not stand to each other as their alliances say."""
    found: dict[tuple[NationName, NationName], Relation] = {}
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("nations", "allied"))
        pair = _pair(entry["nations"], nations)
        if pair in found:
            raise item.error("there is already a relation between these two")
        found[pair] = Relation(pair, entry["allied"].flag())
    return tuple(found.values())


def _pair(node: Node, nations: tuple[Nation, ...]) -> tuple[NationName, NationName]:
    pair = names_of(node, 2, [nation.name for nation in nations], "a nation")
    if len(pair) != 2:
        raise node.error("two nations are wanted")
    return min(pair), max(pair)


def read_truces(
    node: Node, nations: tuple[Nation, ...], relations: tuple[Relation, ...]
) -> tuple[Truce, ...]:
    """Pairs of nations on different sides that are not at war when the game begins (L26)."""
    sides = sides_of(nations, relations)
    found: dict[tuple[NationName, NationName], Truce] = {}
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("nations",), ("breakers",))
        one, other = _pair(entry["nations"], nations)
        if other in sides[one]:
            raise item.error(f"{one} and {other} are allies, who need no truce")
        if (one, other) in found:
            raise item.error("there is already a truce between these two")
        breakers: tuple[NationName, ...] = ()
        if "breakers" in entry:
            breakers = names_of(entry["breakers"], 2, (one, other), "one of the two nations")
        found[one, other] = Truce((one, other), breakers)
    return tuple(found.values())


def relations_to_plain(definition: Definition) -> dict[str, object]:
    """The entries of a tree for relations and truces, where there are any."""
    found: dict[str, object] = {}
    if definition.relations:
        found["relations"] = [
            {"nations": list(entry.nations), "allied": entry.is_allied}
            for entry in definition.relations
        ]
    if definition.truces:
        found["truces"] = [
            {"nations": list(truce.nations), "breakers": list(truce.breakers)}
            for truce in definition.truces
        ]
    return found
