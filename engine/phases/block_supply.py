"""The end of a turn in a block game: fallen capitals, control, and units that have to
leave (T1, T74, T100).

Supply itself is not part of the rules that are played (docs/adr/0018-block-games.md).
"""

from typing import Final

from engine.core.event_log import EventLog
from engine.gamedef import State
from engine.phases.phase import Phase, automatic_phase
from engine.rules.blocks.capitals import resolve_fallen_capitals
from engine.rules.blocks.control import resolve_control
from engine.rules.blocks.forced import resolve_forced_retreats
from engine.rules.common.frame import Events


def _closing(state: State) -> Events:
    log = EventLog(state)
    log.extend(resolve_fallen_capitals(state))
    log.extend(resolve_control(log.state))
    log.extend(resolve_forced_retreats(log.state))
    return log.events


SUPPLY: Final[Phase] = automatic_phase("supply", "supply", _closing)
