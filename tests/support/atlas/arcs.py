"""From a picture of numbers to outlines: every border once, shared by the areas on both sides."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tests.support.atlas.raster import Numbers

Line = npt.NDArray[np.float64]
"""Corners (x, y) in pixels."""

OUTSIDE = -2
"""The number of everything beyond the picture's edge."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Right, down, left, up."""


@dataclass(frozen=True)
class Arc:
    """A border from node to node, or round one area; left and right: the numbers beside it."""

    line: Line
    left: int
    right: int


def trace(labels: Numbers, slack: float) -> list[Arc]:
    """All borders, simplified; no corner lies further than `slack` pixels from where it was."""
    framed = np.full((labels.shape[0] + 2, labels.shape[1] + 2), OUTSIDE, np.int32)
    framed[1:-1, 1:-1] = labels
    ways = _ways(framed)
    height, width = labels.shape
    corners = {(1, 1), (1, width + 1), (height + 1, 1), (height + 1, width + 1)}
    nodes = {spot for spot, found in ways.items() if len(found) != 2} | corners
    used: set[tuple[tuple[int, int], int]] = set()
    arcs = []
    for spot in [*sorted(nodes), *sorted(ways)]:
        for way in ways.get(spot, ()):
            if (spot, way) in used:
                continue
            path = _follow(spot, way, ways, nodes, used)
            left, right = _sides(framed, spot, way)
            line = np.array([(column - 1, row - 1) for row, column in path], float)
            arcs.append(Arc(_simple(_rounded(line), slack), left, right))
    return arcs


def _ways(framed: Numbers) -> dict[tuple[int, int], list[int]]:
    """For every corner of pixels the directions in which a border leaves it."""
    ways: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row, column in np.argwhere(framed[1:] != framed[:-1]).tolist():
        ways[row + 1, column].append(0)
        ways[row + 1, column + 1].append(2)
    for row, column in np.argwhere(framed[:, 1:] != framed[:, :-1]).tolist():
        ways[row, column + 1].append(1)
        ways[row + 1, column + 1].append(3)
    return ways


def _follow(
    spot: tuple[int, int],
    way: int,
    ways: dict[tuple[int, int], list[int]],
    nodes: set[tuple[int, int]],
    used: set[tuple[tuple[int, int], int]],
) -> list[tuple[int, int]]:
    path = [spot]
    while True:
        used.add((spot, way))
        spot = (spot[0] + _STEPS[way][0], spot[1] + _STEPS[way][1])
        back = (way + 2) % 4
        used.add((spot, back))
        path.append(spot)
        if spot in nodes or spot == path[0]:
            return path
        way = next(other for other in ways[spot] if other != back)


def _sides(framed: Numbers, spot: tuple[int, int], way: int) -> tuple[int, int]:
    """The numbers left and right of the first step; pixel (r, c) has its corner (r, c) top left."""
    row, column = spot
    left, right = {
        0: ((row - 1, column), (row, column)),
        1: ((row, column), (row, column - 1)),
        2: ((row, column - 1), (row - 1, column - 1)),
        3: ((row - 1, column - 1), (row - 1, column)),
    }[way]
    return int(framed[left]), int(framed[right])


def _rounded(line: Line) -> Line:
    """Stairs become slopes: the middles of the steps between both ends."""
    if len(line) < 4:
        return line
    middles = (line[1:] + line[:-1]) / 2
    if (line[0] == line[-1]).all():
        return np.concatenate([middles, middles[:1]])
    return np.concatenate([line[:1], middles, line[-1:]])


def _simple(line: Line, slack: float) -> Line:
    """The corners that matter (D. Douglas and T. Peucker, 1973); a closed line keeps four."""
    if len(line) < 3:
        return line
    kept = {0, len(line) - 1}
    stack = [(0, len(line) - 1)]
    if (line[0] == line[-1]).all():
        far = int(((line - line[0]) ** 2).sum(axis=1).argmax())
        kept.add(far)
        quarters = [far // 2, (far + len(line) - 1) // 2]
        kept.update(quarters)
        ends = sorted(kept)
        stack = list(pairwise(ends))
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        along = line[last] - line[first]
        off = line[first + 1 : last] - line[first]
        length = float(np.hypot(*along))
        if length > 0:
            far_off = np.abs(off[:, 0] * along[1] - off[:, 1] * along[0]) / length
        else:
            far_off = np.hypot(off[:, 0], off[:, 1])
        place = int(far_off.argmax())
        if far_off[place] > slack:
            middle = first + 1 + place
            kept.add(middle)
            stack += [(first, middle), (middle, last)]
    return line[sorted(kept)]
