"""What can be ordered now: one legal order of each sort."""

from itertools import islice

from engine import Done, Move, Order, Step, is_attack, legal

_MOST = 4_000
"""Legal orders that are looked at; all but the moves of a large board."""


def possible_now(step: Step) -> tuple[Order, ...]:
    """A legal order of each sort, in the order in which the engine offers them.

    Of moves an attack, where there is one; the end of the phase comes last.
    """
    found: dict[type[Order], Order] = {}
    attack: Order | None = None
    for order in islice(legal(step.state), _MOST):
        found.setdefault(type(order), order)
        if attack is None and isinstance(order, Move) and is_attack(step.state, order):
            attack = found[Move] = order
    ends = [order for kind, order in found.items() if kind is Done]
    return (*(order for kind, order in found.items() if kind is not Done), *ends)
