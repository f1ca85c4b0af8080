"""Where the nations stand after a turn (B236, B258): the figures that their game has."""

from collections.abc import Iterator

from engine import PUS, NationName, State, TerritoryName, aim_views, block_nation, nation_view
from pbem.report.model import Alliance, Score
from pbem.report.words import amounts_of, technology_word


def score_columns_of(state: State) -> tuple[str, ...]:
    """The headings of the figures of a score; only what the game has."""
    first = state.definition.politics.nation_names[0]
    return tuple(heading for heading, _ in figures_of(state, first))


def scores_of(state: State) -> tuple[Score, ...]:
    """Every nation in turn order."""
    return tuple(_score(state, nation) for nation in state.definition.politics.nation_names)


def _score(state: State, nation: NationName) -> Score:
    alliances = state.definition.politics.alliances_of(nation)
    technologies = [technology_word(name) for name in state.technologies.get(nation, ())]
    return Score(
        nation=nation,
        alliance=", ".join(name for name in alliances if name != nation),
        figures=tuple(figure for _, figure in figures_of(state, nation)),
        technologies=", ".join(technologies),
        goods=amounts_of(nation_view(state, nation).goods),
    )


def figures_of(state: State, nation: NationName) -> tuple[tuple[str, int], ...]:
    """The columns of a nation's score, each heading with its figure."""
    return tuple(_figures(state, nation))


def _figures(state: State, nation: NationName) -> Iterator[tuple[str, int]]:
    if state.blocks is not None:
        yield from _block_figures(state, nation)
        return
    areas = state.definition.board.territories
    owned = [areas[name] for name in _owned(state, nation)]
    if state.definition.economy.prices:
        yield PUS, state.amount(nation, PUS)
        yield "Production", sum(area.production for area in owned)
    else:
        yield "Areas", len(owned)
    yield "Units", sum(1 for _ in state.units_of(nation))
    if any(area.victory_cities for area in areas.values()):
        yield "Cities", sum(area.victory_cities for area in owned)


def _block_figures(state: State, nation: NationName) -> Iterator[tuple[str, int]]:
    """Blocks with their strength, and what the nation is worth (T109, T240)."""
    units, numbers = tuple(state.units_of(nation)), block_nation(state, nation)
    standing = numbers.standing
    yield "CV", sum(unit.strength for unit in units)
    yield "Blocks", len(units)
    yield "Areas", len(_owned(state, nation))
    yield "POP", standing.population
    yield "RES", standing.resources
    yield "IND", standing.industry
    yield "Level", standing.level
    yield "Chits", numbers.chits
    yield "Points", numbers.points


def alliances_of(before: State, after: State) -> tuple[Alliance, ...]:
    """The alliances that hold victory cities or held some before, in the order of their nations.

    Neutrals are alliances of their own in some games, and nobody asks how many cities they have.
    """
    names = dict.fromkeys(
        name for nation in after.definition.politics.nations for name in nation.alliances
    )
    goals = {view.side: view.enough for view in aim_views(after) if view.kind == "cities"}
    told = (
        Alliance(name, _cities(before, name), _cities(after, name), goals.get(name, 0))
        for name in names
    )
    return tuple(one for one in told if one.cities_before or one.cities)


def aims_of(state: State) -> tuple[str, ...]:
    """What decides the game, without the victory cities, which the table of alliances has."""
    return tuple(view.text for view in aim_views(state) if view.kind != "cities")


def _cities(state: State, alliance: str) -> int:
    return sum(
        state.definition.board.territories[territory].victory_cities
        for nation in state.definition.politics.nations
        if alliance in nation.alliances
        for territory in _owned(state, nation.name)
    )


def _owned(state: State, nation: NationName) -> list[TerritoryName]:
    return [name for name, owner in state.owners.items() if owner == nation]
