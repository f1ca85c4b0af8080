"""What the page can do with a turn: one function for each, with what the page sent."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from engine import Move, Order, order_from_plain
from pbem.board.board_turn import BoardTurn
from pbem.board.typed_orders import typed_order
from pbem.usage import UsageError

Body: TypeAlias = Mapping[str, object]
Action: TypeAlias = Callable[[BoardTurn, Body], tuple[str, ...]]

_MOST_ORDERS: Final = 100


def give(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Give orders, all or none: `orders` are their plain forms."""
    plain = body.get("orders")
    if not isinstance(plain, list) or not 0 < len(plain) <= _MOST_ORDERS:
        raise UsageError("bad-request", "The page sent no orders.")
    table.give(text_in(body, "version"), tuple(map(order_from_plain, plain)))
    return ()


def land(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Make a whole landing: `order` is the plain form of a move from its start to its end."""
    table.land(text_in(body, "version"), _as_move(order_from_plain(body.get("order"))))
    return ()


def type_in(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Give the order that a line stands for, as at the terminal."""
    version, line = text_in(body, "version"), text_in(body, "line")
    with table.looking():
        step = table.step
    if step is None:
        raise UsageError("not-started", "The game has not started.")
    order, is_whole_landing = typed_order(step, line)
    if is_whole_landing:
        table.land(version, _as_move(order))
    else:
        table.give(version, (order,))
    return ()


def undo(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Take back an order by its place in the list, or the last one."""
    table.undo(text_in(body, "version"), number_in(body, "index"))
    return ()


def redo(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Give again what was taken back, by its place in the list, or last."""
    table.redo(text_in(body, "version"), number_in(body, "index"))
    return ()


def roll(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Roll the dice that the game waits for."""
    table.roll(text_in(body, "version"))
    return ()


def message(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Keep the words that go out with the turn."""
    table.set_message(text_in(body, "version"), text_in(body, "text"))
    return ()


def stand(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Make a text the standing orders of the nation that plays."""
    table.stand(text_in(body, "version"), text_in(body, "text"))
    return ()


def finish(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Sign and send."""
    return table.finish(text_in(body, "version"))


def show(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Show the others the turn under way."""
    return table.show_so_far(text_in(body, "version"))


def computer(table: BoardTurn, body: Body) -> tuple[str, ...]:
    """Let the computer play its nation."""
    return table.play_computer(text_in(body, "version"))


def number_in(body: Body, name: str) -> int | None:
    """A whole number that the page sent, None for none; UsageError for anything else."""
    value = body.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise UsageError("bad-request", f"The page sent no number as {name}.")
    return value


def text_in(body: Body, name: str) -> str:
    """A text that the page sent; UsageError when it did not."""
    value = body.get(name)
    if not isinstance(value, str):
        raise UsageError("bad-request", f"The page sent no {name}.")
    return value


def move_in(text: str) -> Move:
    """A move in its plain form as JSON; UsageError when the text is none."""
    try:
        return _as_move(order_from_plain(json.loads(text)))
    except (ValueError, RecursionError) as error:
        raise UsageError("bad-request", "The page sent no move.") from error


def _as_move(order: Order) -> Move:
    if not isinstance(order, Move):
        raise UsageError("bad-request", "A landing is a move from a start to an end.")
    return order


ACTIONS: Final[Mapping[str, Action]] = MappingProxyType(
    {
        "order": give,
        "land": land,
        "line": type_in,
        "undo": undo,
        "redo": redo,
        "roll": roll,
        "message": message,
        "standing": stand,
        "finish": finish,
        "show": show,
        "computer": computer,
    }
)
"""The actions by the last part of their address."""
