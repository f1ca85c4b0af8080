"""From what a log holds to what the engine takes: orders, and what was agreed."""

from engine import (
    Action,
    AgreedAction,
    InvalidActionError,
    order_from_plain,
)
from pbem.motions.motion import Motion
from pbem.replay.errors import InvalidOrderError


def order_of(plain: object) -> Action:
    """An order as the log holds it; dice among the orders are refused as not being one."""
    try:
        return order_from_plain(plain)
    except InvalidActionError as error:
        raise InvalidOrderError("invalid-order", str(error)) from None


def action_of(motion: Motion) -> AgreedAction | None:
    """What an agreement does on the board, as the engine takes it; None when it does nothing there.

    Raises InvalidOrderError for changes that cannot be read.
    """
    try:
        return motion.action()
    except InvalidActionError as error:
        raise InvalidOrderError("invalid-order", str(error)) from None
