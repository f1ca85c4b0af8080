"""Moves sites a little until areas that touch on the board touch in the picture, and no others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests.support.atlas.drawing import Canvas
from tests.support.atlas.raster import Grid, Mask, Numbers, contacts
from tests.support.atlas.sites import NOBODY_LAND, NOBODY_SEA

Far = npt.NDArray[np.float32]
Pair = tuple[int, int]

_MISSING, _FALSE = 4.0, 1.0
"""How bad a border without a contact is, and a contact without a border."""

_SHORT = 2
"""Contacts of fewer sides of pixels count as none."""


class Nudger:
    """The search: sites, the nearest of which decides, on a coarse canvas."""

    def __init__(self, canvas: Canvas, seed: int) -> None:
        self.canvas = canvas
        self.random = np.random.default_rng(seed)
        self.sites = canvas.sites.copy()
        self.start = canvas.sites.copy()
        names = [place.name for place in canvas.places]
        self.nobody = {n for n, name in enumerate(names) if name in {NOBODY_LAND, NOBODY_SEA}}
        number = {name: n for n, name in enumerate(names)}
        self.wanted = {
            (min(number[a], number[b]), max(number[a], number[b])) for a, b in canvas.board.borders
        }
        self.groups = self._groups()
        self.labels = canvas.discs.copy()
        for group in self.groups:
            group.paint(self.labels)
        self.touching = contacts(self.labels, canvas.is_round)
        self.bad = self._faults()

    def _groups(self) -> "list[_Group]":
        canvas = self.canvas
        by_country = canvas.candidates()
        free = canvas.discs < 0
        rest = canvas.land & free
        groups = [_Group(self, ~canvas.land & ~canvas.lakes, canvas.sea_sites())]
        for country, sites in by_country.items():
            if country >= 0:
                mask = (canvas.countries == country) & free
                rest &= ~mask
                if len(sites) > 1 or mask.any():
                    groups.append(_Group(self, mask, sites))
        groups.append(_Group(self, rest, by_country[-1]))
        return [group for group in groups if len(group.rows)]

    def _is_false(self, pair: Pair) -> bool:
        return pair not in self.wanted and pair[0] >= 0 and not self.nobody & set(pair)

    def _cost(self, touching: Mapping[Pair, int], pairs: Iterable[Pair]) -> float:
        total = 0.0
        for pair in pairs:
            sides = touching.get(pair, 0)
            if pair in self.wanted:
                total += _MISSING if sides < _SHORT else 0.0
            elif sides >= _SHORT and self._is_false(pair):
                total += _FALSE * (1.0 + 0.02 * min(sides, 50))
        return total

    def _strain(self, site: int) -> float:
        moved = self.sites[site] - self.start[site]
        return 0.25 * float((moved**2).sum()) / (self.canvas.scale * 40) ** 2

    def _faults(self) -> list[Pair]:
        """Borders without a contact, and contacts without a border."""
        missing = [pair for pair in self.wanted if self.touching.get(pair, 0) < _SHORT]
        false = [
            pair
            for pair, sides in self.touching.items()
            if sides >= _SHORT and self._is_false(pair)
        ]
        return sorted(missing + false)

    def run(self, tries: int, reach: float) -> None:
        """So many proposals; reach: how far a site moves at once at most, in points."""
        owners = self.canvas.owners
        for _ in range(tries):
            if not self.bad:
                return
            pair = self.bad[self.random.integers(len(self.bad))]
            own = np.flatnonzero(np.isin(owners, pair))
            if self.random.random() < 0.3:
                spot = self.sites[own[self.random.integers(len(own))]]
                far = ((self.sites - spot) ** 2).sum(axis=1)
                own = np.argsort(far)[:8]
            site = int(own[self.random.integers(len(own))])
            step = self.random.normal(0, reach * self.canvas.scale / 2, 2)
            self._try(site, step)

    def _try(self, site: int, step: Grid) -> None:
        before, strain = self.sites[site].copy(), self._strain(site)
        self.sites[site] = before + step
        touched = [group for group in self.groups if site in group.place_of]
        labels = self.labels.copy()
        kept = [group.move(site, labels) for group in touched]
        touching, pairs = self._after(labels)
        gain = self._cost(self.touching, pairs) - self._cost(touching, pairs)
        if gain > self._strain(site) - strain + 1e-9:
            self.labels, self.touching = labels, touching
            self.bad = self._faults()
            return
        self.sites[site] = before
        for group, old in zip(touched, kept, strict=True):
            group.undo(site, old)

    def _after(self, labels: Numbers) -> tuple[dict[Pair, int], set[Pair]]:
        """The contacts in a changed picture, and which pairs have more or less of it."""
        changed = labels != self.labels
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if not len(rows):
            return self.touching, set()
        crop = (
            slice(max(0, int(rows[0]) - 1), int(rows[-1]) + 2),
            slice(max(0, int(columns[0]) - 1), int(columns[-1]) + 2),
        )
        width = labels.shape[1]
        at_seam = self.canvas.is_round and (columns[0] == 0 or columns[-1] == width - 1)
        if at_seam:
            crop = (crop[0], slice(0, width))
        old = contacts(self.labels[crop], at_seam)
        new = contacts(labels[crop], at_seam)
        now = dict(self.touching)
        pairs = set(old) | set(new)
        for pair in pairs:
            now[pair] = now.get(pair, 0) + new.get(pair, 0) - old.get(pair, 0)
        return now, pairs


class _Group:
    """Pixels that are divided among the same sites."""

    def __init__(self, nudger: Nudger, mask: Mask, sites: Numbers) -> None:
        self.nudger = nudger
        self.rows, self.columns = np.nonzero(mask)
        self.x = (self.columns + 0.5).astype(np.float32)
        self.y = (self.rows + 0.5).astype(np.float32)
        self.sites = sites
        self.place_of = {int(site): place for place, site in enumerate(sites)}
        self.distances = np.stack([self._measured(int(site)) for site in sites])
        self.best = self.distances.argmin(axis=0)
        self.far = self.distances.min(axis=0)

    def _measured(self, site: int) -> Far:
        canvas = self.nudger.canvas
        x, y = self.nudger.sites[site].astype(np.float32)
        dx = np.abs(self.x - x)
        if canvas.is_round:
            dx = np.minimum(dx, np.float32(canvas.width) - dx)
        dy = self.y - y
        found: Far = dx * dx + dy * dy
        return found

    def move(self, site: int, labels: Numbers) -> "_Undo":
        """Divide anew after a site has moved, and paint what has changed."""
        place = self.place_of[site]
        now = self._measured(site)
        left = np.flatnonzero(self.best == place)
        won = np.flatnonzero((now < self.far) & (self.best != place))
        changed = np.concatenate([left, won])
        old = _Undo(self.distances[place].copy(), changed, self.best[changed], self.far[changed])
        self.distances[place] = now
        rivals = self.distances[:, left]
        self.best[left] = rivals.argmin(axis=0)
        self.far[left] = rivals.min(axis=0)
        self.best[won], self.far[won] = place, now[won]
        owners = self.nudger.canvas.owners[self.sites[self.best[changed]]]
        labels[self.rows[changed], self.columns[changed]] = owners
        return old

    def undo(self, site: int, old: "_Undo") -> None:
        """Everything as it was before `move`."""
        self.distances[self.place_of[site]] = old.column
        self.best[old.changed], self.far[old.changed] = old.best, old.far

    def paint(self, labels: Numbers) -> None:
        """Give every pixel to the owner of its nearest site."""
        labels[self.rows, self.columns] = self.nudger.canvas.owners[self.sites[self.best]]


@dataclass(frozen=True)
class _Undo:
    column: Far
    changed: Numbers
    best: Numbers
    far: Far
