"""What a picture of numbers becomes: rings, anchors and bridges, packed for pbem.atlas."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pbem.atlas.packed_outlines import UNIT, PackedArea, PackedBridge, PackedMap, fingerprint, pack
from tests.support.atlas.arcs import Arc, trace
from tests.support.atlas.drawing import Canvas
from tests.support.atlas.raster import Grid, Mask, Numbers
from tests.support.atlas.sites import NOBODY_LAND, NOBODY_SEA

_SLACK = 0.45
"""How far a simplified border may lie from the true one, in points."""

_SPARSE = 3

_NOBODY = frozenset((NOBODY_LAND, NOBODY_SEA))

NATURAL_EARTH = "Coast lines: Natural Earth"


@dataclass(frozen=True)
class Finished:
    """A mended picture and the borders of the board that it could not show."""

    canvas: Canvas
    labels: Numbers
    missing: Sequence[tuple[int, int]]


def packed(finished: Finished, merged: Mapping[str, str] | None = None) -> bytes:
    """The file that `pbem.atlas.packed_outlines.unpack` reads.

    merged: areas that belong to others on a board that is else the same: its file has no arcs of
      its own.
    """
    canvas, labels = finished.canvas, _without_nobody(finished)
    names = [place.name for place in canvas.places]
    arcs = trace(labels, _SLACK * canvas.scale)
    base = fingerprint(name for name in names if name not in _NOBODY) if merged else ""
    for lost, heir in (merged or {}).items():
        before, after = names.index(lost), names.index(heir)
        labels[labels == before] = after
        arcs = [_given(arc, before, after) for arc in arcs]
    rings = _rings(arcs)
    anchors = _anchors(labels)
    order = sorted(
        (n for n, name in enumerate(names) if name not in _NOBODY | set(merged or ())),
        key=lambda n: (not canvas.board.is_sea[names[n]], names[n]),
    )
    areas = [
        PackedArea(
            name=names[n],
            is_sea=canvas.board.is_sea[names[n]],
            rings=rings[n],
            anchor=_units(anchors[n], canvas.scale),
        )
        for n in order
    ]
    places = {n: place for place, n in enumerate(order)}
    scenery = names.index(NOBODY_LAND) if NOBODY_LAND in names else -1
    lines = [np.round(arc.line / canvas.scale / UNIT).astype(int).tolist() for arc in arcs]
    return pack(
        PackedMap(
            board=fingerprint(names[n] for n in order),
            width=canvas.projection.width,
            height=canvas.projection.height,
            is_round=canvas.is_round,
            credit=NATURAL_EARTH,
            arcs=b"" if base else _deltas(lines),
            lengths=[] if base else [len(line) for line in lines],
            sides=[_sides(arc, places) for arc in arcs],
            areas=areas,
            scenery=rings[scenery] if scenery >= 0 else [],
            bridges=[
                PackedBridge(
                    one=names[one],
                    other=names[other],
                    line=[_units(spot, canvas.scale) for spot in line],
                )
                for one, other in finished.missing
                for line in _bridge(labels == one, labels == other, canvas.is_round)
            ],
            base=base,
        )
    )


def _sides(arc: Arc, places: Mapping[int, int]) -> list[int]:
    """The areas beside a border; none where it has become the inside of one."""
    if arc.left == arc.right:
        return [-1, -1]
    return [places.get(arc.left, -1), places.get(arc.right, -1)]


def _given(arc: Arc, before: int, after: int) -> Arc:
    """The border after one area has become a part of another."""
    left, right = (after if side == before else side for side in (arc.left, arc.right))
    return Arc(arc.line, left, right)


def _without_nobody(finished: Finished) -> Numbers:
    """Lakes and waters beyond the board are one and the same: -1."""
    labels = finished.labels.copy()
    for number, place in enumerate(finished.canvas.places):
        if place.name == NOBODY_SEA:
            labels[labels == number] = -1
    return labels


def _units(spot: tuple[float, float], scale: float) -> list[int]:
    return [round(spot[0] / scale / UNIT), round(spot[1] / scale / UNIT)]


def _deltas(lines: list[list[list[int]]]) -> bytes:
    spots = np.array([spot for line in lines for spot in line])
    steps = np.diff(spots, axis=0, prepend=0).astype("<i2")
    return steps.T.tobytes()


def _rings(arcs: Sequence[Arc]) -> dict[int, list[list[int]]]:
    """The rings of every number as numbers of arcs; ~n is arc n backwards."""
    sides: dict[int, list[int]] = defaultdict(list)
    for number, arc in enumerate(arcs):
        if arc.left != arc.right:
            sides[arc.left].append(number)
            sides[arc.right].append(~number)
    return {label: _chained(arcs, parts) for label, parts in sorted(sides.items())}


def _chained(arcs: Sequence[Arc], parts: list[int]) -> list[list[int]]:
    def ends(part: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        line = arcs[part if part >= 0 else ~part].line
        first, last = tuple(line[0].tolist()), tuple(line[-1].tolist())
        return (first, last) if part >= 0 else (last, first)

    leaving: dict[tuple[float, ...], list[int]] = defaultdict(list)
    for part in parts:
        leaving[ends(part)[0]].append(part)
    rings = []
    for part in parts:
        start, spot = ends(part)
        if part not in leaving[start]:
            continue
        leaving[start].remove(part)
        ring = [part]
        while spot != start:
            following = leaving[spot].pop()
            ring.append(following)
            spot = ends(following)[1]
        rings.append(ring)
    return rings


def _anchors(labels: Numbers) -> dict[int, tuple[float, float]]:
    """The spot of every number that lies furthest from its border, in pixels.

    Every third pixel is looked at, and all of an area that is too small for that.
    """
    found = _deepest(labels[_SPARSE // 2 :: _SPARSE, _SPARSE // 2 :: _SPARSE])
    anchors = {
        number: (x * _SPARSE + _SPARSE // 2 + 0.5, y * _SPARSE + _SPARSE // 2 + 0.5)
        for number, (x, y, depth) in found.items()
        if depth > 2
    }
    for number in np.unique(labels).tolist():
        if number not in anchors:
            rows, columns = np.nonzero(labels == number)
            top, left = max(0, int(rows.min()) - 1), max(0, int(columns.min()) - 1)
            part = labels[top : rows.max() + 2, left : columns.max() + 2]
            x, y, _ = _deepest(part)[number]
            anchors[number] = (left + x + 0.5, top + y + 0.5)
    return anchors


def _deepest(labels: Numbers) -> dict[int, tuple[int, int, int]]:
    """Column, row and depth of the innermost pixel of every number."""
    best: dict[int, tuple[int, int, int]] = {}
    inside = np.ones_like(labels, bool)
    step = 0
    while inside.any():
        rows, columns = np.nonzero(inside)
        owners = labels[rows, columns]
        order = np.argsort(owners, kind="stable")
        numbers, starts = np.unique(owners[order], return_index=True)
        for number, group in zip(numbers, np.split(order, starts[1:]), strict=True):
            x, y = columns[group], rows[group]
            place = int(((x - x.mean()) ** 2 + (y - y.mean()) ** 2).argmin())
            best[int(number)] = (int(x[place]), int(y[place]), step)
        inside = _worn(inside, labels, step % 2 == 1)
        step += 1
    return best


def _worn(inside: Mask, labels: Numbers, is_square: bool) -> Mask:
    """Without the pixels that have something else beside them."""
    kept = inside.copy()
    kept[0] = kept[-1] = False
    kept[:, 0] = kept[:, -1] = False
    shifts = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if is_square:
        shifts += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    middle = (slice(1, -1), slice(1, -1))
    for down, right in shifts:
        rows = slice(1 + down, labels.shape[0] - 1 + down)
        columns = slice(1 + right, labels.shape[1] - 1 + right)
        beside = inside[rows, columns] & (labels[rows, columns] == labels[middle])
        kept[middle] = kept[middle] & beside
    return kept


def _bridge(one: Grid, other: Grid, is_round: bool) -> list[list[tuple[float, float]]]:
    """The shortest line between two areas; over the seam it is drawn at both edges."""
    ends = [np.argwhere(mask).astype(float) for mask in (one, other)]
    step = [max(1, len(spots) // 4000) for spots in ends]
    first, second = ends[0][:: step[0]], ends[1][:: step[1]]
    width = one.shape[1]
    best, found = np.inf, (first[0], second[0], 0)
    for turn in (-width, 0, width) if is_round else (0,):
        moved = second + np.array([0, turn])
        for spot in first:
            far = ((moved - spot) ** 2).sum(axis=1)
            place = int(far.argmin())
            if far[place] < best:
                best, found = float(far[place]), (spot, second[place], turn)
    (row, column), (to_row, to_column), turn = found
    line = [(column + 0.5, row + 0.5), (to_column + turn + 0.5, to_row + 0.5)]
    return [line, [(x - turn, y) for x, y in line]] if turn else [line]
