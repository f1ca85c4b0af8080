"""The start of a year, with its die, in which nobody is asked (T86 to T88)."""

from typing import Final

from engine.core.events.turn import GameEnded
from engine.gamedef import State
from engine.phases.phase import Phase, automatic_phase
from engine.rules.blocks.new_year import resolve_new_year
from engine.rules.blocks.turn_order import resolve_year
from engine.rules.common.frame import Events


def _closing(state: State) -> Events:
    changes = resolve_new_year(state)
    if any(isinstance(event, GameEnded) for event in changes):
        return changes
    # The frame on top is played first, and cards are drawn before the die of the year (T86).
    return (*resolve_year(state), *changes)


TURN_ORDER: Final[Phase] = automatic_phase("turn_order", "start of the year", _closing)
