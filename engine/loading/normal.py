"""One order for everything whose order does not matter.

Units get their numbers in the order of the placements, so two players who read the same game must
get it in the same order, whatever file they read it from: our own scenario file, a TripleA map or
the first record of a save (where tables come back sorted by key).
"""

from dataclasses import replace

from engine.core.board import Board, sorted_borders
from engine.core.ids import NEUTRAL
from engine.gamedef.definition import Definition, Placement
from engine.gamedef.names import TECHNOLOGIES, VICTORY_LEVELS


def normal_definition(definition: Definition) -> Definition:
    """The same game: areas by name, placements by owner, area and unit type, and so on.

    The order of nations, unit types, technologies, steps and support rules has a meaning and is
    kept.
    """
    names = sorted(definition.board.is_sea)
    nations = definition.nation_names()
    types = definition.unit_types
    return replace(
        definition,
        board=Board(
            {name: definition.board.is_sea[name] for name in names},
            sorted_borders(definition.board.borders),
        ),
        territories={name: definition.territories[name] for name in names},
        prices={name: definition.prices[name] for name in types if name in definition.prices},
        reduced_prices={
            name: definition.reduced_prices[name]
            for name in types
            if name in definition.reduced_prices
        },
        shipyard_prices={
            name: definition.shipyard_prices[name]
            for name in types
            if name in definition.shipyard_prices
        },
        buyers={
            nation: tuple(name for name in types if name in definition.buyers.get(nation, ()))
            for nation in nations
        },
        switches=dict(sorted(definition.switches.items())),
        buy_lists={
            key: tuple(name for name in types if name in definition.buy_lists[key])
            for key in sorted(definition.buy_lists)
        },
        buy_list_of=dict(sorted(definition.buy_list_of.items())),
        canals=tuple(sorted(definition.canals, key=lambda canal: (canal.zones, canal.name))),
        victory=tuple(
            sorted(
                definition.victory,
                key=lambda level: (VICTORY_LEVELS.index(level.level), level.alliance),
            )
        ),
        owners={name: definition.owners[name] for name in names if name in definition.owners},
        placements=_placements(definition),
        hands={
            nation: {name: hand[name] for name in types if name in hand}
            for nation in nations
            if (hand := definition.hands.get(nation, {}))
        },
        resources={
            nation: dict(sorted(definition.resources.get(nation, {}).items())) for nation in nations
        },
        offers={
            nation: {name: offers[name] for name in types if name in offers}
            for nation in nations
            if (offers := definition.offers.get(nation, {}))
        },
        known_technologies={
            nation: tuple(name for name in TECHNOLOGIES if name in known)
            for nation in nations
            if (known := definition.known_technologies.get(nation, ()))
        },
    )


def _placements(definition: Definition) -> tuple[Placement, ...]:
    owners = {name: place for place, name in enumerate((*definition.nation_names(), NEUTRAL))}
    types = {name: place for place, name in enumerate(definition.unit_types)}
    counts: dict[tuple[int, str, int, int, int], Placement] = {}
    for entry in definition.placements:
        key = (owners[entry.owner], entry.territory, types[entry.type], entry.hits, entry.damage)
        before = counts[key].count if key in counts else 0
        counts[key] = replace(entry, count=before + entry.count)
    return tuple(counts[key] for key in sorted(counts))
