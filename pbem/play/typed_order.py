"""Giving an order as people mean it, at the terminal and on the page alike.

A move gets its way, a move of which some units cannot go is made by the others, a whole landing
becomes its moves, and dice are rolled without asking where nothing worth taking back comes before
them.

Rule: rule book, Selecting and moving units (B156, B178), Transports (B164 to B172).
"""

from engine import (
    Fight,
    HitFirst,
    Illegal,
    Lose,
    Move,
    Order,
    PhaseOpen,
    Press,
    Retreat,
    legal_part,
    with_route,
)
from pbem.play.landing import landing_of
from pbem.play.playable import Playable
from pbem.replay.errors import IllegalOrderError

_IN_BATTLE = Press | Retreat | Fight | Lose | HitFirst


def give_order(turn: Playable, order: Order) -> tuple[Illegal, ...]:
    """Give an order, or of a move the part that can go; the reasons why the others stay.

    Raises IllegalOrderError when nothing of it is legal.
    """
    given = with_route(turn.state, order) if isinstance(order, Move) else order
    if not turn.attempt(given):
        return ()
    if isinstance(given, Move) and isinstance(turn.step.waiting, PhaseOpen):
        part, reasons = legal_part(turn.state, given)
        if part is not None:
            turn.give(part)
            return reasons
    turn.give(given)
    return ()


def moves_of_landing(turn: Playable, order: Move, text: str) -> tuple[Move, ...]:
    """The moves of a whole landing, which are not given yet.

    order: the landing as a move from its start to its end; text: what it is called if it is
    refused.  Raises IllegalOrderError when there is no way to make it.
    """
    moves, reasons = landing_of(turn.state, order)
    if reasons:
        raise IllegalOrderError(text, reasons)
    return moves


def rolls_unasked(turn: Playable) -> bool:
    """Whether the dice that the game waits for are rolled without a question.

    A player who presses on, or begins the next battle, wants its dice.  The first battle of a turn
    makes all its moves final, so it is asked about, and so are losses before more dice.
    """
    pending = turn.pending
    if not turn.needs_dice:
        return False
    return not pending or (
        isinstance(pending[-1], Press | Fight)
        and all(isinstance(order, _IN_BATTLE) for order in pending)
    )
