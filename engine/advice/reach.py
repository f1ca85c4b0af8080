"""Which units can get to a territory, grouped, with the number of steps (B142, B178).

What counts is whether the rules take the order: a route is filled in as for an order, and checked.
"""

from engine import (
    Move,
    Pick,
    State,
    TerritoryName,
    Unit,
    UnitTypeName,
    check,
    in_combat_move,
    legal,
    steps_left,
    with_route,
)
from engine.ai import assault_on
from engine.values import dataclass

_BY_SEA = "by sea"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Like units that can get to a territory.

    place: where they are; path: the whole way, () for troops whom transports bring.
    units: their identities, in order.
    """

    type: UnitTypeName
    place: TerritoryName
    path: tuple[TerritoryName, ...]
    units: tuple[int, ...]

    @property
    def distance(self) -> int:
        """Steps of the way; 0 for troops whom transports bring."""
        return max(0, len(self.path) - 1)

    @property
    def way(self) -> str:
        """The distance in words."""
        if not self.path:
            return _BY_SEA
        return "1 step" if self.distance == 1 else f"{self.distance} steps"


def arrivals(state: State, target: TerritoryName, *, unmoved: bool = False) -> tuple[Arrival, ...]:
    """The units of the nation on turn that can get to a territory in the move under way.

    Outside the move phases: in the combat move.  unmoved: only those that have not moved yet.
    Nearest first, then by the order of the unit list and by place.
    """
    if state.definition.blocks is not None:
        return _blocks(state, target)
    moving = state if _is_moving(state) else in_combat_move(state, state.nation)
    if moving is None:
        return ()
    found = [arrival for pile in _piles(moving, target, unmoved) for arrival in pile]
    coming = {key for arrival in found for key in arrival.units}
    found += _landed(moving, target, coming, unmoved=unmoved)
    kinds = {name: place for place, name in enumerate(state.definition.unit_types)}
    return tuple(
        sorted(found, key=lambda one: (not one.path, one.distance, kinds[one.type], one.place))
    )


def _blocks(state: State, target: TerritoryName) -> tuple[Arrival, ...]:
    """Blocks that have a legal move that ends there."""
    found: dict[tuple[str, str], Arrival] = {}
    for order in legal(state):
        if not isinstance(order, Move) or order.path[-1] != target:
            continue
        kind, place = order.picks[0].type, order.path[0]
        known = found.get((kind, place))
        if known is None or len(order.path) < len(known.path):
            like = tuple(
                unit.id
                for unit in state.units_in(place)
                if unit.owner == state.nation and unit.type == kind
            )
            found[kind, place] = Arrival(kind, place, order.path, like)
    return tuple(sorted(found.values(), key=lambda one: (one.distance, one.type, one.place)))


def _is_moving(state: State) -> bool:
    return len(state.agenda) == 1 and state.phase.phase in {"combat_move", "noncombat_move"}


def _piles(state: State, target: TerritoryName, unmoved: bool) -> list[list[Arrival]]:
    """Units that are alike and have a legal way, each pile once."""
    piles: dict[tuple[object, ...], list[Unit]] = {}
    board = state.definition.board
    for unit in state.units_of(state.nation):
        steps = steps_left(state, unit)
        if not steps or unit.territory == target or (unmoved and unit.moved):
            continue
        if target in board.distances(unit.territory, steps, lambda _: True):
            piles.setdefault((unit.likeness, unit.territory), []).append(unit)
    return [_arrival(state, tuple(pile), target) for pile in piles.values()]


def _arrival(state: State, units: tuple[Unit, ...], target: TerritoryName) -> list[Arrival]:
    first = units[0]
    if first.carried_by is not None:
        path: tuple[TerritoryName, ...] = (first.territory, target)
    else:
        path = ()
    pick = Pick(1, first.type, units=(first.id,))
    move = with_route(state, Move((pick,), path or (first.territory, target)))
    if check(state, move):
        return []
    return [Arrival(first.type, first.territory, move.path, tuple(unit.id for unit in units))]


def _landed(
    state: State, target: TerritoryName, coming: set[int], *, unmoved: bool
) -> list[Arrival]:
    """Troops whom transports could load, bring and land against enemies."""
    assault = assault_on(state, target)
    if assault is None:
        return []
    piles: dict[tuple[UnitTypeName, TerritoryName], list[int]] = {}
    for key in assault.landed:
        unit = state.units[key]
        if key not in coming and not (unmoved and unit.moved):
            piles.setdefault((unit.type, unit.territory), []).append(key)
    return [Arrival(kind, place, (), tuple(keys)) for (kind, place), keys in piles.items()]
