"""Countries that were neutral: their garrisons, and who may enter them after another nation has.

Rule: Triumph & Tragedy 2nd edition, rule book 15.42 to 15.423 (T103, T104, T200, T232, T235, T237,
T238).  A country whose neutrality was violated is an Armed Minor until its capital is held by
somebody.  Rivals of its violator may fight it as well; enemies of its violator may come to its aid.
"""

from collections.abc import Iterable, Iterator

from engine.core.event_log import EventLog
from engine.core.events.blocks import PartitionJoined
from engine.core.ids import NEUTRAL, NO_TYPE, NationName, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import GROUND
from engine.rules.blocks.areas import (
    country_of,
    game_of,
    has_ground_support,
    is_at_war,
    is_strait,
    is_violated,
    position_of,
)
from engine.rules.blocks.travel import LAND, Path, Traveller, mode_of
from engine.rules.common.frame import Events


def lands_of(state: State, country: str) -> tuple[TerritoryName, ...]:
    """The areas of a country, sorted."""
    areas = game_of(state).areas
    return tuple(place for place in sorted(areas) if areas[place].country == country)


def unheld_of(state: State, country: str) -> tuple[TerritoryName, ...]:
    """The areas of a country that no nation controls, sorted."""
    return tuple(place for place in lands_of(state, country) if not state.owners.get(place))


def garrisons_in(state: State, places: Iterable[TerritoryName]) -> tuple[Unit, ...]:
    """Neutral blocks as strong as the muster, one for every city and town (T232)."""
    game = game_of(state)
    kind = next((name for name, block in game.types.items() if block.is_garrison), NO_TYPE)
    cities = [place for place in places if kind and game.areas[place].muster]
    return tuple(
        Unit(
            id=state.next_unit + index,
            type=kind,
            owner=NEUTRAL,
            territory=place,
            strength=min(game.areas[place].muster, game.most_strength),
            country=game.areas[place].country,
        )
        for index, place in enumerate(cities)
    )


def defenders_of(state: State, country: str) -> tuple[Unit, ...]:
    """The neutral blocks in a country, in order of identity."""
    return tuple(
        unit
        for unit in state.units.values()
        if unit.owner == NEUTRAL and country_of(state, unit.territory) == country
    )


def violators_of(state: State, country: str) -> tuple[NationName, ...]:
    """The nations that an Armed Minor fights, sorted; () for any other country."""
    capital = game_of(state).countries[country].capital
    if not capital or state.owners.get(capital):
        return ()
    return tuple(nation for nation, name in position_of(state).violated if name == country)


def may_partition(state: State, nation: NationName, country: str) -> bool:
    """Whether a nation may fight a country because a rival of it has violated it (T237)."""
    violators = violators_of(state, country)
    return bool(violators) and not any(
        one == nation or is_at_war(state, nation, one) for one in violators
    )


def may_intervene(state: State, nation: NationName, country: str) -> bool:
    """Whether a nation may come to the aid of a country that an enemy of it has violated (T238)."""
    if is_violated(state, nation, country):
        return False
    return any(is_at_war(state, nation, one) for one in violators_of(state, country))


def is_open_to(state: State, who: Traveller, place: TerritoryName) -> bool:
    """Whether neutral land may be entered as an ally: by ground units, and others beside them."""
    if not may_intervene(state, who.nation, country_of(state, place)):
        return False
    return who.kind == GROUND or has_ground_support(state, who.nation, place)


def resolve_partitions(state: State, unit: Unit, path: Path) -> Events:
    """What a nation begins by the move of a unit into the land of an Armed Minor (T237)."""
    if not position_of(state).violated:
        return ()
    return tuple(
        PartitionJoined(unit.owner, country)
        for country in dict.fromkeys(_entered(state, unit, path))
    )


def with_partitions(state: State, unit: Unit, path: Path) -> State:
    """The position with the Armed Minors on the way of a unit as its enemies (T237)."""
    joined = resolve_partitions(state, unit, path)
    if not joined:
        return state
    log = EventLog(state)
    log.extend(joined)
    return log.state


def _entered(state: State, unit: Unit, path: Path) -> Iterator[str]:
    """The countries that a unit begins to fight on its way, without a declaration."""
    by_land = mode_of(state, unit, path) == LAND
    for place in dict.fromkeys(path[1:]):
        country = country_of(state, place)
        if not country or state.owners.get(place):
            continue
        passes = place != path[-1] and is_strait(state, place) and not by_land
        if not passes and may_partition(state, unit.owner, country):
            yield country
