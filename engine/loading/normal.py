"""One order for everything whose order does not matter.

Units get their numbers in the order of the placements, so two players who read the same game must
get it in the same order, whatever file they read it from: our own scenario file, a TripleA map or
the first record of a save (where tables come back sorted by key).
"""

from collections.abc import Mapping
from operator import itemgetter

from engine.core.board import sorted_borders
from engine.core.ids import NEUTRAL, UnitTypeName
from engine.gamedef.board import GameBoard
from engine.gamedef.definition import Definition
from engine.gamedef.economy import Economy
from engine.gamedef.names import TECHNOLOGIES, VICTORY_LEVELS
from engine.gamedef.setup import Placement, Setup
from engine.gamedef.under_way import TurnSoFar
from engine.values import replace


def normal_definition(definition: Definition) -> Definition:
    """The same game: areas by name, placements by owner, area and unit type, and so on.

    The order of nations, unit types, technologies, steps and support rules has a meaning and is
    kept.
    """
    return replace(
        definition,
        board=_board(definition.board),
        economy=_economy(definition),
        victory=replace(
            definition.victory,
            levels=tuple(
                sorted(
                    definition.victory.levels,
                    key=lambda level: (VICTORY_LEVELS.index(level.level), level.alliance),
                )
            ),
        ),
        setup=_setup(definition),
        script=replace(
            definition.script, switches=dict(sorted(definition.script.switches.items()))
        ),
    )


def _board(board: GameBoard) -> GameBoard:
    names = sorted(board.is_sea)
    return GameBoard(
        {name: board.is_sea[name] for name in names},
        sorted_borders(board.borders),
        {name: board.territories[name] for name in names},
        tuple(sorted(board.canals, key=lambda canal: (canal.zones, canal.name, canal.side))),
    )


def _economy(definition: Definition) -> Economy:
    economy, types = definition.economy, definition.unit_types
    nations, for_sale = definition.politics.nation_names, economy.for_sale(types)

    def by_type(prices: Mapping[UnitTypeName, int]) -> dict[UnitTypeName, int]:
        return {name: prices[name] for name in types if name in prices}

    return replace(
        economy,
        prices=by_type(economy.prices),
        reduced_prices=by_type(economy.reduced_prices),
        shipyard_prices=by_type(economy.shipyard_prices),
        buyers={
            nation: tuple(name for name in for_sale if name in economy.buyers.get(nation, ()))
            for nation in nations
        },
        offers={
            nation: {name: offers[name] for name in for_sale if name in offers}
            for nation in nations
            if (offers := economy.offers.get(nation, {}))
        },
        buy_lists={
            key: tuple(name for name in for_sale if name in economy.buy_lists[key])
            for key in sorted(economy.buy_lists)
        },
        list_offers={
            key: {name: offers[name] for name in for_sale if name in offers}
            for key, offers in sorted(economy.list_offers.items())
        },
        buy_list_of=dict(sorted(economy.buy_list_of.items())),
    )


def _setup(definition: Definition) -> Setup:
    setup, nations = definition.setup, definition.politics.nation_names
    own = (advance.name for advance in definition.technology.advances)
    technologies = tuple(dict.fromkeys((*TECHNOLOGIES, *own)))
    return Setup(
        owners={name: setup.owners[name] for name in sorted(setup.owners)},
        placements=_placements(definition),
        resources={
            nation: dict(sorted(setup.resources.get(nation, {}).items())) for nation in nations
        },
        unplaced={
            nation: {name: unplaced[name] for name in definition.unit_types if name in unplaced}
            for nation in nations
            if (unplaced := setup.unplaced.get(nation, {}))
        },
        technologies={
            nation: tuple(name for name in technologies if name in known)
            for nation in nations
            if (known := setup.technologies.get(nation, ()))
        },
        round=setup.round,
        step=setup.step,
        happened=dict(sorted(setup.happened.items())),
        in_force=tuple(sorted(setup.in_force)),
        unread=setup.unread,
        under_way=_turn(setup.under_way),
    )


def _turn(turn: TurnSoFar) -> TurnSoFar:
    """Units by number; the order of battles has a meaning."""
    return replace(
        turn,
        units=tuple(sorted(turn.units, key=lambda one: one.unit)),
        battles=tuple(
            replace(one, attackers=tuple(sorted(one.attackers, key=lambda each: each.unit)))
            for one in turn.battles
        ),
        bombed=dict(sorted(turn.bombed.items())),
        produced=dict(sorted(turn.produced.items())),
        found=dict(sorted(turn.found.items())),
        attempted=dict(sorted(turn.attempted.items())),
    )


def _placements(definition: Definition) -> tuple[Placement, ...]:
    owners = {
        name: place for place, name in enumerate((*definition.politics.nation_names, NEUTRAL))
    }
    types = {name: place for place, name in enumerate(definition.unit_types)}
    counts: dict[tuple[object, ...], Placement] = {}
    for entry in definition.setup.placements:
        cargo = sorted(
            ((owners[one.owner], types[one.type], one.count, one) for one in entry.cargo),
            key=itemgetter(0, 1, 2),
        )
        key = (
            owners[entry.owner],
            entry.territory,
            types[entry.type],
            entry.hits,
            entry.damage,
            tuple(one[:3] for one in cargo),
        )
        count = entry.count + (counts[key].count if key in counts else 0)
        counts[key] = replace(entry, count=count, cargo=tuple(one[-1] for one in cargo))
    return tuple(counts[key] for key in sorted(counts))
