"""A board as a picture of numbers: every pixel belongs to one area, or to nobody."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tests.support.atlas.projection import Projection, Window
from tests.support.atlas.raster import Mask, Numbers, fill, grown, nearest, pieces
from tests.support.atlas.sites import NOBODY_LAND, NOBODY_SEA, Place
from tests.support.atlas.topology import Polygon

Line = tuple[tuple[float, float], ...]
"""(longitude, latitude) along a narrow water or a neck of land."""


LAKE = 60.0
"""Lakes of fewer square points are land."""

SMALLEST = 110.0
"""Land areas whose largest piece has fewer square points get a disc."""

_BLOCK = 6
"""Pixels along the side of a block."""

ISLAND = 7.0
"""The radius of that disc in points."""


@dataclass(frozen=True)
class Board:
    """What has to be drawn: areas with their places, and which of them touch on the board."""

    window: Window
    places: tuple[Place, ...]
    is_sea: Mapping[str, bool]
    borders: frozenset[tuple[str, str]]
    waters: tuple[Line, ...] = ()
    necks: tuple[Line, ...] = ()
    drained: tuple[str, ...] = ()


class Canvas:
    """The picture of a board in one resolution."""

    def __init__(self, board: Board, countries: Mapping[str, list[Polygon]], scale: float) -> None:
        """scale: pixels for a point."""
        self.board, self.scale = board, scale
        self.places = board.places
        self.is_round = board.window.is_round
        points = [point for place in self.places for point in place.points]
        weights = [
            (0.65 if self.is_sea(place) else 1.0) / len(place.points)
            for place in self.places
            for _ in place.points
            if place.name not in {NOBODY_LAND, NOBODY_SEA}
        ]
        played = [
            point
            for place in self.places
            for point in place.points
            if place.name not in {NOBODY_LAND, NOBODY_SEA}
        ]
        degrees = np.array(played)
        degrees[:, 0] = board.window.near(degrees[:, 0])
        self.projection = Projection(board.window, degrees, np.array(weights))
        self.width = round(self.projection.width * scale)
        self.height = round(self.projection.height * scale)
        self.owners = np.array(
            [number for number, place in enumerate(self.places) for _ in place.points], np.int32
        )
        spots = np.array(points)
        x, y = self.projection(board.window.near(spots[:, 0]), spots[:, 1])
        self.sites = np.stack([x * scale, y * scale], axis=1)
        self.country_names = sorted(countries)
        self.countries = np.full((self.height, self.width), -1, np.int32)
        for number, name in enumerate(self.country_names):
            if name not in board.drained:
                for polygon in countries[name]:
                    self._paint(polygon, number)
        for line in board.necks:
            self.countries[self.brush(line, 3.0) & (self.countries < 0)] = len(self.country_names)
        for line in board.waters:
            self.countries[self.brush(line, 3.0)] = -1
        self.land = self.countries >= 0
        self.lakes = np.zeros_like(self.land)
        self._find_lakes()
        self.discs = np.full_like(self.countries, -1)
        self._add_islands()

    def is_sea(self, place: Place) -> bool:
        """Whether a place is water."""
        return place.name == NOBODY_SEA or self.board.is_sea.get(place.name, False)

    def _paint(self, polygon: Polygon, number: int) -> None:
        window = self.board.window
        for turn in (-360, 0, 360):
            west = min(float(ring[:, 0].min()) for ring in polygon) + turn
            east = max(float(ring[:, 0].max()) for ring in polygon) + turn
            if east < window.west or west > window.east:
                continue
            rings = [self.projection(ring[:, 0] + turn, ring[:, 1]) for ring in polygon]
            fill(self.countries, [(x * self.scale, y * self.scale) for x, y in rings], number)

    def _find_lakes(self) -> None:
        """Water that no site of a sea lies in is a lake, or land where it is too small to see."""
        numbers, _ = pieces(self.land.astype(np.int32), self.is_round)
        seas = set()
        for x, y in self.sites[self.sea_sites()]:
            row, column = int(y), int(x) % self.width
            if 0 <= row < self.height and not self.land[row, column]:
                seas.add(int(numbers[row, column]))
        dry = ~self.land & ~np.isin(numbers, sorted(seas))
        sizes = np.bincount(numbers.ravel())
        small = dry & (sizes[numbers] < LAKE * self.scale**2)
        self.countries[small] = len(self.country_names)
        self.land |= small
        self.lakes = dry & ~small

    def _add_islands(self) -> None:
        """A disc for every land area that would be too small to see, with water round it."""
        labels = self.labels()
        sizes = self._largest(labels)
        for number, place in enumerate(self.places):
            is_land = not self.is_sea(place) and place.name != NOBODY_LAND
            if not is_land or sizes[number] >= SMALLEST * self.scale**2:
                continue
            site = int(np.flatnonzero(self.owners == number)[0])
            disc = np.zeros_like(self.land)
            x, y = self.sites[site].tolist()
            self._dab(disc, x, y, ISLAND)
            self._moat(disc, number, labels)
            self.discs[disc] = number
            self.countries[disc] = len(self.country_names)
            self.land |= disc

    def _largest(self, labels: Numbers) -> Numbers:
        """Pixels of the largest piece of every place."""
        numbers, owners = pieces(labels, self.is_round)
        found = np.zeros(len(self.places), np.int32)
        counts = np.bincount(numbers.ravel(), minlength=len(owners)).astype(np.int32)
        np.maximum.at(found, owners[owners >= 0], counts[owners >= 0])
        return found

    def _moat(self, disc: Mask, number: int, labels: Numbers) -> None:
        """Water between an island and land that it does not touch on the board."""
        rows = np.flatnonzero(disc.any(axis=1))
        if not len(rows):
            return
        # Whole rows, so that an island at the seam has its water on both sides.
        band = slice(max(0, rows[0] - 2 * self._gap()), rows[-1] + 2 * self._gap() + 1)
        near = grown(disc[band], self._gap(), self.is_round)
        here, name = labels[band], self.places[number].name
        for other in np.unique(here[near]).tolist():
            if other < 0 or other == number or self.is_sea(self.places[other]):
                continue
            its = self.places[other].name
            if (min(name, its), max(name, its)) not in self.board.borders:
                mine = near & (here == other)
                self.countries[band][mine] = -1
                self.land[band][mine] = False

    def _gap(self) -> int:
        return max(1, round(1.5 * self.scale))

    def brush(self, line: Line, width: float) -> Mask:
        """The pixels along a line, so many points wide."""
        mask = np.zeros((self.height, self.width), bool)
        spots = np.array(line)
        x, y = self.projection(self.board.window.near(spots[:, 0]), spots[:, 1])
        for start in range(len(spots) - 1):
            steps = 2 + int(
                2 * self.scale * np.hypot(x[start + 1] - x[start], y[start + 1] - y[start])
            )
            for part in np.linspace(0, 1, steps):
                here_x = x[start] + (x[start + 1] - x[start]) * part
                here_y = y[start] + (y[start + 1] - y[start]) * part
                self._dab(mask, here_x * self.scale, here_y * self.scale, width / 2)
        return mask

    def _dab(self, mask: Mask, x: float, y: float, radius: float) -> None:
        """Set the pixels round a spot (in pixels); radius in points."""
        reach = radius * self.scale
        top, bottom = max(0, int(y - reach) - 1), min(self.height, int(y + reach) + 2)
        if top >= bottom:
            return
        rows = np.arange(top, bottom)[:, None]
        columns = np.arange(int(x - reach) - 1, int(x + reach) + 2)
        inside = (rows + 0.5 - y) ** 2 + (columns[None] + 0.5 - x) ** 2 <= max(reach, 0.71) ** 2
        if not self.is_round:
            inside &= (columns >= 0) & (columns < self.width)
        mask[rows, columns[None] % self.width] |= inside

    def candidates(self) -> dict[int, Numbers]:
        """For every country that somebody claims, the sites of those; -1: all sites on land."""
        names = {name: number for number, name in enumerate(self.country_names)}
        claims: dict[int, list[int]] = {}
        for number, place in enumerate(self.places):
            for country in place.claims:
                claims.setdefault(names[country], []).append(number)
        land = [n for n, place in enumerate(self.places) if not self.is_sea(place)]
        found = {
            country: np.flatnonzero(np.isin(self.owners, owners)).astype(np.int32)
            for country, owners in claims.items()
        }
        found[-1] = np.flatnonzero(np.isin(self.owners, land)).astype(np.int32)
        return found

    def sea_sites(self) -> Numbers:
        """The numbers of the sites of the seas."""
        sea = [n for n, place in enumerate(self.places) if self.is_sea(place)]
        return np.flatnonzero(np.isin(self.owners, sea)).astype(np.int32)

    def labels(self) -> Numbers:
        """The number of the place that each pixel belongs to."""
        found = np.full((self.height, self.width), -1, np.int32)
        found[self.discs >= 0] = self.discs[self.discs >= 0]
        free = self.discs < 0
        groups = [(~self.land & ~self.lakes, self.sea_sites())]
        rest = self.land & free
        by_country = self.candidates()
        for country, sites in by_country.items():
            if country >= 0:
                mask = (self.countries == country) & free
                rest &= ~mask
                groups.append((mask, sites))
        groups.append((rest, by_country[-1]))
        for mask, sites in groups:
            self._divide(found, mask, sites)
        return found

    def _divide(self, labels: Numbers, mask: Mask, sites: Numbers) -> None:
        """Give every pixel of a mask to the owner of its nearest site.

        Blocks of pixels in the midst of a cell are decided by their middles alone.
        """
        rows, columns = np.nonzero(mask)
        if not len(rows):
            return
        points, owners = self.sites[sites], self.owners[sites]
        round_width = float(self.width) if self.is_round else 0.0
        high, wide = -(-self.height // _BLOCK), -(-self.width // _BLOCK)
        down, right = np.mgrid[0:high, 0:wide]
        middle_x, middle_y = (right.ravel() + 0.5) * _BLOCK, (down.ravel() + 0.5) * _BLOCK
        used = np.zeros((high, wide), bool)
        used[rows // _BLOCK, columns // _BLOCK] = True
        used = grown(used, 2, False)
        rough = np.full((high, wide), -1, np.int32)
        here = used.ravel()
        rough[used] = nearest(middle_x[here], middle_y[here], points, owners, round_width)
        plain = np.ones_like(used)
        for shift in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            plain &= rough == np.roll(rough, shift, (0, 1))
        plain[0] = plain[-1] = plain[:, 0] = plain[:, -1] = False
        clear = plain[rows // _BLOCK, columns // _BLOCK]
        found = rough[rows // _BLOCK, columns // _BLOCK]
        rest = ~clear
        x, y = columns[rest].astype(np.float64) + 0.5, rows[rest].astype(np.float64) + 0.5
        found[rest] = nearest(x, y, points, owners, round_width)
        labels[rows, columns] = found
