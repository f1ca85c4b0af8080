"""What the events of movement do to a state."""

from typing import TypeVar

from engine.core.events import Event
from engine.core.state import State

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    del state, event
    return None
