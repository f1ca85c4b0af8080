"""The start of a block game, and which step follows which.

The sequence is written for the printed order of the nations.  In a season the first nation of the
order of the year commands where the first nation printed is named, and so on; then whoever moves
first takes the turn of the first nation printed.  Production and Government go by the order of the
year as well, and Government goes round until all have passed (T89, T135).  Homebound seasons and
all other steps belong to the nation that is named there.  All begin at peace (T113).
"""

from typing import Final

from engine.core.agenda import PhaseFrame
from engine.core.blocks import BlockState, CardState
from engine.core.events import Event
from engine.core.events.turn import PhaseBegan, RoundBegan, TurnEnded
from engine.core.ids import NOBODY, NationName
from engine.core.state import State as CoreState
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.cards import plays_cards
from engine.rules.blocks.command import command_order
from engine.rules.blocks.economy import standing_of
from engine.rules.blocks.government import is_government_over, over_the_limit
from engine.rules.blocks.muster import places_due
from engine.rules.blocks.variants import is_left_out, short_game_of
from engine.rules.turn.sequence import first_step, next_index

COMMAND: Final = "command"
SUPPLY: Final = "supply"
PRODUCTION: Final = "production"
GOVERNMENT: Final = "government"
DIPLOMACY: Final = "diplomacy"
MUSTER: Final = "muster"
DISCARD: Final = "discard"
REINFORCE: Final = "reinforce"
OVERTURES: Final = "overtures"
_OF_CARDS: Final = (PRODUCTION, GOVERNMENT, DIPLOMACY, MUSTER, DISCARD)
_TURNS: Final = (COMMAND, PRODUCTION, GOVERNMENT)
"""Phases with which a turn begins, whoever had the one before."""

_OF_TURNS: Final = ("movement", "combat")


def start_of_blocks(definition: Definition) -> State:
    """The position before the first phase: garrisons are placed, everybody is at peace."""
    game = definition.blocks
    if game is None:
        raise TypeError("this definition is not a block game")
    step = first_step(definition)
    entry = definition.sequence[step]
    names = definition.politics.nation_names
    short = short_game_of(definition)
    joined = {} if short is None else short.satellites
    begun = {
        place: joined[area.country] for place, area in game.areas.items() if area.country in joined
    }
    units = {
        number: Unit(
            number,
            one.type,
            one.nation,
            one.territory,
            strength=one.strength,
            country=game.power_at(one.nation, one.territory),
        )
        for number, one in enumerate(
            (*game.garrisons, *(short.garrisons if short else ())), start=1
        )
    }
    return CoreState(
        definition=definition,
        round=1,
        agenda=(PhaseFrame(step, entry.nation, entry.phase, "begin"),),
        owners={**definition.setup.owners, **begun},
        units=units,
        resources={name: {} for name in names},
        technologies={name: definition.setup.technologies.get(name, ()) for name in names},
        found=dict.fromkeys(names, ()),
        unplaced={name: {} for name in names},
        purchase={},
        battles=(),
        turn=TurnRecord(),
        next_unit=len(units) + 1,
        blocks=BlockState(
            order=game.printed,
            industry={name: one.industry for name, one in game.factions.items()}
            | (dict(short.industry) if short else {}),
            satellites=dict(joined),
            cards=_first_cards(definition),
        ),
    )


def _first_cards(definition: Definition) -> CardState | None:
    """All cards in their decks, all chits undrawn; None where the cards are at the table."""
    cards = None if definition.blocks is None else definition.blocks.cards
    if cards is None or not definition.options.open_cards:
        return None
    hands = dict.fromkeys(definition.politics.nation_names, ())
    return CardState(hands=hands, chits=cards.chits)


def resolve_next_block_step(state: State) -> tuple[Event, ...]:
    """Events that lead from the end of one step to the beginning of the next."""
    definition = state.definition
    here = state.phase
    index, year, nation = _following(state)
    following = definition.sequence[index]
    events: list[Event] = []
    if here.nation and (nation != here.nation or year != state.round or following.phase in _TURNS):
        events.append(TurnEnded(here.nation))
    if year != state.round:
        events.append(RoundBegan(year))
    events.append(PhaseBegan(index, nation, following.phase))
    return tuple(events)


def _following(state: State) -> tuple[int, int, NationName]:
    """Index, round and nation of the next step that somebody takes."""
    index, year = state.phase.step, state.round
    while True:
        index, year = _after(state, index, year)
        nation = nation_of_step(state, index)
        if nation:
            return index, year, nation


def _after(state: State, index: int, year: int) -> tuple[int, int]:
    """Index and round of the next step; Government and commands go round until they are over."""
    around = _going_round(state, index) if plays_cards(state) else ()
    if not around:
        return next_index(state.definition, index, year)
    if _is_over(state, around):
        return next_index(state.definition, around[-1], year)
    return around[(around.index(index) + 1) % len(around)], year


def _going_round(state: State, index: int) -> tuple[int, ...]:
    """The steps among which one goes round, of Government or of the commands of its season."""
    sequence, season_of = state.definition.sequence, game_of(state).season_of
    here = sequence[index]
    if here.phase not in {GOVERNMENT, COMMAND}:
        return ()
    season = season_of(here.name)
    every = enumerate(sequence)
    return tuple(
        number for number, one in every if one.phase == here.phase and season_of(one.name) == season
    )


def _is_over(state: State, around: tuple[int, ...]) -> bool:
    """Whether all have passed in a row, or nobody has yet to command (T135, T184, T185)."""
    if state.definition.sequence[around[0]].phase == GOVERNMENT:
        return is_government_over(state)
    return not any(nation_of_step(state, number) for number in around)


def nation_of_step(state: State, index: int) -> NationName:
    """Whose step it is, "" for one that is left out.

    Commands are given in the order of the year, by those whose command is not known yet; turns are
    taken in the order of the commands, and in no other number (T89, T184, T186).  The supply of all
    is looked at while the last of them holds the pen.
    """
    game, position = game_of(state), position_of(state)
    entry = state.definition.sequence[index]
    if is_left_out(state.definition, entry.name):
        return NOBODY
    if entry.name in _steps_of_start(state):
        return _nation_of_start(state, index)
    if entry.phase in _OF_CARDS:
        return _nation_of_cards(state, index)
    season = game.season_of(entry.name)
    if season is None or entry.nation not in game.printed:
        return entry.nation
    place = 0 if season.is_homebound else game.printed.index(entry.nation)
    if entry.phase == COMMAND:
        nation = entry.nation if season.is_homebound else position.order[place]
        return NOBODY if nation in position.commands else nation
    if entry.phase in _OF_TURNS:
        movers = command_order(state)
        return movers[place] if place < len(movers) else NOBODY
    return state.nation if entry.phase == SUPPLY else entry.nation


def _steps_of_start(state: State) -> tuple[str, ...]:
    short = short_game_of(state.definition)
    return () if short is None else short.steps


def _nation_of_start(state: State, index: int) -> NationName:
    """Whose step it is before a game that begins in a later year (T247, T249)."""
    entry = state.definition.sequence[index]
    if entry.phase == REINFORCE:
        return position_of(state).order[game_of(state).printed.index(entry.nation)]
    if entry.phase == OVERTURES:
        return entry.nation if plays_cards(state) else NOBODY
    if entry.phase == MUSTER:
        is_due = plays_cards(state) and bool(places_due(state, entry.nation))
        return entry.nation if is_due else NOBODY
    return entry.nation


def _nation_of_cards(state: State, index: int) -> NationName:
    """Whose step of production, Government and what follows it is, "" for one that is left out."""
    if not plays_cards(state):
        return NOBODY
    entry = state.definition.sequence[index]
    if entry.phase == DIPLOMACY:
        return state.nation
    nation = position_of(state).order[game_of(state).printed.index(entry.nation)]
    is_due = {
        PRODUCTION: lambda: standing_of(state, nation).level > 0,
        MUSTER: lambda: bool(places_due(state, nation)),
        DISCARD: lambda: over_the_limit(state, nation) > 0,
    }.get(entry.phase)
    return nation if is_due is None or is_due() else NOBODY
