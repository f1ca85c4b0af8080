"""The only place where a state changes.

`evolve` takes a state and an event and gives the next state.  It trusts the event: whether it was
allowed is the business of the rules that made it.
"""

from typing import TypeVar

from engine.core.events import Event
from engine.core.evolve import (
    battle,
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


def evolve(state: State[D], event: Event) -> State[D]:
    """The state after the event; the given state is untouched.

    Raises KeyError when the event names a unit that is not on the board, and TypeError when it is
    no event at all: both mean a fault in a rule, never bad input.
    """
    after = (
        turn.evolve(state, event)
        or movement.evolve(state, event)
        or battle.evolve(state, event)
        or economy.evolve(state, event)
        or edit.evolve(state, event)
        or triggers.evolve(state, event)
        or politics.evolve(state, event)
        or blocks.evolve(state, event)
        or theatres.evolve(state, event)
    )
    if after is not None:
        return after
    raise TypeError(f"not an event: {event!r}")
