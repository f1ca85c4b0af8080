"""From longitude and latitude to points in the picture.

Two steps.  Scales that depend on longitude and on latitude alone (Mercator up to the north of
Europe, flatter beyond it) make a plain map; then crowded parts of it grow and empty ones shrink.
The second step is a cartogram whose density is that of the board's areas: shapes stay what they
are nearby, and Europe gets the room that its areas need.

Source: M. T. Gastner and M. E. J. Newman, "Diffusion-based method for producing density-equalizing
maps", PNAS 101, 2004.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.float64]

_CELLS = 320
"""Cells of the cartogram from west to east."""


@dataclass(frozen=True)
class Window:
    """The part of the world that a board shows.

    west, east, south, north: in degrees; is_round: east leads to west.
    stretch: (longitude, scale) from west to east, 1 where nothing is said; flatten: the same for
    latitudes, on top of Mercator.
    width: of the picture in points; blur: in degrees, how far the density of an area spreads;
    power: how much of the difference in density is evened out, 0 for none, 1 for all.
    """

    west: float
    east: float
    south: float
    north: float
    is_round: bool
    width: float
    blur: float
    power: float
    stretch: tuple[tuple[float, float], ...] = ()
    flatten: tuple[tuple[float, float], ...] = ()

    def near(self, lon: Grid) -> Grid:
        """The same longitudes as numbers that are as near to the middle as can be."""
        middle = (self.west + self.east) / 2
        found: Grid = middle + (lon - middle + 180) % 360 - 180
        return found


class Projection:
    """The way from degrees to points for one window and the sites of its areas."""

    def __init__(self, window: Window, sites: Grid, weights: Grid) -> None:
        """sites: rows of (longitude, latitude); weights: what share of an area each stands for."""
        self.window = window
        self._lon = np.linspace(window.west, window.east, 2001)
        self._lat = np.linspace(-89, 89, 2001)
        self._x = _summed(self._lon, _scale(self._lon, window.stretch))
        steep = np.minimum(1 / np.cos(np.radians(self._lat)), 1.9)
        steep = steep * _scale(self._lat, window.flatten)
        self._y = _summed(self._lat, steep)
        top = np.interp(window.north, self._lat, self._y)
        bottom = np.interp(window.south, self._lat, self._y)
        self._cell = self._x[-1] / _CELLS
        self._rows = round((top - bottom) / self._cell)
        self._y = (top - self._y) / self._cell
        self._x = self._x / self._cell
        self.width = window.width
        self.height = window.width / _CELLS * self._rows
        density = self._density(sites, weights)
        x, y = _cartogram(density, window.is_round)
        # The seam bends; its middle stays the edge of the picture.
        self._corners = (x - x[:, 0].mean(), y) if window.is_round else (x, y)

    def __call__(self, lon: Grid, lat: Grid) -> tuple[Grid, Grid]:
        """Points for degrees; longitudes beyond the window go on beyond the picture's edge."""
        u, v = self._plain(lon, lat)
        turns = np.floor(u / _CELLS) if self.window.is_round else np.zeros_like(u)
        u = u - turns * _CELLS
        inside_u, inside_v = np.clip(u, 0, _CELLS - 1e-6), np.clip(v, 0, self._rows - 1e-6)
        x, y = _sample(self._corners, inside_u, inside_v)
        factor = self.width / _CELLS
        return (x + (u - inside_u) + turns * _CELLS) * factor, (y + (v - inside_v)) * factor

    def _plain(self, lon: Grid, lat: Grid) -> tuple[Grid, Grid]:
        """Cells to the right and down before the cartogram."""
        window = self.window
        turns = np.zeros_like(lon)
        if window.is_round:
            turns = np.floor((lon - window.west) / 360)
            lon = lon - turns * 360
        u = np.interp(lon, self._lon, self._x) + turns * _CELLS
        # Beyond the window of a regional board the scale of its edge goes on.
        u = u + np.minimum(lon - window.west, 0) / self._cell
        u = u + np.maximum(lon - window.east, 0) / self._cell
        return u, np.interp(lat, self._lat, self._y)

    def _density(self, sites: Grid, weights: Grid) -> Grid:
        field = np.zeros((self._rows, _CELLS))
        u, v = self._plain(sites[:, 0], sites[:, 1])
        rows = np.clip(v.astype(int), 0, self._rows - 1)
        np.add.at(field, (rows, np.clip(u.astype(int), 0, _CELLS - 1)), weights)
        field = _unfold(field, self.window.is_round)
        waves = _waves(field.shape)
        sigma = self.window.blur / self._cell
        field = np.fft.irfft2(np.fft.rfft2(field) * np.exp(-waves * sigma**2 / 2), field.shape)
        field = field[: self._rows, :_CELLS]
        density: Grid = (np.maximum(field, 0) / field.mean() + 0.12) ** self.window.power
        return density


def _scale(at: Grid, knots: tuple[tuple[float, float], ...]) -> Grid:
    if not knots:
        return np.ones_like(at)
    return np.interp(at, [knot[0] for knot in knots], [knot[1] for knot in knots])


def _summed(at: Grid, scale: Grid) -> Grid:
    steps = np.diff(at) * (scale[1:] + scale[:-1]) / 2
    return np.concatenate([[0.0], np.cumsum(steps)])


def _unfold(field: Grid, is_round: bool) -> Grid:
    """Mirrored at every edge that is an edge, so that waves know no edges."""
    if not is_round:
        field = np.concatenate([field, field[:, ::-1]], axis=1)
    return np.concatenate([field, field[::-1]], axis=0)


def _waves(shape: tuple[int, ...]) -> Grid:
    down = np.fft.fftfreq(shape[0]) * 2 * np.pi
    right = np.fft.rfftfreq(shape[1]) * 2 * np.pi
    squares: Grid = down[:, None] ** 2 + right[None, :] ** 2
    return squares


def _cartogram(density: Grid, is_round: bool) -> tuple[Grid, Grid]:
    """Where the corners of the grid's cells go while the density spreads evenly."""
    rows, columns = density.shape
    field = _unfold(density / density.mean(), is_round)
    spectrum, waves = np.fft.rfft2(field), _waves(field.shape)
    down = 2j * np.pi * np.fft.fftfreq(field.shape[0])[:, None]
    right = 2j * np.pi * np.fft.rfftfreq(field.shape[1])[None, :]

    def speed(time: float, x: Grid, y: Grid) -> tuple[Grid, Grid]:
        now = spectrum * np.exp(-waves * time)
        here = np.fft.irfft2(now, field.shape)
        fast = [-np.fft.irfft2(now * way, field.shape) / here for way in (right, down)]
        # Values belong to the middles of cells, and the unfolded field goes on round every edge.
        return _sample((fast[0], fast[1]), x - 0.5, y - 0.5)

    y, x = np.mgrid[0 : rows + 1, 0 : columns + 1].astype(float)
    time, step = 0.0, 0.4
    while time < 8 * (2 * max(rows, columns) / (2 * np.pi)) ** 2:
        vx, vy = speed(time, x, y)
        vx, vy = speed(time + step / 2, x + vx * step / 2, y + vy * step / 2)
        x, y = x + vx * step, y + vy * step
        y = np.clip(y, 0, rows)
        time, step = time + step, step * 1.1
    if not is_round:
        x = np.clip(x, 0, columns)
    return x, y


def _sample(fields: tuple[Grid, Grid], x: Grid, y: Grid) -> tuple[Grid, Grid]:
    """Both fields between their values; the indices go round."""
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    right, down = x - column, y - row
    height, width = fields[0].shape
    a, b = row % height, (row + 1) % height
    c, d = column % width, (column + 1) % width
    found = [
        (field[a, c] * (1 - right) + field[a, d] * right) * (1 - down)
        + (field[b, c] * (1 - right) + field[b, d] * right) * down
        for field in fields
    ]
    return found[0], found[1]
