"""The battle under way, on top of the agenda, and its stages."""

from typing import Final

from engine.core.agenda import BlockBattleFrame
from engine.gamedef import State
from engine.rules.common.frame import top_frame

REVEAL: Final = "reveal"
OPPONENTS: Final = "opponents"
FIRE: Final = "fire"
FORCED: Final = "forced"
LEAVING: Final = "leaving"
ESCAPE: Final = "escape"
ESCAPING: Final = "escaping"
GO_ON: Final = "go_on"
REBASE: Final = "rebase"
OVER: Final = "over"


def frame_of(state: State) -> BlockBattleFrame:
    """The battle under way; TypeError when there is none."""
    return top_frame(state, BlockBattleFrame)
