"""What every phase of a nation's own turn in a block game takes besides its own orders."""

from engine.core.errors import Illegal
from engine.gamedef import State
from engine.orders.form import Order
from engine.phases.phase import check_wrong_phase
from engine.rules.blocks.own_turn import OwnTurnOrder, check_own_turn


def check_in_own_turn(state: State, order: Order) -> tuple[Illegal, ...]:
    """Every reason against an order that is none of the phase itself (T96, T108, T180)."""
    if isinstance(order, OwnTurnOrder):
        return check_own_turn(state, order)
    return check_wrong_phase(state, order)
