"""Supply of ground units, and the blockades that are marked in summer.

Rule: Triumph & Tragedy 2nd edition, rule book 14.1 and 14.22 (T92, T215 to T217, T223).  At the end
of a season every ground unit of a nation at war, but fortresses, loses a CV where no chain of
friendly areas leads to one of its own capitals that its nation holds.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.event_log import EventLog
from engine.core.events.block_year import BlockadesMarked, SeasonEnded, SupplyFailed
from engine.core.ids import NationName, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import GROUND
from engine.rules.blocks.areas import (
    FRIENDLY,
    NEITHER,
    RIVAL,
    block_of,
    game_of,
    is_out_of_season,
    is_sea,
    is_strait,
    position_of,
    status_of,
)
from engine.rules.blocks.command import command_order, current_season
from engine.rules.blocks.economy import is_at_peace
from engine.rules.blocks.trade import losses_of, spread
from engine.rules.common.frame import Events

_CAPITALS: Final = ("main", "sub")


def resolve_supply(state: State) -> Events:
    """Losses of all nations at war, in the order of the year (T89), then blockades and the end."""
    log = EventLog(state)
    for nation in position_of(state).order:
        if not is_at_peace(state, nation):
            for unit in unsupplied(log.state, nation):
                log.add(SupplyFailed(unit.id, unit.territory, unit.strength - 1))
    season = current_season(state)
    if season is not None and season.checks_blockade:
        log.extend(_resolve_blockades(log.state))
    name = season.name if season is not None else ""
    log.add(SeasonEnded(name, command_order(state)))
    return log.events


def _resolve_blockades(state: State) -> Events:
    """Marks on what is shut in, of every nation at war (T223)."""
    shut = {
        place: what
        for nation in position_of(state).order
        if not is_at_peace(state, nation)
        for place, what in losses_of(state, nation).items()
    }
    return (BlockadesMarked(tuple(sorted(shut.items()))),) if shut else ()


def unsupplied(state: State, nation: NationName) -> tuple[Unit, ...]:
    """Ground units of a nation that no supply line reaches, in order of identity (T215)."""
    needy = [unit for unit in state.units_of(nation) if _needs_supply(state, unit)]
    if not needy:
        return ()
    lines = supplied(state, nation)
    board = state.definition.board
    # A unit in enemy land or an enemy sea draws on what lies next door.
    return tuple(
        unit
        for unit in needy
        if unit.territory not in lines
        and not any(beyond in lines for beyond in board.neighbours(unit.territory))
    )


def _needs_supply(state: State, unit: Unit) -> bool:
    block = block_of(state, unit)
    # Winter looks at units inside the home of the nation on turn only (T92).
    return (
        block.kind == GROUND
        and not block.is_garrison
        and not is_out_of_season(state, unit.territory)
    )


def supplied(state: State, nation: NationName) -> frozenset[TerritoryName]:
    """Every area that a supply line of a nation reaches (T216)."""

    def goes(here: TerritoryName, beyond: TerritoryName) -> bool:
        return _carries(state, nation, here, beyond)

    found = spread(state, _sources(state, nation), goes)
    return frozenset(place for place in found if status_of(state, nation, place) == FRIENDLY)


def _sources(state: State, nation: NationName) -> Iterator[TerritoryName]:
    game = game_of(state)
    for place, area in game.areas.items():
        country = game.countries.get(area.country)
        if country is not None and country.colony_of:
            country = game.countries[country.colony_of]
        own = country is not None and country.faction == nation
        if area.city in _CAPITALS and own and state.owners.get(place) == nation:
            yield place


def _carries(state: State, nation: NationName, here: TerritoryName, place: TerritoryName) -> bool:
    """Friendly areas and open seas; straits of rivals and neutrals are crossed, from sea to sea."""
    status = status_of(state, nation, place)
    if status == FRIENDLY:
        return is_sea(state, place) or status_of(state, nation, here) == FRIENDLY
    return is_strait(state, place) and status in {RIVAL, NEITHER} and is_sea(state, here)
