"""Influence on neutral countries, and what follows from the third marker.

Rule: Triumph & Tragedy 2nd edition, rule book 8 (T146 to T151, T160, T162 to T164, T234).
"""

from typing import Final

from engine.core.event_log import EventLog
from engine.core.events.block_cards import MusterDue
from engine.core.events.block_year import InfluenceSet
from engine.core.events.blocks import CountryAligned
from engine.core.ids import NOBODY, NationName
from engine.gamedef import State
from engine.rules.blocks.alignment import entry_of, resolve_joining
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.cards import plays_cards
from engine.rules.blocks.minors import lands_of, unheld_of
from engine.rules.blocks.muster import mustered_at, raised
from engine.rules.common.frame import Events

PROTECTORATE: Final = 2
"""Markers with which a country is under protection (T148)."""

SATELLITE: Final = 3
"""Markers with which a country goes over (T150)."""


def why_no_influence(state: State, country: str) -> str:
    """Why nobody can have influence on a country; "" when somebody can (T150, T160)."""
    game, position = game_of(state), position_of(state)
    found = game.countries.get(country)
    if found is None:
        return f"there is no country {country!r}"
    if found.colony_of or (found.rank and entry_of(state, country) is None):
        return f"{country} is not a neutral country"
    if country in position.satellites or unheld_of(state, country) != lands_of(state, country):
        return f"{country} is not neutral any more"
    if any(name == country for _, name in position.violated):
        return f"{country} fights for its neutrality and listens to nobody"
    return ""


def markers_of(state: State, nation: NationName, country: str) -> int:
    """Markers of a nation on a country."""
    held = position_of(state).influence.get(country)
    return held.markers if held is not None and held.nation == nation else 0


def resolve_marker(state: State, nation: NationName, country: str, cause: str = "") -> Events:
    """One marker more of a nation, or one less of a rival that has some there (T146)."""
    held = position_of(state).influence.get(country)
    if held is not None and held.nation != nation:
        return (InfluenceSet(country, held.nation, held.markers - 1, cause),)
    return resolve_markers(state, nation, country, markers_of(state, nation, country) + 1, cause)


def resolve_markers(
    state: State, nation: NationName, country: str, markers: int, cause: str = ""
) -> Events:
    """So many markers of a nation on a country; three make it a satellite at once (T150).

    The USA takes three of the others without any use to them, and no more (T162).
    """
    faction = game_of(state).countries[country].faction
    markers = min(markers, SATELLITE)
    log = EventLog(state)
    log.add(InfluenceSet(country, nation, markers, cause))
    if markers == SATELLITE and faction in {"", nation}:
        log.extend(_resolve_satellite(log.state, nation, country))
    return log.events


def protector_of(state: State, country: str) -> NationName:
    """The nation with two markers or more on a country, "" for none (T148)."""
    held = position_of(state).influence.get(country)
    return held.nation if held is not None and held.markers >= PROTECTORATE else NOBODY


def resolve_protection(state: State, nation: NationName, country: str) -> Events:
    """A protectorate that is attacked is a satellite at once, with blocks to defend it (T234)."""
    areas = unheld_of(state, country)
    cause = f"the {nation} protect {country}"
    return (CountryAligned(country, nation, areas, raised(state, nation, areas), cause),)


def _resolve_satellite(state: State, nation: NationName, country: str) -> Events:
    entry = entry_of(state, country)
    if entry is not None:
        return resolve_joining(state, entry)
    cause = f"{country} is a satellite of the {nation} now"
    areas = unheld_of(state, country)
    aligned = CountryAligned(country, nation, areas, (), cause)
    cities = tuple(place for place in areas if mustered_at(state, place))
    # Where the cards are at the table its blocks are entered by agreement (ADR 0078).
    return (aligned, MusterDue(nation, cities)) if cities and plays_cards(state) else (aligned,)
