"""The set-up of a block game: units that can move, spread over the areas that want some.

A fortress never leaves its area, so one is set up only where nothing else may be.
"""

from collections import Counter
from collections.abc import Iterable

from engine import Place, State, legal


def deployment(state: State) -> Place | None:
    """The next unit to set up; None when everything is."""
    offers = [order for order in legal(state) if isinstance(order, Place)]
    own = [unit for unit in state.units.values() if unit.owner == state.nation]
    kinds = Counter(unit.type for unit in own)
    areas = Counter(unit.territory for unit in own)

    def rank(order: Place) -> tuple[bool, int, int, str, str]:
        name = order.picks[0].type
        stays = not state.definition.unit_types[name].movement
        return (stays, areas[order.territory], kinds[name], order.territory, name)

    return min(_single(offers), key=rank, default=None)


def _single(orders: Iterable[Place]) -> Iterable[Place]:
    return (order for order in orders if len(order.picks) == 1)
