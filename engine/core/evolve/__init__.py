"""The only place where a state changes.

`evolve` takes a state and an event and gives the next state.  It trusts the event: whether it was
allowed is the business of the rules that made it.
"""

from typing import Final, TypeVar, get_args

from engine.core.events import (
    BattleEvent,
    BlockCardEvent,
    BlockEvent,
    BlockYearEvent,
    EconomyEvent,
    EditEvent,
    Event,
    MovementEvent,
    PoliticsEvent,
    TheatreEvent,
    TriggerEvent,
    TurnEvent,
)
from engine.core.evolve import (
    battle,
    block_cards,
    block_year,
    blocks,
    economy,
    edit,
    movement,
    politics,
    theatres,
    triggers,
    turn,
)
from engine.core.state import State

D = TypeVar("D")

_FAMILIES: Final = (
    (TurnEvent, turn.evolve),
    (MovementEvent, movement.evolve),
    (BattleEvent, battle.evolve),
    (EconomyEvent, economy.evolve),
    (EditEvent, edit.evolve),
    (TriggerEvent, triggers.evolve),
    (PoliticsEvent, politics.evolve),
    (BlockEvent, blocks.evolve),
    (BlockYearEvent, block_year.evolve),
    (BlockCardEvent, block_cards.evolve),
    (TheatreEvent, theatres.evolve),
)
_EVOLVE: Final = {kind: work for family, work in _FAMILIES for kind in get_args(family)}


def evolve(state: State[D], event: Event) -> State[D]:
    """The state after the event; the given state is untouched.

    Raises KeyError when the event names a unit that is not on the board, and TypeError when it is
    no event at all: both mean a fault in a rule, never bad input.
    """
    work = _EVOLVE.get(type(event))
    after = None if work is None else work(state, event)
    if after is None:
        raise TypeError(f"not an event: {event!r}")
    return after
