"""Where names and units go on a picture of a certain size, so that none lies on another.

All boxes are in pixels of the picture.  Things are placed in the order of their weight; each takes
the first of its wishes where nothing lies yet.  What finds no room is left out and appears when the
picture is larger, except units, which are then put beside their place with a line to it.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from engine.values import dataclass

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_CELL: Final = 64.0
_GAP: Final = 1.5
"""Pixels that stay free round everything."""

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


class Taken:
    """The boxes that are taken, found by where they lie."""

    def __init__(self) -> None:
        """Nothing is taken."""
        self._cells: dict[tuple[int, int], list[Rect]] = {}

    def add(self, box: Rect) -> None:
        """Take a box."""
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def is_free(self, box: Rect, share: float = 0.0) -> bool:
        """Whether no more than a share of a box lies under others, with a little room around it."""
        left, top, width, height = box
        wide = (left - _GAP, top - _GAP, width + 2 * _GAP, height + 2 * _GAP)
        allowed = share * width * height
        met: list[Rect] = []
        for cell in _cells(wide):
            for other in self._cells.get(cell, ()):
                if other not in met and overlap(wide, other) > 0:
                    if not share:
                        return False
                    met.append(other)
        return sum(overlap(box, other) for other in met) <= allowed


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
    radius = step
    while radius <= farthest:
        places = max(8, round(2 * math.pi * radius / step / 1.5))
        for number in range(places):
            angle = math.pi / 2 + 2 * math.pi * number / places
            yield x + radius * math.cos(angle), y + radius * math.sin(angle)
        radius += step


def _cells(box: Rect) -> Iterable[tuple[int, int]]:
    left, top, width, height = box
    for column in range(int(left // _CELL), int((left + width) // _CELL) + 1):
        for row in range(int(top // _CELL), int((top + height) // _CELL) + 1):
            yield column, row


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
