"""The start of a year: public opinion, dividends of peace, and forces that arrive.

Rule: Triumph & Tragedy 2nd edition, rule book 7.1, 8.44 to 8.46 (T86, T87, T129, T134, T166 to
T171).  It is played at the end of the year before, when the die of the new year is rolled.
"""

from collections.abc import Iterator

from engine.core.event_log import EventLog
from engine.core.events.block_year import BlockadesMarked, DividendsDue
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.blocks import WarEntry
from engine.rules.blocks.alignment import resolve_wave
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.economy import is_at_peace
from engine.rules.blocks.influence import resolve_marker
from engine.rules.common.frame import Events


def resolve_new_year(state: State) -> Events:
    """Everything that a year begins with but the die; the first one has dividends only (T87)."""
    is_first = state.definition.sequence[state.phase.step].last_round == 1
    year = state.round if is_first else state.round + 1
    log = EventLog(state)
    if position_of(state).blockades:
        log.add(BlockadesMarked(()))
    for entry in game_of(state).war_entries:
        log.extend(_resolve_opinion(log.state, entry, year))
    quiet = tuple(_quiet(log.state))
    log.add(DividendsDue(quiet))
    for entry in game_of(state).war_entries:
        log.extend(_resolve_forces(log.state, entry, year))
    return log.events


def _resolve_opinion(state: State, entry: WarEntry, year: int) -> Events:
    """In some years the power that stands aside leans towards its nation (T166, T167)."""
    if year not in entry.opinion or entry.country in position_of(state).satellites:
        return ()
    nation = game_of(state).countries[entry.country].faction
    return resolve_marker(state, nation, entry.country, f"opinion in {entry.country}")


def _quiet(state: State) -> Iterator[NationName]:
    """Nations at peace that violated nobody and were in no battle in the year before (T134)."""
    position = position_of(state)
    for nation in position.order:
        if is_at_peace(state, nation) and nation not in position.disturbed:
            yield nation


def _resolve_forces(state: State, entry: WarEntry, year: int) -> Events:
    """What a power sends in a year: its forces of that year, or the next ones in the wake of an
    attack on it (T168, T170, T171)."""
    position = position_of(state)
    if entry.country not in position.satellites or entry.country in position.defeated:
        return ()
    came = position.waves.get(entry.country, 0)
    for number, wave in enumerate(entry.waves, start=1):
        if number == came + 1 if came else wave.year == year:
            return resolve_wave(state, entry, number)
    return ()
