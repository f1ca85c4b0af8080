"""Where names and units go on a picture of a certain size, so that none lies on another.

All boxes are in pixels of the picture.  Things are placed in the order of their weight; each takes
the first of its wishes where nothing lies yet.  What finds no room is left out and appears when the
picture is larger, except units, which are then put beside their place with a line to it.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from engine.values import dataclass

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_CELL: Final = 40.0
_GAP: Final = 1.5
"""Pixels that stay free round everything."""

_RINGS: Final = 13
"""Rings of places that are tried round a place."""

_WIDE: Final = frozenset("mwMW@%")
_NARROW: Final = frozenset("iljtfrI.,:;'|!()- ")


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a usual font without serifs, in pixels; rather more than less."""
    units = 0.0
    for letter in text:
        if letter in _NARROW:
            units += 0.36
        elif letter in _WIDE:
            units += 0.9
        else:
            units += 0.68 if letter.isupper() else 0.58
    return units * size


class OccupiedBoxes:
    """The boxes that are taken, found by where they lie."""

    def __init__(self) -> None:
        """Nothing is taken."""
        self._cells: dict[tuple[int, int], list[Rect]] = {}

    def add(self, box: Rect) -> None:
        """Take a box, with a little room around it."""
        left, top, width, height = box
        edges = (left - _GAP, top - _GAP, left + width + _GAP, top + height + _GAP)
        for cell in _cells(edges):
            self._cells.setdefault(cell, []).append(edges)

    def is_free(self, box: Rect) -> bool:
        """Whether nothing lies on a box or close to it."""
        left, top, width, height = box
        right, bottom = left + width, top + height
        for cell in _cells((left, top, right, bottom)):
            for low_x, low_y, high_x, high_y in self._cells.get(cell, ()):
                if low_x < right and left < high_x and low_y < bottom and top < high_y:
                    return False
        return True


def overlap(one: Rect, other: Rect) -> float:
    """The area in which two boxes lie on each other, in square pixels."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def around(x: float, y: float, width: float, height: float) -> Rect:
    """The box with this centre."""
    return x - width / 2, y - height / 2, width, height


def is_within(box: Rect, frame: Rect) -> bool:
    """Whether a box is wholly inside a frame."""
    return (
        box[0] >= frame[0]
        and box[1] >= frame[1]
        and box[0] + box[2] <= frame[0] + frame[2]
        and box[1] + box[3] <= frame[1] + frame[3]
    )


def spiral(x: float, y: float, step: float, farthest: float) -> Iterator[tuple[float, float]]:
    """Places round a place, from near to far; downwards first."""
    for rings, across, down in _turns():
        if rings * step > farthest:
            return
        yield x + across * step, y + down * step


@cache
def _turns() -> tuple[tuple[int, float, float], ...]:
    """The number of the ring, and how far across and down, for rings that are one step apart."""
    found: list[tuple[int, float, float]] = []
    for ring in range(1, _RINGS + 1):
        places = max(8, round(2 * math.pi * ring / 1.5))
        for number in range(places):
            angle = math.pi / 2 + 2 * math.pi * number / places
            found.append((ring, ring * math.cos(angle), ring * math.sin(angle)))
    return tuple(found)


def _cells(edges: Rect) -> list[tuple[int, int]]:
    """The squares that a box with these edges lies on: left, top, right and bottom."""
    left, top, right, bottom = edges
    rows = range(int(top // _CELL), int(bottom // _CELL) + 1)
    return [
        (column, row)
        for column in range(int(left // _CELL), int(right // _CELL) + 1)
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Lines:
    """A text broken into lines for a size of letters in pixels."""

    lines: tuple[str, ...]
    size: float

    @property
    def width(self) -> float:
        """Of the widest line, in pixels."""
        return max(text_width(line, self.size) for line in self.lines)

    @property
    def height(self) -> float:
        """Of all lines, in pixels."""
        return len(self.lines) * self.size * 1.08


def broken(text: str, count: int) -> tuple[str, ...]:
    """A text in at most this many lines of about the same length, broken at blanks."""
    words = text.split()
    if count < 2 or len(words) < 2:
        return (text,)
    goal = len(text) / count
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < count and len(longer) - goal > goal - len(lines[-1]):
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)
