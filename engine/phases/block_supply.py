"""The end of a season in a block game: supply, blockades, control, and units that have to leave.

Rule: T1, T74, T89, T190, T215, T223.
"""

from typing import Final

from engine.core.event_log import EventLog
from engine.gamedef import State
from engine.phases.phase import Phase, automatic_phase
from engine.rules.blocks.control import resolve_control
from engine.rules.blocks.forced import resolve_forced_retreats
from engine.rules.blocks.supply import resolve_supply
from engine.rules.common.frame import Events


def _closing(state: State) -> Events:
    log = EventLog(state)
    log.extend(resolve_control(state))
    log.extend(resolve_supply(log.state))
    log.extend(resolve_forced_retreats(log.state))
    return log.events


SUPPLY: Final[Phase] = automatic_phase("supply", "supply", _closing)
