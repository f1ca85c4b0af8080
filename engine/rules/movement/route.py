"""Finding a way: the automatic path between two territories, safe ways first.

Safe means for aircraft: no AA guns, no enemy land and no enemy ships on the way; for land units:
friendly land; for ships: no enemy ships.  The first or last territory does not count.

Rule: rule book, Selecting and moving (B178).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from engine.core.ids import TerritoryName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State, UnitType
from engine.orders.move import Move
from engine.rules.movement import land, sea
from engine.rules.movement.aa_guns import has_guns
from engine.rules.movement.air import can_fly_over
from engine.rules.movement.canals import closed_canal
from engine.rules.movement.check import check_move
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.selection import candidates
from engine.rules.movement.theatres import is_elsewhere, theatre_of
from engine.rules.movement.way_cost import step_cost
from engine.values import dataclass

Path = tuple[TerritoryName, ...]
Test = Callable[[TerritoryName], bool]


@dataclass(frozen=True, slots=True)
class Tree:
    """Shortest ways from a start: for every territory that can be reached, the one before it."""

    start: TerritoryName
    before: Mapping[TerritoryName, TerritoryName]

    def path_to(self, goal: TerritoryName) -> Path | None:
        """The way to a territory, both ends included; None when it is out of reach."""
        if goal not in self.before or goal == self.start:
            return None
        path = [goal]
        while path[-1] != self.start:
            path.append(self.before[path[-1]])
        return tuple(reversed(path))


def path_for(
    state: State, picks: tuple[Pick, ...], start: TerritoryName, goal: TerritoryName
) -> Path | None:
    """The path for a player who names only start and end; None when there is no way at all.

    The first path that is legal for the picked units, safe ways first.  When none is legal, it is
    the safest path that reaches the goal, so that `check_move` can say what is wrong with it.
    """
    mover = mover_of(state)
    board = state.definition.board
    if start not in board.is_sea or goal not in board.is_sea or start == goal:
        return None
    if board.is_sea[start] != board.is_sea[goal] and board.is_border(start, goal):
        return (start, goal)
    units = [unit for pick in picks for unit in candidates(mover, pick, start)[:1]]
    found: list[Path] = []
    for tree in trees(mover, units, start, len(board.is_sea)):
        path = tree.path_to(goal)
        if path is None:
            continue
        if not check_move(state, Move(picks, path)):
            return path
        found.append(path)
    return min(found, key=len) if found else None


def trees(mover: Mover, units: Sequence[Unit], start: TerritoryName, limit: int) -> Iterator[Tree]:
    """Ways for units that go together, at most `limit` steps long; the safest kind first."""
    own = [unit for unit in units if unit.carried_by is None]
    kinds = [mover.kind(unit) for unit in own]
    if not own:
        return
    if all(kind.is_air for kind in kinds):
        tests, element, bound = _air_tests(mover, own), None, own
    elif any(kind.is_sea for kind in kinds):
        ships = [unit for unit in own if mover.kind(unit).is_sea]
        tests, element, bound = _sea_tests(mover, ships), True, ships
    else:
        troops = [unit for unit in own if mover.kind(unit).is_land]
        tests, element, bound = _land_tests(mover, troops), False, troops
    bound_kinds = [mover.kind(unit) for unit in bound]
    for test in tests:
        yield _tree(mover, bound_kinds, start, limit, test, element)


def _air_tests(mover: Mover, aircraft: Sequence[Unit]) -> tuple[Test, ...]:
    theatres = {theatre_of(mover, unit) for unit in aircraft}

    def is_possible(place: TerritoryName) -> bool:
        elsewhere = any(is_elsewhere(mover, theatre, place) for theatre in theatres)
        return can_fly_over(mover, place) and not elsewhere

    def is_quiet(place: TerritoryName) -> bool:
        return is_possible(place) and not has_guns(mover, place, aircraft)

    def is_safe(place: TerritoryName) -> bool:
        if mover.is_hostile_land(place) or not is_possible(place):
            return False
        return not (mover.is_sea[place] and mover.stoppers(place))

    return (is_safe, is_quiet, is_possible)


def _sea_tests(mover: Mover, ships: Sequence[Unit]) -> tuple[Test, ...]:
    def is_safe(place: TerritoryName) -> bool:
        return not mover.defenders(place)

    def is_possible(place: TerritoryName) -> bool:
        return all(sea.can_pass(mover, ship, place) for ship in ships)

    return (is_safe, is_possible)


def _land_tests(mover: Mover, troops: Sequence[Unit]) -> tuple[Test, ...]:
    def is_safe(place: TerritoryName) -> bool:
        return mover.is_friendly_land(place)

    def is_possible(place: TerritoryName) -> bool:
        return all(land.can_pass(mover, unit, place) for unit in troops)

    return (is_safe, is_possible)


def _tree(
    mover: Mover,
    kinds: Sequence[UnitType],
    start: TerritoryName,
    limit: int,
    may_pass: Test,
    element: bool | None,
) -> Tree:
    """Breadth first; element: True keeps to the sea, False to the land, None goes anywhere.

    kinds: the kinds of unit that may need canals, and to which terrain may be dear: ways cost as
    much as they cost the one to which they are dearest.
    """
    board = mover.state.definition.board
    is_costly = board.has_costly_terrain
    before = {start: start}
    costs = {start: 0}
    # Of places that cost the same the one that was found first comes first.
    order = count()
    queue = [(0, next(order), start)]
    while queue:
        cost, _, here = heappop(queue)
        if cost > costs[here] or (here != start and not may_pass(here)):
            continue
        for beyond in board.neighbours(here):
            more = cost + (_dearest(mover, kinds, beyond) if is_costly else 1)
            if more > limit or more >= costs.get(beyond, more + 1) or mover.is_closed(beyond):
                continue
            if element is not None and board.is_sea[beyond] != element:
                continue
            if any(closed_canal(mover, kind, here, beyond) is not None for kind in kinds):
                continue
            before[beyond] = here
            costs[beyond] = more
            heappush(queue, (more, next(order), beyond))
    return Tree(start, before)


def _dearest(mover: Mover, kinds: Sequence[UnitType], place: TerritoryName) -> int:
    return max((step_cost(mover, kind.name, place) for kind in kinds), default=1)
