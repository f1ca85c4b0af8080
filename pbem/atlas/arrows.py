"""The curves of moves: they begin where the units stood and end where they went."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.values import dataclass
from pbem.atlas.geometry import AreaShape, Point
from pbem.atlas.overlay import Arrow

_BEND: Final = 0.1
"""How far the arrow of a move to a neighbour bends, as a part of its length."""

SHORT: Final = 13.0
"""Pixels by which an arrow ends before the place of its goal, which units cover."""

HEAD: Final = "M5 0L-4-4.5L-2 0L-4 4.5z"
"""The head of an arrow to the right, with the end of the line at the origin."""


@dataclass(frozen=True, slots=True)
class Curve:
    """An arrow in pixels: its line as a path of SVG, where it begins and ends, and the degrees by
    which its head `HEAD` is turned there."""

    arrow: Arrow
    line: str
    start: Point
    end: Point
    turn: float


def unrolled(way: Sequence[str], areas: Mapping[str, AreaShape], wrap_x: float) -> list[Point]:
    """The places of a way in points; across the edge of a round world it goes on beyond it."""
    places: list[Point] = []
    for name in way:
        x, y = areas[name].anchor
        if places and wrap_x:
            x += wrap_x * round((places[-1][0] - x) / wrap_x)
        places.append((x, y))
    return places


def shortened(room: float, scale: float) -> float:
    """By how much an arrow ends before the place of its goal, in points: the end stays in its area.

    room: how far the place is from the nearest border, in points; scale: pixels for a point.
    """
    return min(SHORT / scale, room * 0.7)


def curve_of(arrow: Arrow, places: Sequence[Point], short: float = SHORT) -> Curve:
    """The arrow through places in pixels; at least two, and the last two differ.

    short: by how much it ends before the place of its goal, in the same unit.
    """
    points = _shortened(list(places), short)
    if len(points) == 2:
        (x, y), (to_x, to_y) = points
        bend = ((x + to_x) / 2 + (to_y - y) * _BEND, (y + to_y) / 2 - (to_x - x) * _BEND)
        line = f"M{_at(points[0])}Q{_at(bend)} {_at(points[1])}"
        before = bend
    else:
        steps = list(_smooth(points))
        line = f"M{_at(points[0])}" + "".join(f"C{' '.join(map(_at, step))}" for step in steps)
        before = steps[-1][1]
    end = points[-1]
    turn = math.degrees(math.atan2(end[1] - before[1], end[0] - before[0]))
    return Curve(arrow, line, places[0], end, turn)


def _shortened(points: list[Point], short: float) -> list[Point]:
    (x, y), (to_x, to_y) = points[-2:]
    length = math.dist((x, y), (to_x, to_y)) or 1.0
    less = min(short, length * 0.3) / length
    return [*points[:-1], (to_x - (to_x - x) * less, to_y - (to_y - y) * less)]


def _smooth(points: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """Cubic curves through all points (Catmull and Rom 1974)."""
    whole = [points[0], *points, points[-1]]
    for a, b, c, d in zip(whole, whole[1:], whole[2:], whole[3:], strict=False):
        yield (
            (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6),
            (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6),
            c,
        )


def _at(place: Point) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"
