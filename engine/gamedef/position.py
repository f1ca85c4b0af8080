"""A position of a game with what is in its box."""

from engine.core.state import State as CoreState
from engine.gamedef.definition import Definition

State = CoreState[Definition]
"""A position of a game with a Definition; what every rule works on."""
