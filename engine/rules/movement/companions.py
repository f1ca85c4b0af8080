"""Units that move only where others stand, such as trains on railways.

Wherever such a unit goes, from where it sets out to where it stops, the units of one of its groups
must stand: its own or allied ones that are aboard nothing and not disabled by damage.

Source: the map dialect (requiresUnitsToMove).
"""

from collections.abc import Iterator, Sequence

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.rules.common.damage import is_disabled
from engine.rules.movement.mover import Mover, refusal
from engine.rules.movement.passage import RIDE, manner_of


def check_needed(
    mover: Mover, units: Sequence[Unit], path: tuple[TerritoryName, ...]
) -> Iterator[Illegal]:
    """Reasons against units that lack others on their way; cargo needs none while it rides."""
    for unit in units:
        groups = mover.kind(unit).mobility.moves_beside
        if not groups or manner_of(mover, unit, path) == RIDE:
            continue
        for place in path:
            there = _standing(mover, place)
            if not any(there.issuperset(group) for group in groups):
                wanted = " or ".join(" and ".join(group) for group in groups)
                text = f"moves only where {wanted} stands, which is not in {place}"
                yield refusal("needs-others", unit, text, "", place)


def _standing(mover: Mover, place: TerritoryName) -> set[str]:
    """The types of friendly units there that others can rely on."""
    return {
        unit.type
        for unit in mover.state.units_in(place)
        if unit.owner in mover.friends
        and unit.carried_by is None
        and not is_disabled(mover.state, unit)
    }
