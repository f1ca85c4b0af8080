"""The start of a year: public opinion, dividends of peace, and forces that arrive.

Rule: Triumph & Tragedy 2nd edition, rule book 7.1, 8.44 to 8.46 (T86, T87, T112, T129, T132 to
T134, T166 to T171, T248, T256).  It is played at the end of the year before, when the die of the
new year is rolled.
Options: short_game, two_players.
"""

from collections.abc import Iterator, Mapping
from typing import get_args

from engine.core.agenda import CardDraw
from engine.core.event_log import EventLog
from engine.core.events.block_cards import DecksShuffled
from engine.core.events.block_year import BlockadesMarked, DividendsDue
from engine.core.ids import NationName
from engine.core.words import DeckName
from engine.gamedef import State
from engine.gamedef.blocks import WarEntry
from engine.rules.blocks.alignment import resolve_wave
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.cards import plays_cards, rules_of
from engine.rules.blocks.draw import dividend, resolve_draws
from engine.rules.blocks.economy import is_at_peace
from engine.rules.blocks.influence import resolve_marker
from engine.rules.blocks.variants import ally_of, short_game_of, year_of
from engine.rules.blocks.victory import (
    last_year,
    resolve_economic_victory,
    resolve_last_year,
)
from engine.rules.common.frame import Events
from engine.rules.turn.sequence import first_step


def resolve_new_year(state: State) -> Events:
    """Everything that a year begins with but the die; the first one has dividends only (T87).

    A game that begins in a later year has the dividends of those before, and its hands, when it is
    set up, and then a start of its first year (T248, T249).
    """
    step = state.definition.sequence[state.phase.step]
    follows = game_of(state).season_of(step.name) is not None
    year = year_of(state) + follows
    log = EventLog(state)
    if not plays_cards(state):
        log.extend(resolve_marks_off(state))
    elif last_year(state) and follows:
        return resolve_last_year(state)
    for entry in game_of(state).war_entries:
        log.extend(_resolve_opinion(log.state, entry, year))
    if plays_cards(state):
        log.extend(resolve_economic_victory(log.state))
        if log.state.outcome is not None:
            return log.events
        log.add(DecksShuffled())
    quiet = tuple(_quiet(log.state))
    opens = state.phase.step == first_step(state.definition)
    short = short_game_of(state.definition)
    dividends = short.dividends if opens and short is not None else 1
    for _ in range(dividends):
        log.add(DividendsDue(quiet))
    for entry in game_of(state).war_entries:
        log.extend(_resolve_forces(log.state, entry, year))
    if plays_cards(state):
        draws = [dividend(nation) for _ in range(dividends) for nation in quiet]
        log.extend(resolve_draws((*draws, *(_first_hands(log.state) if opens else ()))))
    return log.events


def resolve_marks_off(state: State) -> Events:
    """The marks of the blockade go when production has counted them (T129)."""
    return (BlockadesMarked(()),) if position_of(state).blockades else ()


def _first_hands(state: State) -> Iterator[CardDraw]:
    """The hands with which all begin; of an ally half of it is laid by (T112, T248, T256)."""
    short = short_game_of(state.definition)
    hands: Mapping[DeckName, Mapping[NationName, int]]
    hands = {"action": rules_of(state).first_hand} if short is None else short.hands
    for nation in position_of(state).order:
        for deck in get_args(DeckName):
            count = hands.get(deck, {}).get(nation, 0)
            kept = count - count // 2 if ally_of(state, nation) else 0
            yield CardDraw(nation, deck, count - kept)
            yield CardDraw(nation, deck, kept, is_reserved=True)


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
