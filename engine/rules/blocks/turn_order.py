"""Dice that decide who plays before whom: in a year, and between two emergencies.

Source: checklist 3.1, Turn order; rule book 7.14 (T88); 10.11 and a ruling (T187).
"""

from engine.core.agenda import CommandTieFrame, TurnOrderFrame
from engine.core.chance import RollResult
from engine.core.events.block_year import TieBroken
from engine.core.events.blocks import TurnOrderSet
from engine.core.events.turn import FramePopped, FramePushed
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.command import tied_emergencies
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
    top_frame,
)


def resolve_year(state: State) -> Events:
    """The game waits for the die of the next year."""
    return (FramePushed(TurnOrderFrame(len(game_of(state).turn_orders))),)


def _advance(state: State) -> Events | Waiting:
    frame = top_frame(state, TurnOrderFrame)
    return dice_outside_battle(state, "turn_order", 1, frame.sides, "the turn order of the year")


def _roll(state: State, roll: RollResult) -> Events:
    (die,) = roll.dice
    return (TurnOrderSet(game_of(state).turn_orders[die - 1], die), FramePopped())


def resolve_tie(state: State) -> Events:
    """Once all have commanded, a die decides between emergencies of the same letter (T187)."""
    position = position_of(state)
    tied = tied_emergencies(state)
    if not tied or position.favoured or len(position.commands) < len(position.order):
        return ()
    return (FramePushed(CommandTieFrame(tied)),)


def _advance_tie(state: State) -> Waiting:
    frame = top_frame(state, CommandTieFrame)
    names = " or ".join(frame.nations)
    purpose = f"who moves first with the same letter, {names}"
    return dice_outside_battle(state, "command_tie", 1, len(frame.nations), purpose)


def _roll_tie(state: State, roll: RollResult) -> Events:
    frame = top_frame(state, CommandTieFrame)
    (die,) = roll.dice
    return (TieBroken(frame.nations[die - 1], die), FramePopped())


TURN_ORDER_FRAME = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
COMMAND_TIE_FRAME = FrameRules(
    _advance_tie, check_takes_no_orders, resolve_no_order, _roll_tie, legal_nothing
)
