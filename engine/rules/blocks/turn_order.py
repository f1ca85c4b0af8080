"""The die that decides in which order the nations play in a year.

Source: checklist 3.1, Turn order; rule book 7.14 (T88).
"""

from engine.core.agenda import TurnOrderFrame
from engine.core.chance import RollResult
from engine.core.events.blocks import TurnOrderSet
from engine.core.events.turn import FramePopped, FramePushed
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.blocks.areas import game_of
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
)


def resolve_year(state: State) -> Events:
    """The game waits for the die of the next year."""
    return (FramePushed(TurnOrderFrame(len(game_of(state).turn_orders))),)


def _advance(state: State) -> Events | Waiting:
    frame = state.agenda[-1]
    if not isinstance(frame, TurnOrderFrame):
        raise TypeError("the game is not waiting for the die of a year")
    return dice_outside_battle(state, "turn_order", 1, frame.sides, "the turn order of the year")


def _roll(state: State, roll: RollResult) -> Events:
    (die,) = roll.dice
    return (TurnOrderSet(game_of(state).turn_orders[die - 1], die), FramePopped())


TURN_ORDER_FRAME = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
