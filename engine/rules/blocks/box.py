"""How many blocks the box still holds.

Rule: Triumph & Tragedy 2nd edition, rule book 3.3 and 12.44 (T96): a block that is lost may be
built again, more than there are may not.
"""

from collections import Counter
from collections.abc import Iterable

from engine.core.ids import UnitTypeName
from engine.gamedef import State
from engine.rules.blocks.areas import game_of


def box_left(state: State, country: str, kind: UnitTypeName) -> int | None:
    """Blocks of a type that a country has left; None for as many as it wants."""
    box = game_of(state).box.get(country)
    if box is None:
        return None
    used = sum(unit.country == country and unit.type == kind for unit in state.units.values())
    return max(0, box.get(kind, 0) - used)


def over_the_box(
    state: State, country: str, kinds: Iterable[UnitTypeName]
) -> dict[UnitTypeName, int]:
    """Of some types of new blocks those that the box has not, with the number that it still has."""
    wanted = Counter(kinds)
    left = {kind: box_left(state, country, kind) for kind in wanted}
    return {kind: have for kind, have in left.items() if have is not None and wanted[kind] > have}
