"""The board as a graph: areas, which of them are sea, and which touch.

Distances and paths count borders crossed; every border costs one.  What a nation may do on the
board is a matter of rules and does not belong here.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from engine.core.ids import TerritoryName
from engine.values import dataclass


@dataclass(frozen=True)
class Board:
    """An undirected graph of areas.

    is_sea: every area in the order of the scenario file, True for a sea zone.
    borders: pairs of names; each pair once, each pair and the list sorted.
    """

    is_sea: Mapping[TerritoryName, bool]
    borders: tuple[tuple[TerritoryName, TerritoryName], ...]

    def __post_init__(self) -> None:
        """Refuse a border with an unknown name: KeyError."""
        for pair in self.borders:
            for name in pair:
                self.is_sea[name]

    @cached_property
    def _neighbours(self) -> Mapping[TerritoryName, tuple[TerritoryName, ...]]:
        """The areas that touch each one."""
        table: dict[TerritoryName, list[TerritoryName]] = {name: [] for name in self.is_sea}
        for one, other in self.borders:
            table[one].append(other)
            table[other].append(one)
        return {name: tuple(sorted(found)) for name, found in table.items()}

    def neighbours(self, territory: TerritoryName) -> tuple[TerritoryName, ...]:
        """All areas that touch the given one, sorted by name."""
        return self._neighbours[territory]

    def is_border(self, one: TerritoryName, other: TerritoryName) -> bool:
        """Whether the two areas touch."""
        return other in self._neighbours[one]

    def distances(
        self,
        start: TerritoryName,
        limit: int,
        may_enter: Callable[[TerritoryName], bool] = lambda _: True,
    ) -> dict[TerritoryName, int]:
        """Borders to every area within `limit` steps, crossing only areas that may be entered.

        The start has distance 0 and is not tested.  The order is by distance, then by the
        sorted order of discovery, so that it is the same on every machine.
        """
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if found[here] == limit:
                continue
            for beyond in self._neighbours[here]:
                if beyond not in found and may_enter(beyond):
                    found[beyond] = found[here] + 1
                    queue.append(beyond)
        return found

    def shortest_path(
        self,
        start: TerritoryName,
        goal: TerritoryName,
        may_enter: Callable[[TerritoryName], bool] = lambda _: True,
    ) -> tuple[TerritoryName, ...] | None:
        """A shortest path from start to goal, both included; None when there is none.

        Of several shortest paths the one whose names sort first is taken.
        """
        came_from: dict[TerritoryName, TerritoryName] = {start: start}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == goal:
                return self._walk_back(came_from, start, goal)
            for beyond in self._neighbours[here]:
                if beyond not in came_from and may_enter(beyond):
                    came_from[beyond] = here
                    queue.append(beyond)
        return None

    @staticmethod
    def _walk_back(
        came_from: Mapping[TerritoryName, TerritoryName], start: TerritoryName, goal: TerritoryName
    ) -> tuple[TerritoryName, ...]:
        path = [goal]
        while path[-1] != start:
            path.append(came_from[path[-1]])
        return tuple(reversed(path))


def sorted_borders(
    pairs: Iterable[tuple[TerritoryName, TerritoryName]],
) -> tuple[tuple[TerritoryName, TerritoryName], ...]:
    """Each border once, smaller name first, all sorted: the form that a Board takes."""
    return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))
