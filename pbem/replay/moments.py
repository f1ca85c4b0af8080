"""Every step of a game, with what was done in it: what a reader of the past asks for.

It stands apart from `pbem.replay.model`, because where a game stands now can be told without any
order.
"""

from engine import (
    Action,
    AgreedAction,
    AgreedEdit,
    AgreeDraw,
    Definition,
    GiveUp,
    NationName,
    RollResult,
    Step,
    format_change,
    format_order,
)
from engine.values import dataclass
from pbem.replay.model import Turn
from pbem.replay.notices import Notice
from pbem.save.errors import SaveError


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one action.

    number: 0 for the start of the game, then counted up with each action.
    record: index of the record in the log that holds the action.
    turn: how many turns were finished before it.
    before: where the game stood before it: round, nation and phase.
    action: None for the start of the game and where nothing happened on the board.
    step: the state after it, what happened, and what the game waits for.
    notice: what the log holds there besides orders and dice, if anything.
    back_to: after a take-back the number of the moment at which the game goes on.
    """

    number: int
    record: int
    turn: int
    round: int
    nation: NationName
    phase: str
    action: Action | AgreedAction | None
    step: Step
    notice: Notice | None = None
    back_to: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """All moments of a game, the start first.

    error: the first thing that was wrong, or None; finished: how many turns are, without those that
    were taken back; turns: these, and the one under way (() of a game text).
    """

    moments: tuple[Moment, ...]
    error: SaveError | None
    finished: int
    turns: tuple[Turn, ...] = ()

    def line(self) -> tuple[Moment, ...]:
        """The moments that have not been taken back."""
        kept: list[Moment] = []
        for moment in self.moments:
            if moment.back_to is not None:
                kept = [one for one in kept if one.number <= moment.back_to]
            kept.append(moment)
        return tuple(kept)


def describe(action: Action | AgreedAction, definition: Definition) -> str:
    """An action as people write it; dice as their faces."""
    match action:
        case RollResult():
            return "dice " + " ".join(str(die) for die in action.dice)
        case AgreedEdit():
            return "; ".join(format_change(change, definition) for change in action.changes)
        case AgreeDraw():
            return "draw"
        case GiveUp():
            return f"{', '.join(action.nations)} give up"
    return format_order(action, definition)
