"""Nations, and what they begin with and may buy, which share a row."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.ids import NationName
from engine.gamedef.bounds import MAX_NATIONS
from engine.gamedef.definition import Definition
from engine.gamedef.sides import Nation
from engine.loading.fields import Node
from engine.loading.record.reading import made, plain_record, read_parts
from engine.loading.record.values import Scope
from engine.loading.tree.rows import NationStart


class Nations(NamedTuple):
    """The nations in turn order, and what each begins with."""

    nations: tuple[Nation, ...]
    starts: Mapping[NationName, NationStart]


def read_nations(node: Node, scope: Scope) -> Nations:
    """The nations in turn order."""
    nations: list[Nation] = []
    starts: dict[NationName, NationStart] = {}
    for item in node.items(MAX_NATIONS):
        of_nation, of_start = read_parts(item, scope, Nation, NationStart)
        nation = made(Nation, of_nation)
        nations.append(nation)
        starts[nation.name] = made(NationStart, of_start)
    return Nations(tuple(nations), starts)


def plain_nations(definition: Definition) -> list[dict[str, object]]:
    """The rows that `read_nations` reads."""
    economy, setup = definition.economy, definition.setup
    everything = tuple(economy.prices)
    rows: list[dict[str, object]] = []
    for nation in definition.politics.nations:
        name = nation.name
        buys = economy.buyers.get(name, ())
        start = NationStart(
            resources=setup.resources.get(name, {}),
            buys=None if buys == everything else buys,
            offers=economy.offers.get(name, {}),
            unplaced=setup.unplaced.get(name, {}),
            technologies=setup.technologies.get(name, ()),
        )
        rows.append(plain_record(nation) | plain_record(start))
    return rows
