"""Puts a finished picture right where moving sites was not enough.

Pieces that lie apart from their area go to a neighbour.  Where two areas touch that do not touch on
the board, a third one that touches both gets a strip between them; where two do not touch that
should, one of them gets a neck of ground through what lies between.  A change stays only when it
leaves fewer faults than before.
"""

from collections import deque
from collections.abc import Iterator, Mapping

import numpy as np

from tests.support.atlas.drawing import Canvas
from tests.support.atlas.raster import Mask, Numbers, contacts, grown, pieces
from tests.support.atlas.sites import NOBODY_LAND, NOBODY_SEA

Pair = tuple[int, int]

_NECK = 4.0
"""How wide a neck of ground is, in points."""

_FAR = 45.0
"""The longest neck, in points."""

_LONG, _LONG_ON_LAND = 70.0, 25.0
"""Contacts of more points stay: a strip along them would be seen as a mistake."""

_SPECK = 50.0
"""Islands of fewer square points without a site are left out."""


class Mender:
    """The picture under repair."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.labels = canvas.labels()
        names = [place.name for place in canvas.places]
        number = {name: n for n, name in enumerate(names)}
        self.is_sea = np.array([canvas.is_sea(place) for place in canvas.places])
        self.nobody = {n for n, name in enumerate(names) if name in {NOBODY_LAND, NOBODY_SEA}}
        self.wanted = {
            (min(number[a], number[b]), max(number[a], number[b])) for a, b in canvas.board.borders
        }
        self.short = max(2, round(canvas.scale * 1.5))

    def run(self) -> tuple[list[Pair], list[Pair]]:
        """Mend what can be; returns the borders without contact and the contacts without border."""
        self.clean()
        for _ in range(3):
            self.touching = contacts(self.labels, self.canvas.is_round)
            missing, false = self.faults(self.touching)
            for pair in missing:
                self._join(pair)
            _, false = self.faults(self.touching)
            for pair in false:
                self._part(pair)
            self.clean()
        self.touching = contacts(self.labels, self.canvas.is_round)
        return self.faults(self.touching)

    def faults(self, touching: Mapping[Pair, int]) -> tuple[list[Pair], list[Pair]]:
        """Borders without a contact, and contacts without a border, longest last."""
        missing = sorted(pair for pair in self.wanted if touching.get(pair, 0) < self.short)
        false = [pair for pair in touching if touching[pair] >= 1 and self._is_false(pair)]
        return missing, sorted(false, key=lambda pair: (touching[pair], pair))

    def _is_false(self, pair: Pair) -> bool:
        return pair[0] >= 0 and pair not in self.wanted and not self.nobody & set(pair)

    def clean(self) -> None:
        """Give pieces without a site to a neighbour, or to the sea around them."""
        canvas = self.canvas
        numbers, owners = pieces(self.labels, canvas.is_round)
        kept = np.zeros(len(owners), bool)
        for number, (x, y) in zip(canvas.owners.tolist(), canvas.sites, strict=True):
            spot = self._nearest(number, x, y)
            if spot:
                kept[numbers[spot]] = True
        sizes = np.bincount(numbers.ravel(), minlength=len(owners))
        beside: dict[int, dict[int, int]] = {}
        for (a, b), sides in contacts(numbers, canvas.is_round).items():
            beside.setdefault(a, {})[b] = sides
            beside.setdefault(b, {})[a] = sides
        sized = sizes.astype(np.int32)
        goal = owners.copy()
        for piece in np.flatnonzero(~kept & (owners >= 0)).tolist():
            goal[piece] = self._heir(piece, owners, kept, sized, beside.get(piece, {}))
        self.labels = goal[numbers].astype(np.int32)

    def _nearest(self, number: int, x: float, y: float) -> tuple[int, int] | None:
        """The pixel of an area that is nearest to one of its sites; None when it has none."""
        for reach in (10, 60, 400, max(self.labels.shape)):
            top, left = max(0, int(y) - reach), max(0, int(x) - reach)
            near = self.labels[top : max(0, int(y) + reach), left : max(0, int(x) + reach)]
            rows, columns = np.nonzero(near == number)
            if len(rows):
                far = (columns + left + 0.5 - x) ** 2 + (rows + top + 0.5 - y) ** 2
                place = int(far.argmin())
                return int(rows[place]) + top, int(columns[place]) + left
        return None

    def _heir(
        self,
        piece: int,
        owners: Numbers,
        kept: Mask,
        sizes: Numbers,
        beside: Mapping[int, int],
    ) -> int:
        own = int(owners[piece])
        around = sorted(beside.items(), key=lambda entry: -entry[1])
        alike = [
            int(owners[other])
            for other, _ in around
            if owners[other] >= 0 and self.is_sea[owners[other]] == self.is_sea[own] and kept[other]
        ]
        if alike:
            return alike[0]
        if self.is_sea[own]:
            return -1 if sizes[piece] > 60 * self.canvas.scale**2 else int(owners[around[0][0]])
        if sizes[piece] < _SPECK * self.canvas.scale**2 and around:
            return int(owners[around[0][0]])
        return own

    def _cost(self, touching: Mapping[Pair, int], pairs: set[Pair]) -> float:
        total = 0.0
        for pair in pairs:
            sides = touching.get(pair, 0)
            if pair in self.wanted:
                total += 4.0 if sides < self.short else 0.0
            elif self._is_false(pair) and sides:
                total += 1.0 + 0.01 * min(sides / self.canvas.scale, 60)
        return total

    def _try(self, options: Iterator[tuple[slice, slice, Mask, int]]) -> bool:
        """Keep the first of the changes (rows, columns, pixels in there, label) that helps."""
        for rows, columns, mask, label in options:
            before = contacts(self.labels[rows, columns], False)
            changed = self.labels[rows, columns].copy()
            changed[mask] = label
            after = contacts(changed, False)
            pairs = set(before) | set(after)
            now = dict(self.touching)
            for pair in pairs:
                now[pair] = now.get(pair, 0) + after.get(pair, 0) - before.get(pair, 0)
            if self._cost(now, pairs) < self._cost(self.touching, pairs) - 0.05:
                self.labels[rows, columns] = changed
                self.touching = now
                return True
        return False

    def _crop(self, mask: Mask, margin: float) -> tuple[slice, slice]:
        reach = round(margin * self.canvas.scale)
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        return (
            slice(max(0, int(rows[0]) - reach), int(rows[-1]) + reach + 1),
            slice(max(0, int(columns[0]) - reach), int(columns[-1]) + reach + 1),
        )

    def _part(self, pair: Pair) -> None:
        if self.touching[pair] > _LONG * self.canvas.scale:
            return
        small = min(pair, key=lambda number: int((self.labels == number).sum()))
        crop = self._crop(self.labels == small, 14)
        one, other = (self.labels[crop] == number for number in pair)
        line = (one & grown(other, 1, False)) | (other & grown(one, 1, False))
        if line.any():
            self._try(self._strips(pair, line, crop))

    def _strips(
        self, pair: Pair, line: Mask, crop: tuple[slice, slice]
    ) -> Iterator[tuple[slice, slice, Mask, int]]:
        inner = self._crop(line, 12)
        line = line[inner]
        rows, columns = (
            slice(outer.start + part.start, outer.start + part.start + size)
            for outer, part, size in zip(crop, inner, line.shape, strict=True)
        )
        here = self.labels[rows, columns]
        is_long = self.touching[pair] > _LONG_ON_LAND * self.canvas.scale
        for width in (2.5, 5.0):
            zone = grown(line, round(width * self.canvas.scale), False) & np.isin(here, pair)
            rim = grown(zone, 1, False) & ~zone
            numbers, counts = np.unique(here[rim], return_counts=True)
            order = numbers[np.argsort(-counts)]
            for label in order.tolist():
                if label < 0 or label in self.nobody or label in pair:
                    continue
                if is_long and not self.is_sea[label]:
                    continue
                for part in pair:
                    alike = bool(self.is_sea[label] == self.is_sea[part])
                    strait = bool(self.is_sea[label]) and not self.is_sea[list(pair)].any()
                    if alike or strait:
                        mask = _joined(zone & (here == part), here == label)
                        yield rows, columns, mask, label
                if self.is_sea[label] == self.is_sea[pair[0]] == self.is_sea[pair[1]]:
                    yield rows, columns, _joined(zone, here == label), label

    def _join(self, pair: Pair) -> None:
        for start, goal in (pair, pair[::-1]):
            if self._try(self._necks(start, goal)):
                return

    def _necks(self, start: int, goal: int) -> Iterator[tuple[slice, slice, Mask, int]]:
        """Ground for `start` on the shortest way to `goal`, through its own kind of ground."""
        path = self._path(start, goal)
        if not path:
            return
        mask = np.zeros_like(self.labels, bool)
        rows, columns = zip(*path, strict=True)
        mask[list(rows), list(columns)] = True
        crop = self._crop(mask, 12)
        for width in (_NECK, _NECK * 2, _NECK / 2):
            wide = grown(mask[crop], max(1, round(width / 2 * self.canvas.scale)), False)
            here = self.labels[crop]
            alike = (here >= 0) & (self.is_sea[here] == self.is_sea[start]) & (here != goal)
            yield crop[0], crop[1], wide & alike, start

    def _path(self, start: int, goal: int) -> list[tuple[int, int]]:
        labels, limit = self.labels, round(_FAR * self.canvas.scale)
        height, width = labels.shape
        own = labels == start
        if not own.any() or not (labels == goal).any():
            return []
        crop = self._crop(own, 2)
        edge = np.zeros_like(own)
        edge[crop] = own[crop] & grown(~own[crop], 1, False)
        steps = {(int(r), int(c)): (int(r), int(c)) for r, c in np.argwhere(edge)}
        queue = deque((spot, 0) for spot in steps)
        kind = self.is_sea[start]
        while queue:
            (row, column), far = queue.popleft()
            if far > limit:
                break
            for r, c in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if not (0 <= r < height and 0 <= c < width) or (r, c) in steps:
                    continue
                label = int(labels[r, c])
                if label == goal:
                    return self._back(steps, (row, column))
                if label >= 0 and label not in self.nobody and self.is_sea[label] == kind:
                    steps[r, c] = (row, column)
                    queue.append(((r, c), far + 1))
        return []

    @staticmethod
    def _back(
        steps: Mapping[tuple[int, int], tuple[int, int]], spot: tuple[int, int]
    ) -> list[tuple[int, int]]:
        path = [spot]
        while steps[spot] != spot:
            spot = steps[spot]
            path.append(spot)
        return path


def _joined(strip: Mask, ground: Mask) -> Mask:
    """The pieces of a strip that touch the ground that they are to belong to."""
    numbers, _ = pieces(strip.astype(np.int32), False)
    found: Mask = strip & np.isin(numbers, np.unique(numbers[strip & grown(ground, 1, False)]))
    return found
