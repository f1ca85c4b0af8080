"""A position of a game with what is in its box, and what an action makes of it."""

from typing import TypeAlias

from engine.core.agenda import Decision, GameOver, PhaseOpen
from engine.core.chance import RollRequest
from engine.core.events import Event
from engine.core.state import State as CoreState
from engine.gamedef.definition import Definition
from engine.values import dataclass

State = CoreState[Definition]
"""A position of a game with a Definition; what every rule works on."""

Waiting: TypeAlias = Decision | RollRequest | PhaseOpen | GameOver
"""What a game waits for when nothing more happens by itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """What an action led to: the new state, what happened, and what the game waits for."""

    state: State
    events: tuple[Event, ...]
    waiting: Waiting
