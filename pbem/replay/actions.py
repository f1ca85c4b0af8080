"""From what a log holds to what the engine takes: orders, and what was agreed."""

from engine import (
    Action,
    AgreedAction,
    AgreedEdit,
    AgreeDraw,
    Change,
    GiveUp,
    InvalidActionError,
    NationName,
    change_from_plain,
    order_from_plain,
)
from pbem.replay.errors import InvalidOrderError
from pbem.wire import motions as agreed_on


def order_of(plain: object) -> Action:
    """An order as the log holds it; dice among the orders are refused as not being one."""
    try:
        return order_from_plain(plain)
    except InvalidActionError as error:
        raise InvalidOrderError("invalid-order", str(error)) from None


def _change(plain: object) -> Change:
    try:
        return change_from_plain(plain)
    except InvalidActionError as error:
        raise InvalidOrderError("invalid-order", str(error)) from None


def action_of(motion: agreed_on.Motion) -> AgreedAction | None:
    """What an agreement does on the board, as the engine takes it; None when it does nothing there.

    Raises InvalidOrderError for changes that cannot be read.
    """
    match motion:
        case agreed_on.Edit():
            return AgreedEdit(tuple(_change(plain) for plain in motion.changes))
        case agreed_on.Draw():
            return AgreeDraw()
        case agreed_on.Surrender() | agreed_on.Forfeit():
            return GiveUp(tuple(map(NationName, motion.nations)))
    return None
