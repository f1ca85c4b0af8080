"""The battle under way, on top of the agenda."""

from engine.core.agenda import BlockBattleFrame
from engine.gamedef import State


def frame_of(state: State) -> BlockBattleFrame:
    """The battle under way; TypeError when there is none."""
    frame = state.agenda[-1]
    if not isinstance(frame, BlockBattleFrame):
        raise TypeError("no battle is under way")
    return frame
