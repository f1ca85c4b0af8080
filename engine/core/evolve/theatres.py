"""What the events of theatres do to a state."""

from typing import TypeVar

from engine.core.events import Event
from engine.core.events.theatres import (
    CombatMoveLost,
    TheatreDecided,
    TheatreReopened,
    UnitsRecalled,
)
from engine.core.ids import NationName
from engine.core.state import State, with_units
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case TheatreDecided():
            return replace(state, won={**state.won, event.theatre: event.alliance})
        case TheatreReopened():
            left = {name: who for name, who in state.won.items() if name != event.theatre}
            rounds = {**state.reopened, event.theatre: state.round}
            return replace(state, won=left, reopened=rounds)
        case CombatMoveLost():
            # What happens in its own turn counts for the next one, not for the rest of this.
            turns = 2 if state.nation == event.nation else 1
            entry = (event.nation, event.theatre, turns)
            return replace(state, halted=tuple(sorted({*state.halted, entry})))
        case UnitsRecalled():
            moved = [state.units[key] for key in event.units]
            return with_units(
                state,
                [replace(unit, territory=event.territory, carried_by=None) for unit in moved],
            )
    return None


def without_turn(
    halted: tuple[tuple[NationName, str, int], ...], nation: NationName
) -> tuple[tuple[NationName, str, int], ...]:
    """What is left of lost combat moves when the turn of a nation is over."""
    passed = [(name, theatre, turns - (name == nation)) for name, theatre, turns in halted]
    return tuple(entry for entry in passed if entry[2])
