"""What a nation is worth: population, resources, industry, production level, factory cost.

Rule: Triumph & Tragedy 2nd edition, rule book 7.2 and 7.32 (T105, T107, T109, T114 to T116, T140,
T164, T223 to T229).  Nothing of it but industry is kept in a position: all follows from it at once.
"""

from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.gamedef.blocks import MAJOR
from engine.rules.blocks.areas import game_of, is_at_war, position_of
from engine.rules.blocks.trade import ALL, holdings_of, losses_of, main_capital_of
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class NationEconomy:
    """The numbers of a nation.

    population, resources, industry: as they stand, with what is blockaded.
    level: its production now, with blockades; a blockade counts that was marked in summer and is
    still there (T224).
    factory_cost: of one more point of industry.
    at_war: whether resources count.
    blockaded: areas that find no way now, by name.
    lost_population, lost_resources: what blockades take from the level.
    """

    nation: NationName
    population: int
    resources: int
    industry: int
    level: int
    factory_cost: int
    at_war: bool
    blockaded: tuple[TerritoryName, ...]
    lost_population: int
    lost_resources: int


def is_at_peace(state: State, nation: NationName) -> bool:
    """Whether a nation has no enemy among the others (T231)."""
    names = state.definition.politics.nation_names
    return not any(is_at_war(state, nation, other) for other in names)


def standing_of(state: State, nation: NationName) -> NationEconomy:
    """The numbers of a nation."""
    game = game_of(state)
    areas = [game.areas[place] for place in holdings_of(state, nation)]
    population = sum(area.population for area in areas)
    resources = sum(area.resources + area.overseas for area in areas)
    at_war = not is_at_peace(state, nation)
    shut = losses_of(state, nation) if at_war else {}
    no_people, no_goods = _taken(state, shut)
    industry = position_of(state).industry.get(nation, 0)
    limits = [industry, population - no_people, *([resources - no_goods] if at_war else [])]
    capital = main_capital_of(state, nation)
    level = min(limits) if state.owners.get(capital) == nation else 0
    return NationEconomy(
        nation,
        population,
        resources,
        industry,
        level,
        factory_cost_of(state, nation),
        at_war,
        tuple(sorted(shut)),
        no_people,
        no_goods,
    )


def _taken(state: State, shut: dict[TerritoryName, str]) -> tuple[int, int]:
    """Population and resources that do not count: shut in summer and now, the milder of the two.

    T224 to T226.
    """
    areas, marks = game_of(state).areas, position_of(state).blockades
    people = goods = 0
    for place, now in shut.items():
        if place not in marks:
            continue
        area = areas[place]
        goods += area.resources
        if now == marks[place] == ALL:
            people += area.population
            goods += area.overseas
    return people, goods


def factory_cost_of(state: State, nation: NationName) -> int:
    """Factories for a point of industry; 0 in a game without any.

    A step cheaper for each declaration of war suffered (T229) and for a power that has joined
    (T164).
    """
    game, position = game_of(state), position_of(state)
    faction = game.factions.get(nation)
    if faction is None:
        return 0
    suffered = sum(enemy == nation for _, enemy in position.aggressors)
    joined = sum(
        game.countries[name].rank == MAJOR and one == nation
        for name, one in position.satellites.items()
    )
    steps = min(suffered + joined, len(faction.factory_costs) - 1)
    return faction.factory_costs[steps]
