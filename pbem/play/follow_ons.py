"""Faults of a file that only follow from other faults: the mistake itself is what helps.

A refused move leaves its units where they were, so orders for them at the end of its path fail as
well, and so do placements after a refused purchase.
"""

from collections.abc import Sequence

from engine import Buy, Fight, Move, Order, Place
from pbem.play.order_file import LineFault, OrderFile


def without_follow_ons(
    faults: Sequence[LineFault], orders: OrderFile
) -> tuple[tuple[LineFault, ...], int]:
    """The faults in the order of the file without those that follow, and how many those are."""
    by_line = {entry.line: entry.order for entry in orders.lines}
    missed: set[str] = set()
    unread: list[str] = []
    own: list[LineFault] = []
    hidden = 0
    for fault in sorted(faults, key=lambda one: one.line):
        order = by_line.get(fault.line)
        if order is not None and fault.is_readable and _follows(order, missed, unread):
            hidden += 1
        else:
            own.append(fault)
        if order is not None:
            missed |= _missing(order)
        elif not fault.is_readable:
            unread.append(fault.text.casefold().rpartition(">")[2])
    return tuple(own), hidden


_PURCHASE = " purchase"
"""Stands among territories; none begins with a space."""


def _missing(order: Order) -> set[str]:
    """Where something is not that an order would have put there."""
    if isinstance(order, Move):
        return {order.path[-1]}
    return {_PURCHASE} if isinstance(order, Buy) else set()


def _follows(order: Order, missed: set[str], unread: Sequence[str]) -> bool:
    """Whether an order needs what an earlier one did not do; unread: lines nobody understood."""
    if isinstance(order, Place):
        return _PURCHASE in missed or any("buy" in text for text in unread)
    if isinstance(order, Move):
        place = order.path[0]
    elif isinstance(order, Fight):
        place = order.territory
    else:
        return False
    return place in missed or any(place.casefold() in text for text in unread)
