"""Where one turn ends and the next one begins in what happened.

One order can end a turn and open the next: its events belong to both turns.  The state between them
is worked out when somebody asks for it, and of most turns nobody does.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from engine import NationName, State, events, evolve

Event: TypeAlias = events.Event
_RoundBegan = events.turn.RoundBegan


class Reached:
    """The state to which events lead, worked out when it is asked for."""

    def __init__(self, start: State, happened: tuple[Event, ...] = ()) -> None:
        """start: the state before the first of them."""
        self._start = start
        self._happened = happened

    def __eq__(self, other: object) -> bool:
        """Whether the states are equal, whatever led to them."""
        return isinstance(other, Reached) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.round)

    @cached_property
    def state(self) -> State:
        """The state after all of them."""
        state = self._start
        for event in self._happened:
            state = evolve(state, event)
        return state

    @property
    def round(self) -> int:
        """The round of that state."""
        begun = [event.round for event in self._happened if isinstance(event, _RoundBegan)]
        return begun[-1] if begun else self._start.round

    def then(self, happened: tuple[Event, ...]) -> "Reached":
        """The state after some more."""
        return Reached(self._start, (*self._happened, *happened)) if happened else self


def end_of_turn(
    happened: Sequence[Event], nation: NationName
) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Cut what happened after the turn of a nation: its events, and the rest.

    Steps that belong to nobody, such as the check for victory at the end of the round, belong to
    the turn before them.
    """
    ended = False
    for index, event in enumerate(happened):
        if isinstance(event, events.turn.TurnEnded):
            ended = ended or event.nation == nation
        elif ended and isinstance(event, events.turn.PhaseBegan) and event.nation:
            return tuple(happened[:index]), tuple(happened[index:])
    return tuple(happened), ()


def beginning_of_turn(
    happened: Sequence[Event], nation: NationName
) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """What happened before the turn of the nation to which it leads, and what opens that turn.

    Whole turns of other nations in which nobody was asked come before it.
    """
    mover, start = "", 0
    for index, event in enumerate(happened):
        if isinstance(event, events.turn.PhaseBegan):
            if event.nation == nation != mover:
                start = index
            mover = event.nation
    return tuple(happened[:start]), tuple(happened[start:])
