"""The rules engine: pure, without input or output.

This module is the public API.  Everything outside `engine` imports from here only.
"""

from engine.core import events
from engine.core.agenda import Decision, GameOver, Outcome, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.digest import state_digest
from engine.core.errors import (
    DefinitionError,
    EngineError,
    Illegal,
    IllegalActionError,
    InvalidActionError,
)
from engine.core.evolve import evolve
from engine.core.version import RULES_VERSION
from engine.game import (
    Failure,
    Replay,
    Step,
    apply,
    check,
    check_action,
    legal,
    new_game,
    replay,
    undo,
    waiting_for,
)
from engine.gamedef import Definition, Options, State

__all__ = [
    "RULES_VERSION",
    "Decision",
    "Definition",
    "DefinitionError",
    "EngineError",
    "Failure",
    "GameOver",
    "Illegal",
    "IllegalActionError",
    "InvalidActionError",
    "Options",
    "Outcome",
    "PhaseOpen",
    "Replay",
    "RollRequest",
    "RollResult",
    "State",
    "Step",
    "apply",
    "check",
    "check_action",
    "events",
    "evolve",
    "legal",
    "new_game",
    "replay",
    "state_digest",
    "undo",
    "waiting_for",
]
