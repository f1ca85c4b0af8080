"""The start of a year: public opinion, dividends of peace, and forces that arrive.

Rule: Triumph & Tragedy 2nd edition, rule book 7.1, 8.44 to 8.46 (T86, T87, T112, T129, T132 to
T134, T166 to T171).  It is played at the end of the year before, when the die of the new year is
rolled.
"""

from collections.abc import Iterator

from engine.core.agenda import CardDraw
from engine.core.event_log import EventLog
from engine.core.events.block_cards import DecksShuffled
from engine.core.events.block_year import BlockadesMarked, DividendsDue
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.blocks import WarEntry
from engine.rules.blocks.alignment import resolve_wave
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.cards import plays_cards, rules_of
from engine.rules.blocks.draw import dividend, resolve_draws
from engine.rules.blocks.economy import is_at_peace
from engine.rules.blocks.influence import resolve_marker
from engine.rules.blocks.victory import (
    last_year,
    resolve_economic_victory,
    resolve_last_year,
)
from engine.rules.common.frame import Events


def resolve_new_year(state: State) -> Events:
    """Everything that a year begins with but the die; the first one has dividends only (T87)."""
    is_first = state.definition.sequence[state.phase.step].last_round == 1
    year = state.round if is_first else state.round + 1
    log = EventLog(state)
    if not plays_cards(state):
        log.extend(resolve_marks_off(state))
    elif last_year(state) and not is_first:
        return resolve_last_year(state)
    for entry in game_of(state).war_entries:
        log.extend(_resolve_opinion(log.state, entry, year))
    if plays_cards(state):
        log.extend(resolve_economic_victory(log.state))
        if log.state.outcome is not None:
            return log.events
        log.add(DecksShuffled())
    quiet = tuple(_quiet(log.state))
    log.add(DividendsDue(quiet))
    for entry in game_of(state).war_entries:
        log.extend(_resolve_forces(log.state, entry, year))
    if plays_cards(state):
        log.extend(resolve_draws(_draws(log.state, quiet, is_first=is_first)))
    return log.events


def resolve_marks_off(state: State) -> Events:
    """The marks of the blockade go when production has counted them (T129)."""
    return (BlockadesMarked(()),) if position_of(state).blockades else ()


def _draws(state: State, quiet: tuple[NationName, ...], *, is_first: bool) -> Iterator[CardDraw]:
    """A dividend for each, and in the first year the hands with which they begin (T112, T133)."""
    yield from map(dividend, quiet)
    if is_first:
        hands = rules_of(state).first_hand
        yield from (
            CardDraw(nation, "action", hands[nation]) for nation in position_of(state).order
        )


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
