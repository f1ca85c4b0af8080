"""Where one turn ends and the next one begins in what happened.

One order can end a turn and open the next: its events belong to both turns.
"""

from collections.abc import Sequence
from typing import TypeAlias

from engine import State, events, evolve

Event: TypeAlias = events.Event


def end_of_turn(
    before: State, happened: Sequence[Event], nation: str
) -> tuple[tuple[Event, ...], State, tuple[Event, ...]]:
    """Cut what happened after the turn of a nation: its events, the state after them, the rest.

    Steps that belong to nobody, such as the check for victory at the end of the round, belong to
    the turn before them.
    """
    state, ended = before, False
    for index, event in enumerate(happened):
        begins = isinstance(event, events.turn.PhaseBegan) and event.nation != ""
        if ended and begins:
            return tuple(happened[:index]), state, tuple(happened[index:])
        state = evolve(state, event)
        ended = ended or (isinstance(event, events.turn.TurnEnded) and event.nation == nation)
    return tuple(happened), state, ()


def beginning_of_turn(
    before: State, happened: Sequence[Event], nation: str
) -> tuple[State, tuple[Event, ...]]:
    """The events that open the turn of the nation they lead to, and the state before them.

    Whole turns of other nations in which nobody was asked are left out.
    """
    state, start, opening = before, before, list[Event]()
    mover = ""
    for event in happened:
        if isinstance(event, events.turn.PhaseBegan):
            if event.nation == nation != mover:
                start, opening = state, []
            mover = event.nation
        opening.append(event)
        state = evolve(state, event)
    return start, tuple(opening)
