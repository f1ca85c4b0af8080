"""The start of a block game, and which step follows which.

The sequence is written for the printed order of the nations.  In a year with another order the
first nation of that order takes the steps of the first nation printed, and so on; homebound seasons
and steps outside a season belong to the nation that is named there.  All begin at peace (T113).
"""

from engine.core.agenda import PhaseFrame
from engine.core.blocks import BlockState
from engine.core.events import Event
from engine.core.events.turn import PhaseBegan, RoundBegan, TurnEnded
from engine.core.ids import NationName
from engine.core.state import State as CoreState
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.turn.sequence import first_step, next_index


def start_of_blocks(definition: Definition) -> State:
    """The position before the first phase: garrisons are placed, everybody is at peace."""
    game = definition.blocks
    if game is None:
        raise TypeError("this definition is not a block game")
    step = first_step(definition)
    entry = definition.sequence[step]
    names = definition.politics.nation_names
    units = {
        number: Unit(
            number,
            one.type,
            one.nation,
            one.territory,
            strength=one.strength,
            country=game.power_at(one.nation, one.territory),
        )
        for number, one in enumerate(game.garrisons, start=1)
    }
    return CoreState(
        definition=definition,
        round=1,
        agenda=(PhaseFrame(step, entry.nation, entry.phase, "begin"),),
        owners=dict(definition.setup.owners),
        units=units,
        resources={name: {} for name in names},
        technologies={name: definition.setup.technologies.get(name, ()) for name in names},
        found=dict.fromkeys(names, ()),
        unplaced={name: {} for name in names},
        purchase={},
        battles=(),
        turn=TurnRecord(),
        next_unit=len(units) + 1,
        blocks=BlockState(order=game.printed),
    )


def resolve_next_block_step(state: State) -> tuple[Event, ...]:
    """Events that lead from the end of one step to the beginning of the next."""
    definition = state.definition
    here = state.phase
    index, year = next_index(definition, here.step, state.round)
    following = definition.sequence[index]
    nation = nation_of_step(state, index)
    season = game_of(state).season_of(definition.sequence[here.step].name)
    new_turn = (
        nation != here.nation
        or year != state.round
        or season != game_of(state).season_of(following.name)
    )
    events: list[Event] = []
    if here.nation and new_turn:
        events.append(TurnEnded(here.nation))
    if year != state.round:
        events.append(RoundBegan(year))
    events.append(PhaseBegan(index, nation, following.phase))
    return tuple(events)


def nation_of_step(state: State, index: int) -> NationName:
    """Whose step it is in the order of this year."""
    game = game_of(state)
    entry = state.definition.sequence[index]
    season = game.season_of(entry.name)
    if season is None or season.is_homebound or entry.nation not in game.printed:
        return entry.nation
    return position_of(state).order[game.printed.index(entry.nation)]
