"""Victory points.

Rule: Triumph & Tragedy 2nd edition, rule book 16.1 (T240, T243): the production level, atomic
stages, two for each capital of an enemy, dividends that are known, less one for each war declared.
"""

from typing import Final

from engine.core.ids import NOBODY, NationName, TerritoryName
from engine.gamedef import State
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.economy import NationEconomy

ATOMIC: Final = "atomic_research_"
"""How the stages of atomic research are called (T173)."""

_CAPITAL: Final = 2
_CAPITALS: Final = ("main", "sub")


def capitals_held(state: State, nation: NationName) -> tuple[TerritoryName, ...]:
    """Main and sub capitals of others that a nation controls, by name (T240, T243)."""
    game, position = game_of(state), position_of(state)

    def belongs_to(place: TerritoryName) -> NationName:
        country = game.countries[game.areas[place].country]
        country = game.countries[country.colony_of] if country.colony_of else country
        # A power that stands aside is nobody's until it has joined (T243).
        aside = any(one.country == country.name for one in game.war_entries)
        return position.satellites.get(country.name, NOBODY) if aside else country.faction

    return tuple(
        place
        for place, area in sorted(game.areas.items())
        if area.city in _CAPITALS
        and state.owners.get(place) == nation
        and belongs_to(place) not in {"", nation}
    )


def is_stage(technology: str) -> bool:
    """Whether it is a stage of atomic research."""
    return technology.startswith(ATOMIC)


def atomic_stages(state: State, nation: NationName) -> int:
    """Stages of atomic research that a nation has reached."""
    return sum(map(is_stage, state.technologies.get(nation, ())))


def points_of(state: State, standing: NationEconomy) -> int:
    """Victory points that everybody can see of a nation that stands so (T240).

    Chits that lie face down come on top.
    """
    nation, position = standing.nation, position_of(state)
    return (
        standing.level
        + atomic_stages(state, nation)
        + _CAPITAL * len(capitals_held(state, nation))
        + position.dividends.get(nation, 0)
        - sum(aggressor == nation for aggressor, _ in position.aggressors)
    )
