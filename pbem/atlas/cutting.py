"""Which part of a map a picture shows: all of it, some areas, or where most happened."""

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.atlas.geometry import AreaShape, Box, MapGeometry, Point
from pbem.atlas.layout import View
from pbem.atlas.overlay import Overlay

_LEAST: Final = 0.12
"""Part of the width of the map that every cut shows at least."""

_ROOM: Final = 0.09
"""Part of the width of the map that a cut shows on each side of what happened."""

_MOST: Final = 0.26
"""Part of the width in which the most is looked for that happened."""

_NEARLY_ALL: Final = 0.75
"""A cut with more than such a part of the width shows all of the map."""

_FLATTEST: Final = 0.6
_HIGHEST: Final = 1.0
"""Heights of a cut as parts of its width."""


def whole_view(geometry: MapGeometry, width: float, height: float | None = None) -> View:
    """All of a map, in pixels; with a height of its own, with room on two sides."""
    box = (0.0, 0.0, geometry.width, geometry.height)
    ratio = geometry.height / geometry.width if height is None else height / width
    return View(_of_ratio(box, ratio), width / _width(_of_ratio(box, ratio)))


def view_of(
    geometry: MapGeometry, names: Iterable[str], width: float, height: float | None = None
) -> View:
    """The part of a map with these areas wholly in it, at least one, in pixels."""
    areas = geometry.by_name
    chosen = [areas[name] for name in names]
    places = _together([area.anchor for area in chosen], geometry.wrap_x)
    boxes = [
        _moved(_bounds(area), place[0] - area.anchor[0])
        for area, place in zip(chosen, places, strict=True)
    ]
    return _view(geometry, _around(boxes), width, height)


def view_of_places(
    geometry: MapGeometry, places: Sequence[Point], width: float, height: float | None = None
) -> View:
    """The part of a map with these places well inside it, at least one, in pixels."""
    together = _together(places, geometry.wrap_x)
    room = geometry.width * _ROOM
    boxes = [(x - room, y - room * 0.7, x + room, y + room * 0.7) for x, y in together]
    return _view(geometry, _around(boxes), width, height)


def busiest(geometry: MapGeometry, overlay: Overlay) -> tuple[Point, ...]:
    """The places of what happened, those that fit on one cut and count most.

    Battles count more than areas that changed hands, and these more than moves.
    """
    areas = geometry.by_name
    counts = [(areas[one.name].anchor, 8) for one in overlay.areas if one.is_battle]
    counts += [(areas[one.name].anchor, 7) for one in overlay.areas if one.is_taken]
    ends = dict.fromkeys(end for arrow in overlay.arrows for end in arrow.way[-2:])
    counts += [(areas[end].anchor, 1) for end in ends]
    counts = counts or [(areas[name].anchor, 1) for name in overlay.front]
    counts = counts or [(area.anchor, 1) for area in geometry.areas if not area.is_sea]
    reach = geometry.width * _MOST / 2
    best: tuple[int, list[Point]] = (0, [])
    most = max(count for _, count in counts)
    for x, y in dict.fromkeys(place for place, count in counts if count > 1 or most == 1):
        near = [
            (place, count)
            for place, count in counts
            if _apart(place[0], x, geometry.wrap_x) <= reach and abs(place[1] - y) <= reach * 0.8
        ]
        total = sum(count for _, count in near)
        if total > best[0]:
            best = (total, [place for place, _ in near])
    return tuple(dict.fromkeys(best[1]))


def _view(geometry: MapGeometry, box: Box, width: float, height: float | None) -> View:
    left, top, right, bottom = box
    if right - left > geometry.width * _NEARLY_ALL:
        return whole_view(geometry, width, height)
    room = (right - left) * 0.04
    box = (left - room, top - room, right + room, bottom + room)
    least = geometry.width * _LEAST
    if _width(box) < least:
        box = _wider(box, least)
    ratio = (box[3] - box[1]) / _width(box) if height is None else height / width
    if height is None:
        ratio = min(max(ratio, _FLATTEST), _HIGHEST, geometry.height / _width(box))
    box = _inside(_of_ratio(box, ratio), geometry)
    return View(box, width / _width(box))


def _together(places: Sequence[Point], wrap_x: float) -> list[Point]:
    """Places on a round world, moved round it so that they lie as close together as they can."""
    if not wrap_x:
        return list(places)
    order = sorted({x % wrap_x for x, _ in places})
    before = [order[-1] - wrap_x, *order[:-1]]
    _, first = max((x - last, x) for x, last in zip(order, before, strict=True))
    inside = [(x % wrap_x, y) for x, y in places]
    return [(x if x >= first else x + wrap_x, y) for x, y in inside]


def _apart(one: float, other: float, wrap_x: float) -> float:
    away = abs(one - other)
    return min(away, wrap_x - away) if wrap_x else away


def _bounds(area: AreaShape) -> Box:
    """Of the outline round the anchor: an area of islands may reach across an ocean."""
    rings = sorted(area.rings, key=lambda ring: _far(ring[0], area.anchor))
    for ring in rings:
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        if min(xs) <= area.anchor[0] <= max(xs) and min(ys) <= area.anchor[1] <= max(ys):
            return min(xs), min(ys), max(xs), max(ys)
    x, y = area.anchor
    return x - 1, y - 1, x + 1, y + 1


def _far(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _moved(box: Box, shift: float) -> Box:
    return box[0] + shift, box[1], box[2] + shift, box[3]


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _width(box: Box) -> float:
    return box[2] - box[0]


def _wider(box: Box, width: float) -> Box:
    middle = (box[0] + box[2]) / 2
    return middle - width / 2, box[1], middle + width / 2, box[3]


def _of_ratio(box: Box, ratio: float) -> Box:
    """The smallest box round this one with this height as a part of its width."""
    width, height = _width(box), box[3] - box[1]
    if height > width * ratio:
        return _wider(box, height / ratio)
    middle = (box[1] + box[3]) / 2
    return box[0], middle - width * ratio / 2, box[2], middle + width * ratio / 2


def _inside(box: Box, geometry: MapGeometry) -> Box:
    """The box moved so that it shows nothing beyond the map, as far as that can be."""
    left, top, right, bottom = box
    down = max(0.0, -top) - max(0.0, bottom - geometry.height)
    if bottom - top > geometry.height:
        down = (geometry.height - top - bottom) / 2
    across = 0.0
    if not geometry.wrap_x:
        across = max(0.0, -left) - max(0.0, right - geometry.width)
        if right - left > geometry.width:
            across = (geometry.width - left - right) / 2
    return left + across, top + down, right + across, bottom + down
