"""What a line that is being typed may go on with, as far as the position says."""

from collections.abc import Iterable

from engine import Buy, Decision, Fight, Move, Place, State, Step, find_territory, legal

_MOST = 4_000
"""Legal orders that are looked at; on a large board that is enough for one place."""


def offered_names(line: str, step: Step) -> frozenset[str]:
    """Names that a legal order could have at the end of a line; empty where all names may come."""
    verb, _, rest = line.strip().partition(" ")
    verb = verb.lower()
    waiting = step.waiting
    if isinstance(waiting, Decision):
        ways = {*waiting.territories, waiting.territory} - {""}
        return frozenset(ways) if verb in {"retreat", "press", "lose", "r"} else frozenset()
    before, colon, where = rest.partition(":")
    if verb == "buy":
        return _types(order for order in _some(step.state) if isinstance(order, Buy))
    if verb == "fight":
        fights = (order for order in _some(step.state) if isinstance(order, Fight))
        return frozenset(order.territory for order in fights)
    if verb == "place":
        placing = [order for order in _some(step.state) if isinstance(order, Place)]
        if colon:
            return frozenset(order.territory for order in placing)
        return frozenset(pick.type for order in placing for pick in order.picks)
    if verb in {"move", "raid"} and colon:
        return _way(step.state, where)
    del before
    return frozenset()


def _way(state: State, where: str) -> frozenset[str]:
    """Where units can start from, or where those of a start can end."""
    start, mark, _ = where.rpartition(">")
    if not mark:
        return frozenset(
            unit.territory for unit in state.units_of(state.nation) if not unit.in_combat
        )
    found = find_territory(state.definition, start.split(">")[0].strip())
    if not found.is_found:
        return frozenset()
    moves = (order for order in _some(state, found.name) if isinstance(order, Move))
    return frozenset(name for move in moves for name in move.path[1:])


def _types(orders: Iterable[Buy]) -> frozenset[str]:
    return frozenset(name for order in orders for name, _ in order.units)


def _some(state: State, place: str | None = None) -> list[object]:
    found: list[object] = []
    for order in legal(state, place):
        found.append(order)
        if len(found) >= _MOST:
            break
    return found
