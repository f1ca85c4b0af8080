"""Prepared outlines as bytes: every border once, in small steps.

`tests/support/atlas` makes them from the coast lines of Natural Earth, which are in the public
domain; nothing here knows where a border came from.
"""

import hashlib
import zlib
from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np

from engine.values import dataclass
from pbem.atlas.geometry import AreaShape, Bridge, MapGeometry, Point, Ring, Wall

UNIT: Final = 0.2
"""All coordinates are whole multiples of so many points."""


@dataclass(frozen=True, slots=True)
class PackedArea:
    """An area; rings: numbers of arcs one after the other, ~n for arc n backwards."""

    name: str
    is_sea: bool
    rings: list[list[int]]
    anchor: list[int]


@dataclass(frozen=True, slots=True)
class PackedBridge:
    """A line between two areas."""

    one: str
    other: str
    line: list[list[int]]


@dataclass(frozen=True, slots=True)
class PackedMap:
    """A board.

    board: the fingerprint of its areas.
    arcs: steps from corner to corner as two rows of little-endian 16-bit numbers, to the right and
      down, through all arcs; lengths: how many corners each arc has.
    sides: the numbers of the areas left and right of each arc, -1 for none.
    scenery: rings of land that belongs to no area.
    base: the fingerprint of the board whose arcs these are, for one that differs in a few areas
      only; "" for its own.
    """

    board: str
    width: float
    height: float
    is_round: bool
    credit: str
    arcs: bytes
    lengths: list[int]
    sides: list[list[int]]
    areas: list[PackedArea]
    scenery: list[list[int]]
    bridges: list[PackedBridge]
    base: str = ""


_DECODER: Final = msgspec.msgpack.Decoder(PackedMap)
"""Made here: two threads that see a class first end the process (pbem/replay/checkpoint.py)."""


def fingerprint(names: Iterable[str]) -> str:
    """What tells one board from another: its areas."""
    text = "\n".join(sorted(names))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def pack(board: PackedMap) -> bytes:
    """The bytes of a board."""
    return zlib.compress(msgspec.msgpack.encode(board), 9)


def unpack(data: bytes) -> PackedMap:
    """The board in some bytes; ValueError or zlib.error when they are none."""
    return _DECODER.decode(zlib.decompress(data))


def geometry_from_packed(packed: PackedMap, borders: frozenset[tuple[str, str]]) -> MapGeometry:
    """The outlines of a board.

    borders: which areas touch on the board, smaller name first; the picture's other borders
    become walls.
    """
    lines = _lines(packed)
    areas = tuple(
        AreaShape(
            name=area.name,
            is_sea=area.is_sea,
            rings=tuple(_ring(ring, lines) for ring in area.rings),
            anchor=_point(area.anchor),
            label=_point(area.anchor),
        )
        for area in packed.areas
    )
    return MapGeometry(
        width=packed.width,
        height=packed.height,
        wrap_x=packed.width if packed.is_round else 0.0,
        areas=areas,
        bridges=tuple(
            Bridge(bridge.one, bridge.other, tuple(_point(spot) for spot in bridge.line))
            for bridge in packed.bridges
        ),
        walls=_walls(packed, lines, borders),
        scenery=tuple(_ring(ring, lines) for ring in packed.scenery),
        credit=packed.credit,
    )


def _point(spot: list[int]) -> Point:
    return spot[0] * UNIT, spot[1] * UNIT


def _lines(packed: PackedMap) -> list[list[Point]]:
    """The corners of every arc."""
    steps = np.frombuffer(packed.arcs, "<i2").reshape(2, -1)
    x, y = np.round(np.cumsum(steps, axis=1) * UNIT, 1).tolist()
    spots = list(zip(x, y, strict=True))
    lines, start = [], 0
    for length in packed.lengths:
        lines.append(spots[start : start + length])
        start += length
    return lines


def _ring(numbers: list[int], lines: list[list[Point]]) -> Ring:
    """One outline; every arc begins where the one before it ends."""
    ring: list[Point] = []
    for number in numbers:
        ring += lines[number][:-1] if number >= 0 else lines[~number][:0:-1]
    return tuple(ring)


def _walls(
    packed: PackedMap, lines: list[list[Point]], borders: frozenset[tuple[str, str]]
) -> tuple[Wall, ...]:
    names = [area.name for area in packed.areas]
    walls = []
    for (left, right), line in zip(packed.sides, lines, strict=True):
        if left >= 0 and right >= 0:
            one, other = sorted((names[left], names[right]))
            if (one, other) not in borders:
                walls.append(Wall(one, other, tuple(line)))
    return tuple(walls)
