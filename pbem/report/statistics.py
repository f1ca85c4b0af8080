"""The statistics of a game: what can be counted of a position, by nation and by alliance.

Rule: rule book, Stats tab (B258), Victory cities (B235).
"""

from collections.abc import Iterator, Mapping

from engine import NationName, State, TerritoryName, block_nation

Figures = tuple[tuple[str, Mapping[str, int]], ...]
"""Each heading with a number for each nation, or for each alliance."""


def statistics_of(state: State) -> Figures:
    """Everything that is counted, in an order that a game keeps from its start to its end."""
    if state.blocks is not None:
        return tuple(_block_figures(state))
    return tuple(_figures(state))


def worth_of_units(state: State) -> Mapping[str, int]:
    """PUs that the units of each nation would cost; {} where nothing has a price."""
    prices = state.definition.economy.prices
    return {
        name: sum(prices.get(unit.type, 0) for unit in state.units_of(name))
        for name in (state.definition.politics.nation_names if prices else ())
    }


def _figures(state: State) -> Iterator[tuple[str, Mapping[str, int]]]:
    nations = state.definition.politics.nation_names
    areas = state.definition.board.territories
    owned = {name: _owned(state, name) for name in nations}
    if worth := worth_of_units(state):
        income: dict[str, int] = {
            name: sum(areas[key].production for key in owned[name]) for name in nations
        }
        yield "Income of the land (PUs)", income
        yield "Value of the units (PUs)", worth
    yield "Territories", {name: len(owned[name]) for name in nations}
    if any(area.victory_cities for area in areas.values()):
        yield (
            "Victory cities",
            {name: sum(areas[key].victory_cities for key in owned[name]) for name in nations},
        )
    yield "Technologies", {name: len(state.technologies.get(name, ())) for name in nations}


def _block_figures(state: State) -> Iterator[tuple[str, Mapping[str, int]]]:
    nations = state.definition.politics.nation_names
    owned = {name: _owned(state, name) for name in nations}
    # How strong blocks are only their owner sees.
    yield "Blocks", {name: sum(1 for _ in state.units_of(name)) for name in nations}
    numbers = {name: block_nation(state, name) for name in nations}
    yield "Population", {name: one.standing.population for name, one in numbers.items()}
    yield "Resources", {name: one.standing.resources for name, one in numbers.items()}
    yield "Industry", {name: one.standing.industry for name, one in numbers.items()}
    yield "Points", {name: one.points for name, one in numbers.items()}
    yield "Territories", {name: len(owned[name]) for name in nations}


def _owned(state: State, nation: NationName) -> list[TerritoryName]:
    """The land of a nation."""
    areas = state.definition.board.territories
    return [key for key, owner in state.owners.items() if owner == nation and not areas[key].is_sea]


def by_alliance(state: State, figures: Figures) -> Figures:
    """The same, added up for each alliance; () where no two nations are in one."""
    sides = sides_of(state)
    return tuple(
        (heading, {side: sum(one[name] for name in names) for side, names in sides.items()})
        for heading, one in (figures if sides else ())
    )


def sides_of(state: State) -> Mapping[str, tuple[str, ...]]:
    """The nations of each alliance, in the order in which they play; {} where none has two."""
    found: dict[str, tuple[str, ...]] = {}
    for nation in state.definition.politics.nations:
        for side in nation.alliances:
            found[side] = (*found.get(side, ()), nation.name)
    return found if any(len(members) > 1 for members in found.values()) else {}
