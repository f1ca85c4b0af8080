"""Whole landings: ``land 2 infantry, 1 armour: England > Norway``.

At a terminal and in a file of orders they become the moves that load, sail and go ashore, which the
log holds.  Notation: docs/formats/orders-v1.md.

Rule: rule book, Transports (B164 to B172), Amphibious assaults (B173 to B175).
"""

import re
from typing import Final

from engine import Illegal, Move, State, check, with_route
from engine.advice import landing_moves
from engine.values import replace

_VERB: Final = re.compile(r"^([>\s]*)land\s+(?!aircraft\b)(?=.*>)", re.IGNORECASE)
_TOLD: Final = ("wrong-phase", "not-enough-units")
"""Reasons that say more than that there is no ship."""


def is_landing(line: str) -> bool:
    """Whether a line is a whole landing."""
    return bool(_VERB.match(line))


def as_move(line: str) -> str:
    """A whole landing as a move from its start to its end, which can be read as an order."""
    return _VERB.sub(r"\1move ", line, count=1)


def landing_of(state: State, order: Move) -> tuple[tuple[Move, ...], tuple[Illegal, ...]]:
    """The moves of a whole landing, or the reasons why there is no way to make it.

    order: the landing as a move from its start to its end, with sea zones on the way if the player
    cares.
    """
    if len(order.path) < 2:
        text = "a landing has a start and an end: land 2 infantry: England > Norway"
        return (), (Illegal("bad-landing", text, ""),)
    start, *via, goal = order.path
    if moves := landing_moves(state, order.picks, start, goal, via):
        return moves, ()
    told = tuple(one for one in check(state, with_route(state, order)) if one.code in _TOLD)
    way = f" by way of {', then '.join(via)}" if via else ""
    text = f"no ship of yours can bring them from {start} to {goal}{way} in this phase"
    return (), told or (Illegal("no-landing-way", text, "B164", start),)


def as_many_as_fit(state: State, order: Move) -> Move:
    """A whole landing with as many of its units as the ships have room for.

    One unit after the other stays behind, of the most numerous first; the order as it is where not
    even one unit can be brought.
    """
    if len(order.path) < 2:
        return order
    start, *via, goal = order.path
    less: Move | None = order
    while less is not None:
        # Why it cannot be brought is not asked here: that takes longer than to find out.
        if landing_moves(state, less.picks, start, goal, via):
            return less
        less = _one_less(less)
    return order


def _one_less(landing: Move) -> Move | None:
    """The same with one unit less of the most numerous; None when that leaves nobody."""
    most = max(landing.picks, key=lambda pick: pick.count)
    if len(landing.picks) == 1 and most.count == 1:
        return None
    less = replace(most, count=most.count - 1, units=most.units[:-1])
    picks = (less if pick is most else pick for pick in landing.picks)
    return replace(landing, picks=tuple(pick for pick in picks if pick.count))
