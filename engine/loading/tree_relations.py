"""Relations between nations other than alliances, out of a plain tree and back into it."""

from engine.core.ids import NationName
from engine.gamedef.definition import Definition, Nation, Truce
from engine.loading import limits
from engine.loading.fields import Node, names_of


def read_truces(node: Node, nations: tuple[Nation, ...]) -> tuple[Truce, ...]:
    """Pairs of nations on different sides that are not at war when the game begins (L26)."""
    sides = {nation.name: set(nation.alliances) for nation in nations}
    found: dict[tuple[NationName, NationName], Truce] = {}
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("nations",), ("breakers",))
        pair = names_of(entry["nations"], 2, sides, "a nation")
        if len(pair) != 2:
            raise entry["nations"].error("two nations are wanted")
        one, other = sorted(pair)
        if sides[one] & sides[other]:
            raise item.error(f"{one} and {other} are allies, who need no truce")
        if (one, other) in found:
            raise item.error("there is already a truce between these two")
        breakers: tuple[NationName, ...] = ()
        if "breakers" in entry:
            breakers = names_of(entry["breakers"], 2, (one, other), "one of the two nations")
        found[one, other] = Truce((one, other), breakers)
    return tuple(found.values())


def relations_to_plain(definition: Definition) -> dict[str, object]:
    """The entry of a tree for truces, where there are any."""
    if not definition.truces:
        return {}
    return {
        "truces": [
            {"nations": list(truce.nations), "breakers": list(truce.breakers)}
            for truce in definition.truces
        ]
    }
