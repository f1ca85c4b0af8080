"""Which names and units a picture of a certain size shows, and where (see `placing`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from engine.values import dataclass
from pbem.atlas.chips import Chip, brief_chip, full_chip
from pbem.atlas.colours import NationLook
from pbem.atlas.geometry import AreaShape, Box, MapGeometry, Point
from pbem.atlas.outlines import room_at
from pbem.atlas.overlay import Content, Mark, Overlay
from pbem.atlas.placing import (
    Lines,
    OccupiedBoxes,
    Rect,
    around,
    broken,
    is_within,
    spiral,
)

MARK_SIZE: Final = 11.0
"""Pixels of the sign of a capital, a city or a convoy zone."""

_LAND_SIZE: Final = 11.5
_SEA_SIZE: Final = 10.0
_SMALLEST: Final = 0.9
"""Names are written this much smaller before they are left out."""

_FARTHEST: Final = 90.0
_AREAS_AWAY: Final = 8.0
"""How far units may be put away from their place: pixels, and half widths of a usual area.  Where a
whole world is as small as a stamp, units without room are left out."""

_ROOMY: Final = 2.3
"""Full boxes stand where their area is at least so many times as large as they are."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of a map as a picture: what it shows, in points, and pixels for a point."""

    box: Box
    scale: float

    @property
    def width(self) -> float:
        """In pixels."""
        return (self.box[2] - self.box[0]) * self.scale

    @property
    def height(self) -> float:
        """In pixels."""
        return (self.box[3] - self.box[1]) * self.scale

    def at(self, place: Point) -> Point:
        """Where a place of the map is, in pixels."""
        return (place[0] - self.box[0]) * self.scale, (place[1] - self.box[1]) * self.scale


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area that a view shows; shift: how far east its outlines are drawn, in points."""

    area: AreaShape
    content: Content
    shift: float
    rooms: float
    """How far the anchor is from the nearest border, in points."""


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """Units of an area: centre in pixels; origin: where they stand, if that is elsewhere."""

    name: str
    x: float
    y: float
    chip: Chip
    is_full: bool
    origin: Point | None


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """The name of an area: centre in pixels; lines () when only its marks have room."""

    name: str
    is_sea: bool
    x: float
    y: float
    lines: Lines
    marks: tuple[Mark, ...]

    @property
    def box(self) -> Rect:
        """What it covers."""
        return around(self.x, self.y, *_size(self.lines, self.marks))


Layout: TypeAlias = tuple[tuple[PlacedChip, ...], tuple[PlacedLabel, ...]]


def shown_areas(
    geometry: MapGeometry, overlay: Overlay, box: Box, rooms: Mapping[str, float]
) -> tuple[ShownArea, ...]:
    """Areas with a part in a box of the map, in the order of drawing; one may be there twice."""
    contents = {content.name: content for content in overlay.areas}
    left, top, right, bottom = box
    found: list[ShownArea] = []
    for area in geometry.areas:
        low_x, low_y, high_x, high_y = _bounds(area)
        for shift in geometry.shifts:
            if low_x + shift < right and high_x + shift > left and low_y < bottom and high_y > top:
                found.append(ShownArea(area, contents[area.name], shift, rooms[area.name]))
    return tuple(found)


def rooms_of(geometry: MapGeometry) -> dict[str, float]:
    """How far the anchor of each area is from the nearest border, in points."""
    return {area.name: max(0.0, room_at(area.anchor, area.rings)) for area in geometry.areas}


def laid_out(
    shown: Iterable[ShownArea], overlay: Overlay, view: View, reserved: Iterable[Rect] = ()
) -> Layout:
    """Units first, then names, the more important ones first; reserved: boxes that stay free."""
    here = [one for one in shown if _is_in(view, _anchor(one, view))]
    taken = OccupiedBoxes()
    for box in reserved:
        taken.add(box)
    frame = (0.0, 0.0, view.width, view.height)
    for one in here:
        if one.content.is_battle:
            x, y = _anchor(one, view)
            taken.add(around(x, y - 16, 14, 14))
    looks = overlay.look_of
    order = sorted(here, key=lambda one: (-one.rooms, one.area.name))
    farthest = min(_FARTHEST, _AREAS_AWAY * _usual_room(here) * view.scale)
    tried = (_chip(one, view, taken, frame, looks, farthest) for one in order if _forces(one))
    chips = tuple(chip for chip in tried if chip is not None)
    boxes = {chip.name: around(chip.x, chip.y, chip.chip.width, chip.chip.height) for chip in chips}
    labels = tuple(_labels(sorted(here, key=_weight), view, taken, frame, boxes))
    return chips, labels


def _bounds(area: AreaShape) -> Box:
    xs = [x for ring in area.rings for x, _ in ring]
    ys = [y for ring in area.rings for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def _anchor(one: ShownArea, view: View) -> Point:
    return view.at((one.area.anchor[0] + one.shift, one.area.anchor[1]))


def _is_in(view: View, place: Point) -> bool:
    return 0 <= place[0] <= view.width and 0 <= place[1] <= view.height


def _forces(one: ShownArea) -> bool:
    return any(force.count or force.piles for force in one.content.forces)


def _chip(
    one: ShownArea,
    view: View,
    taken: OccupiedBoxes,
    frame: Rect,
    known: Mapping[str, NationLook],
    farthest: float,
) -> PlacedChip | None:
    x, y = _anchor(one, view)
    full = full_chip(one.content.forces, known)
    room = one.rooms * view.scale
    if full.width * full.height * _ROOMY < (2 * room) ** 2 * 1.6 or full.width < 2.2 * room:
        for place in ((x, y), *_spots(one, view)):
            box = around(*place, full.width, full.height)
            if taken.is_free(box) and is_within(box, frame):
                taken.add(box)
                return PlacedChip(one.area.name, *place, full, True, None)
    brief = brief_chip([force for force in one.content.forces if force.count], known)
    if not brief.rows:
        brief = full
    for place in ((x, y), *_spots(one, view), *spiral(x, y, 7, farthest)):
        box = around(*place, brief.width, brief.height)
        if taken.is_free(box) and is_within(box, frame):
            taken.add(box)
            far = abs(place[0] - x) > brief.width / 2 or abs(place[1] - y) > brief.height / 2
            origin = (x, y) if far and place not in _spots(one, view) else None
            return PlacedChip(one.area.name, *place, brief, brief is full, origin)
    return None


def _usual_room(shown: Sequence[ShownArea]) -> float:
    """Half the width of an area in the middle of the list, in points."""
    rooms = sorted(one.rooms for one in shown)
    return rooms[len(rooms) // 2] if rooms else 0.0


def _spots(one: ShownArea, view: View) -> list[Point]:
    return [view.at((x + one.shift, y)) for x, y in one.area.spots[:12]]


def _weight(one: ShownArea) -> tuple[bool, int, bool, float, str]:
    """Capitals and cities, then land by its value, then the sea; large areas first."""
    content = one.content
    important = "capital" in content.marks, "city" in content.marks
    return (
        not any(important),
        -2 * important[0] - important[1],
        one.area.is_sea,
        -content.value - one.rooms / 1000,
        one.area.name,
    )


def _labels(
    order: Iterable[ShownArea],
    view: View,
    taken: OccupiedBoxes,
    frame: Rect,
    chips: Mapping[str, Rect],
) -> Iterator[PlacedLabel]:
    for one in order:
        marks = one.content.marks
        for lines in _writings(one):
            width, height = _size(lines, marks)
            place = _free_place(one, view, taken, frame, chips, width, height)
            if place is not None:
                taken.add(around(*place, width, height))
                yield PlacedLabel(one.area.name, one.area.is_sea, *place, lines, marks)
                break


def _free_place(
    one: ShownArea,
    view: View,
    taken: OccupiedBoxes,
    frame: Rect,
    chips: Mapping[str, Rect],
    width: float,
    height: float,
) -> Point | None:
    for place in _wishes(one, view, chips.get(one.area.name), width, height):
        box = around(*place, width, height)
        if taken.is_free(box) and is_within(box, frame):
            return place
    return None


def _wishes(
    one: ShownArea, view: View, chip: Rect | None, width: float, height: float
) -> Iterator[Point]:
    """Places for a name, best first: the author's, under the units, above them, beside them."""
    wanted = view.at((one.area.label[0] + one.shift, one.area.label[1]))
    if one.area.label != one.area.anchor or chip is None:
        yield wanted
    x, y = _anchor(one, view)
    left, top, wide, high = chip or around(x, y, 4, 4)
    middle_x, middle_y = left + wide / 2, top + high / 2
    for slide in (0.0, -0.25, 0.25):
        yield middle_x + slide * width, top + high + height / 2 + 2
        yield middle_x + slide * width, top - height / 2 - 2
    yield left + wide + width / 2 + 3, middle_y
    yield left - width / 2 - 3, middle_y
    room = one.rooms * view.scale
    if room > 24:
        yield from spiral(x, y, room / 3, room)


def _writings(one: ShownArea) -> Iterator[Lines]:
    """Ways to write the name, best first; at last only its marks, where it has any."""
    content = one.content
    size = _SEA_SIZE if one.area.is_sea else _LAND_SIZE
    value = f" {content.value}" if content.value else ""
    for part in (1.0, _SMALLEST):
        for count in (1, 2, 3):
            lines = broken(one.area.name, count)
            if len(lines) == count:
                yield Lines((*lines[:-1], lines[-1] + value), size * part)
    short = _short(one.area.name) if one.area.is_sea else ""
    if short:
        yield Lines((short,), size * _SMALLEST)
    if content.marks:
        yield Lines((), 0)


def _short(name: str) -> str:
    """``SZ 3`` for ``SZ 3 Labrador Sea`` and ``13`` for ``13 Sea Zone``; "" where no number is."""
    words = name.split()
    if words[0].isdecimal():
        return words[0]
    return " ".join(words[:2]) if len(words) > 2 and words[1].isdecimal() else ""


def _size(lines: Lines, marks: tuple[Mark, ...]) -> tuple[float, float]:
    signs = len(marks) * (MARK_SIZE + 1)
    if not lines.lines:
        return signs, MARK_SIZE
    return lines.width + signs, max(lines.height, MARK_SIZE if marks else 0)
