"""What follows when the capital of a country falls.

Rule: Triumph & Tragedy 2nd edition, rule book 1.121, 2.21, 2.31 and 15.421 (T100 to T103, T105,
T236), at the end of the combat phase: an Armed Minor loses its garrisons, a major power all of its
blocks, and those of its colonies that nobody else holds are neutral then, with garrisons.  Great
powers are never defeated.
"""

from engine.core.event_log import EventLog
from engine.core.events.blocks import CountryDefeated
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import GREAT, MAJOR, Country
from engine.rules.blocks.areas import (
    game_of,
    is_at_war,
    is_ground,
    is_violated,
    position_of,
)
from engine.rules.blocks.minors import defenders_of, garrisons_in, lands_of
from engine.rules.common.frame import Events


def resolve_fallen_capitals(state: State) -> Events:
    """The defeats of all countries whose capital an enemy alone occupies, by name."""
    log = EventLog(state)
    for name in sorted(game_of(state).countries):
        country = game_of(state).countries[name]
        conqueror = _conqueror(log.state, country)
        if not conqueror:
            continue
        if country.rank == MAJOR:
            log.extend(_resolve_power(log.state, country, conqueror))
        elif defenders := defenders_of(log.state, name):
            removed = tuple(unit.id for unit in defenders)
            log.add(CountryDefeated(name, conqueror, removed, False, (), ()))
    return log.events


def _conqueror(state: State, country: Country) -> NationName:
    """The enemy whose ground units alone are in the capital; "" while there is none."""
    there = state.units_in(country.capital) if country.capital else ()
    owners = {unit.owner for unit in there}
    if len(owners) != 1 or not any(is_ground(state, unit) for unit in there):
        return NOBODY
    (nation,) = owners
    if nation == NEUTRAL or country.rank == GREAT:
        return NOBODY
    if country.rank == MAJOR:
        stands = country.name not in position_of(state).defeated
        return nation if stands and is_at_war(state, nation, country.faction) else NOBODY
    return nation if is_violated(state, nation, country.name) else NOBODY


def _resolve_power(state: State, power: Country, conqueror: NationName) -> Events:
    """A major power is defeated: its blocks leave the game, its colonies stand alone."""
    removed = tuple(unit.id for unit in state.units.values() if unit.country == power.name)
    left = [unit for unit in state.units.values() if unit.country != power.name]
    freed = tuple(
        place
        for colony in game_of(state).countries.values()
        if colony.colony_of == power.name and _is_freed(state, colony, power, left)
        for place in lands_of(state, colony.name)
        if state.owners.get(place) == power.faction and not _is_held(left, place)
    )
    raised = garrisons_in(state, freed)
    return (CountryDefeated(power.name, conqueror, removed, True, freed, raised),)


def _is_freed(state: State, colony: Country, power: Country, left: list[Unit]) -> bool:
    """Whether no other power controls or occupies the capital of a colony (T103)."""
    held = state.owners.get(colony.capital) == power.faction
    return held and not _is_held(left, colony.capital)


def _is_held(units: list[Unit], place: TerritoryName) -> bool:
    return any(unit.territory == place for unit in units)
