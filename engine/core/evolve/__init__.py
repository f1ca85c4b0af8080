"""The only place where a state changes.

`evolve` takes a state and an event and gives the next state.  It trusts the event: whether it was
allowed is the business of the rules that made it.
"""

from typing import Final, TypeVar, get_args

from engine.core.events import BattleEvent, Event, MovementEvent, TurnEvent
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

_TURN: Final = frozenset(get_args(TurnEvent))
_MOVEMENT: Final = frozenset(get_args(MovementEvent))
_BATTLE: Final = frozenset(get_args(BattleEvent))


def evolve(state: State[D], event: Event) -> State[D]:
    """The state after the event; the given state is untouched.

    Raises KeyError when the event names a unit that is not on the board, and TypeError when it is
    no event at all: both mean a fault in a rule, never bad input.
    """
    kind = type(event)
    # The three families to which nearly all events belong need not be tried in turn.
    if kind in _TURN:
        after = turn.evolve(state, event)
    elif kind in _MOVEMENT:
        after = movement.evolve(state, event)
    elif kind in _BATTLE:
        after = battle.evolve(state, event)
    else:
        after = (
            economy.evolve(state, event)
            or edit.evolve(state, event)
            or triggers.evolve(state, event)
            or politics.evolve(state, event)
            or blocks.evolve(state, event)
            or theatres.evolve(state, event)
        )
    if after is not None:
        return after
    raise TypeError(f"not an event: {event!r}")
