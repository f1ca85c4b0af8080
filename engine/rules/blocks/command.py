"""The command of a turn: a card, an emergency or a pass.

Rule: Triumph & Tragedy 2nd edition, Command Value and Emergency Command (T2, T3).  The
program does not have the cards: players state the value of the card that they play.
"""

from typing import Final

from engine.core.errors import Illegal
from engine.core.events.blocks import CommandGiven
from engine.gamedef import State
from engine.orders import Command
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.common.frame import Events

CARD: Final = "card"
EMERGENCY: Final = "emergency"
NO_COMMAND: Final = "pass"


def check_command(state: State, order: Command) -> tuple[Illegal, ...]:
    """Every reason against a command."""
    most = game_of(state).most_command
    if order.kind == CARD and not 1 <= order.value <= most:
        text = f"a Command card has a value from 1 to {most}, not {order.value}"
        return (Illegal("bad-command", text, "T2"),)
    if order.kind not in {CARD, EMERGENCY, NO_COMMAND} or (order.kind != CARD and order.value):
        return (Illegal("bad-command", "a command is a value, an emergency or a pass", "T2"),)
    return ()


def resolve_command(state: State, order: Command) -> Events:
    """The command says how many units may move in this turn."""
    emergency = game_of(state).emergency.get(state.nation, 0)
    value = {CARD: order.value, EMERGENCY: emergency}.get(order.kind, 0)
    return (CommandGiven(state.nation, order.kind, value),)


def check_commanded(state: State) -> tuple[Illegal, ...]:
    """The turn goes on once there is a command."""
    if position_of(state).turn.kind:
        return ()
    text = "give the command of this turn first: command 6, command emergency, command pass"
    return (Illegal("no-command", text, "T2"),)


def moves_left(state: State) -> int:
    """Units that may still move in this turn (T2)."""
    turn = position_of(state).turn
    return max(0, turn.command - len(turn.moves))


def is_emergency(state: State) -> bool:
    """Whether the turn is under Emergency Command (T4 to T6)."""
    return position_of(state).turn.kind == EMERGENCY
