"""Outlines of areas: with fewer corners, what is inside, and the place farthest from every border.

Source: D. H. Douglas and T. K. Peucker 1973 for fewer corners; the search for the place is ours.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pbem.atlas.geometry import Point, Ring

_GRID: Final = 12
"""Places a side that one look at a box compares."""

_LOOKS: Final = 4


def simplified(ring: Ring, slack: float) -> Ring:
    """The outline with the fewest corners that stay within `slack` points of it; at least three."""
    if len(ring) < 5:
        return ring
    points = np.asarray(ring)
    middle = int(np.argmax(((points - points[0]) ** 2).sum(axis=1)))
    closed = np.vstack((points, points[:1]))
    kept = {0, middle}
    waiting = [(0, middle), (middle, len(ring))]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        away = _distances(closed[first + 1 : last], closed[first], closed[last])
        place = int(np.argmax(away))
        if away[place] > slack:
            kept.add(first + 1 + place)
            waiting += [(first, first + 1 + place), (first + 1 + place, last)]
    found = tuple(ring[place] for place in sorted(kept))
    return found if len(found) > 2 else (*found, ring[(middle + len(ring)) // 2])


def is_inside(place: Point, rings: Sequence[Ring]) -> bool:
    """Whether a place is inside an area, by the even-odd rule."""
    return bool(_inside(np.asarray([place]), _sides(rings))[0])


def size_of(ring: Ring) -> float:
    """What a ring encloses, in square points."""
    x, y = np.asarray(ring).T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def room_at(place: Point, rings: Sequence[Ring]) -> float:
    """How far a place is from the nearest border, in points; negative outside the area."""
    return float(_rooms(np.asarray([place]), _sides(rings))[0])


def pole_of(rings: Sequence[Ring]) -> Point:
    """The place of an area that is farthest from its border, within a few points.

    Wide is better than high, because units stand side by side: a point upward counts for more.
    """
    largest = max(rings, key=size_of)
    sides = _sides(rings)
    (left, top), (right, bottom) = np.min(largest, axis=0), np.max(largest, axis=0)
    centre = ((left + right) / 2, (top + bottom) / 2)
    half = np.asarray([right - left, bottom - top]) / 2
    best = centre
    for _ in range(_LOOKS):
        steps = (np.arange(_GRID) + 0.5) / _GRID * 2 - 1
        across, down = np.meshgrid(best[0] + steps * half[0], best[1] + steps * half[1])
        places = np.stack((across.ravel(), down.ravel()), axis=1)
        found = places[int(np.argmax(_rooms(places, sides)))]
        best = (float(found[0]), float(found[1]))
        half = half / 4
    return best


def _sides(rings: Sequence[Ring]) -> NDArray[np.float64]:
    """All sides, one row each: from x, y to x, y."""
    parts = [np.hstack((np.asarray(ring), np.roll(np.asarray(ring), -1, axis=0))) for ring in rings]
    return np.vstack(parts).astype(np.float64)


def _rooms(places: NDArray[np.float64], sides: NDArray[np.float64]) -> NDArray[np.float64]:
    start, along = sides[:, :2], sides[:, 2:] - sides[:, :2]
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    to_place = places[:, None, :] - start[None, :, :]
    part = np.clip((to_place * along[None]).sum(axis=2) / length, 0, 1)
    away = np.sqrt(((to_place - part[..., None] * along[None]) ** 2).sum(axis=2)).min(axis=1)
    rooms: NDArray[np.float64] = np.where(_inside(places, sides), away, -away)
    return rooms


def _inside(places: NDArray[np.float64], sides: NDArray[np.float64]) -> NDArray[np.bool_]:
    x, y = places[:, :1], places[:, 1:]
    x1, y1, x2, y2 = sides.T
    crosses = (y1 > y) != (y2 > y)
    rise = np.where(y2 == y1, 1.0, y2 - y1)
    meets = x < (x2 - x1) * (y - y1) / rise + x1
    return np.asarray((crosses & meets).sum(axis=1) % 2 == 1)


def _distances(
    points: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    along = end - start
    length = float(np.hypot(*along))
    if length == 0:
        return np.asarray(np.hypot(*(points - start).T))
    across = (points - start) @ np.asarray([along[1], -along[0]])
    return np.asarray(np.abs(across) / length)
