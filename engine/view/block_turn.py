"""The turn of a block game under way: its season, and how many units may still move."""

from engine.gamedef import State
from engine.rules.blocks.command import moves_left


def season_name(state: State) -> str:
    """The season of the phase under way; "" outside the seasons and in other games."""
    game = state.definition.blocks
    if game is None or not state.agenda:
        return ""
    season = game.season_of(state.definition.sequence[state.phase.step].name)
    return season.name if season is not None else ""


def commanded_moves(state: State) -> int | None:
    """Units that the nation on turn may still move; None in other games."""
    return moves_left(state) if state.blocks is not None else None
