"""Where the units of a nation could be after its next combat move, area by area.

Every move is checked as an order is, each kind of unit by itself; landings from ships count only
for troops that are aboard already.

Rule: rule book, Combat movement (B142).
"""

from collections.abc import Mapping

from engine.core.ids import NationName, TerritoryName, UnitId, UnitTypeName
from engine.gamedef import State
from engine.rules.movement.legal import legal_moves
from engine.rules.movement.mover import COMBAT_MOVE
from engine.view.moving import in_next_turn


def reach_by_area(state: State, nation: NationName) -> Mapping[TerritoryName, int]:
    """How many units of a nation could move to each area in its next combat move, or stay there.

    Areas that none could reach are left out; empty for a nation without a combat move.
    """
    steps = {(entry.nation, entry.phase) for entry in state.definition.sequence}
    if (nation, COMBAT_MOVE) not in steps:
        return {}
    moving = in_next_turn(state, nation, COMBAT_MOVE)
    seen: dict[TerritoryName, set[UnitId]] = {}
    alike: dict[tuple[UnitTypeName, TerritoryName], set[UnitId]] = {}
    for unit in moving.units_of(nation):
        if not state.definition.unit_types[unit.type].is_infrastructure:
            seen.setdefault(unit.territory, set()).add(unit.id)
            alike.setdefault((unit.type, unit.territory), set()).add(unit.id)
    for order in legal_moves(moving, None):
        pick = order.picks[0]
        those = set(pick.units) or alike.get((pick.type, order.path[0]), set())
        seen.setdefault(order.path[-1], set()).update(those)
    return {place: len(keys) for place, keys in sorted(seen.items()) if keys}
