"""A place for every area, worked out from the graph of the board alone.

A board is a part of a globe, and often all of it.  So areas are first placed in space, as far from
each other as there are borders between them.  Then they are looked at flat, and as a ball from the
side where it is cut open best; both are turned as the names of areas say (see `compass`), and where
enough of these are known, the ball is laid on the globe.  The view that shows most borders is
spread until all areas have about the same room.  Nothing is drawn by chance.

Sources: E. Gansner, Y. Koren and S. North, "Graph drawing by stress majorization", 2005; S. Lloyd,
"Least squares quantization in PCM", 1982, for the spreading.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine import Definition, TerritoryName
from pbem.atlas.compass import agreement, hints_of, on_the_globe, turned
from pbem.atlas.geometry import Point

_SPACE: Final = 64.0
"""Points between an area and the next, about."""

_STEPS: Final = 60
"""Steps of the majorization; more change nothing that can be seen."""

_POWER: Final = 40
"""Steps towards the directions in which a board is widest."""

_SIDES: Final = 150
"""Sides from which the ball is looked at."""

_FAR: Final = 3.0
"""A border is torn when its areas lie so many times further apart than neighbours usually do."""

_WIDE: Final = 1.2
"""The picture is this number squared times as wide as high."""

_SPREADING: Final = 12
_GRID: Final = 70
"""Samples along each side of the picture while areas spread."""

_Numbers: TypeAlias = npt.NDArray[np.float64]


def places_from_graph(definition: Definition) -> dict[TerritoryName, Point]:
    """A place for every area, in points; no two areas have the same."""
    board = definition.board
    names = sorted(board.territories)
    number = {name: place for place, name in enumerate(names)}
    distances = np.full((len(names), len(names)), np.inf)
    for name in names:
        for other, borders in board.distances(name, len(names)).items():
            distances[number[name], number[other]] = borders
    # Parts that nothing joins lie side by side.
    distances[np.isinf(distances)] = distances[np.isfinite(distances)].max() + 2
    touches = distances == 1
    space = _space(distances)
    ball = _ball(space)
    hints = hints_of(names)
    views = [turned(view, hints) for view in (space[:, :2], _seen(ball, touches))]
    globe = on_the_globe(ball, names)
    if globe is not None:
        views.append(_cut(globe, touches))
    # A ball fits any board; on that of one continent it can lie askew and show more borders.
    spots = _spread(
        max(views, key=lambda view: _shown(_framed(view), touches) * agreement(view, hints))
    )
    side = _SPACE * np.sqrt(len(names))
    spots = spots * np.array([side * _WIDE, side / _WIDE])
    return {name: (round(x, 1), round(y, 1)) for name, (x, y) in zip(names, spots, strict=True)}


def _space(distances: _Numbers) -> _Numbers:
    """Places in space, widest direction first, one row of three for each area."""
    weights = 1.0 / np.maximum(distances, 1.0) ** 2
    np.fill_diagonal(weights, 0.0)
    total = np.maximum(weights.sum(axis=1), 1e-9)
    places = _scaled(distances)
    for _ in range(_STEPS):
        squares = (places**2).sum(axis=1)
        lengths = squares[:, None] + squares[None, :] - 2 * _times(places, places.T)
        pull = weights * distances / np.sqrt(np.maximum(lengths, 1e-12))
        np.fill_diagonal(pull, 0.0)
        drawn = _times(weights - pull, places) + pull.sum(axis=1)[:, None] * places
        places = drawn / total[:, None]
    middle = places - places.mean(axis=0)
    order = np.argsort(-middle.std(axis=0), kind="stable")
    found: _Numbers = middle[:, order]
    return found


def _ball(space: _Numbers) -> _Numbers:
    """Directions from the middle."""
    found: _Numbers = space / np.maximum(np.linalg.norm(space, axis=1), 1e-9)[:, None]
    return found


def _times(one: _Numbers, other: _Numbers) -> _Numbers:
    """A product of matrices that needs no threads: they cost more than they save here."""
    found: _Numbers = np.einsum("ij,jk->ik", one, other)
    return found


def _scaled(distances: _Numbers) -> _Numbers:
    """Places in space by classical scaling: where the search for better places begins."""
    squares = distances**2
    middle = squares.mean(axis=0) + squares.mean(axis=1)[:, None] - squares - squares.mean()
    order = np.arange(len(distances)) + 1.0
    ways = np.column_stack([np.cos(order * 2.4), np.sin(order * 2.4), np.cos(order)])
    if len(distances) < 4:
        return ways
    for _ in range(_POWER):
        ways, _ = np.linalg.qr(_times(middle, ways))
    lengths = (ways * _times(middle, ways)).sum(axis=0)
    found: _Numbers = ways * np.sqrt(np.maximum(lengths / 2, 1e-9))
    return found


def _seen(ball: _Numbers, touches: npt.NDArray[np.bool_]) -> _Numbers:
    """The ball as a disc, from the side where fewest borders are torn at the rim.

    Distances from the middle of the disc are those on the ball, so the far side is its rim.
    """
    one, other = np.nonzero(np.triu(touches))
    best, fewest = _disc(ball, np.array([0.0, 0.0, 1.0])), np.inf
    if not len(one):
        return best
    order = np.arange(_SIDES) + 0.5
    slope = np.arccos(1 - 2 * order / _SIDES)
    turn = np.pi * (1 + 5**0.5) * order
    for side in np.column_stack(
        [np.cos(turn) * np.sin(slope), np.sin(turn) * np.sin(slope), np.cos(slope)]
    ):
        disc = _disc(ball, side)
        gaps = disc[one] - disc[other]
        lengths = np.hypot(gaps[:, 0], gaps[:, 1])
        torn = float((lengths > _FAR * np.median(lengths)).sum())
        if torn < fewest:
            best, fewest = disc, torn
    return best


def _cut(globe: _Numbers, touches: npt.NDArray[np.bool_]) -> _Numbers:
    """Longitudes and latitudes as a flat map, cut where fewest borders are torn."""
    one, other = np.nonzero(np.triu(touches))

    def torn(meridian: float) -> int:
        east = (globe[:, 0] - meridian) % 360
        return int((np.abs(east[one] - east[other]) > 180).sum())

    first = min(np.arange(-180.0, 180.0, 10.0), key=torn)
    found: _Numbers = np.column_stack([(globe[:, 0] - first) % 360, globe[:, 1]])
    return found


def _disc(ball: _Numbers, side: _Numbers) -> _Numbers:
    """The azimuthal equidistant view of directions from one side."""
    help_line = np.eye(3)[int(np.abs(side).argmin())]
    right = np.cross(side, help_line)
    right = right / np.linalg.norm(right)
    flat = np.column_stack([ball @ right, ball @ np.cross(side, right)])
    flat = flat / np.maximum(np.linalg.norm(flat, axis=1), 1e-9)[:, None]
    found: _Numbers = flat * np.arccos(np.clip(ball @ side, -1, 1))[:, None]
    return found


def _framed(places: _Numbers) -> _Numbers:
    """The places inside a square of side one."""
    low = places.min(axis=0)
    found: _Numbers = 0.03 + 0.94 * (places - low) / np.maximum(places.max(axis=0) - low, 1e-9)
    return found


def _samples() -> _Numbers:
    along = (np.arange(_GRID) + 0.5) / _GRID
    return np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)


def _nearest(samples: _Numbers, spots: _Numbers) -> npt.NDArray[np.intp]:
    """For every sample the area whose place is nearest, in a picture wider than high."""
    right = (samples[:, :1] - spots[:, 0]) ** 2
    down = ((samples[:, 1:] - spots[:, 1]) / _WIDE**2) ** 2
    found: npt.NDArray[np.intp] = (right + down).argmin(axis=1)
    return found


def _shown(spots: _Numbers, touches: npt.NDArray[np.bool_]) -> int:
    """How many borders of the board are borders of the cells round the places."""
    cells = _nearest(_samples(), spots).reshape(_GRID, _GRID)
    seen = np.zeros_like(touches)
    seen[cells[1:], cells[:-1]] = True
    seen[cells[:, 1:], cells[:, :-1]] = True
    return int(((seen | seen.T) & touches).sum())


def _spread(places: _Numbers) -> _Numbers:
    """The places inside a square of side one, moved to the middles of their cells."""
    spots, samples = _framed(places), _samples()
    for _ in range(_SPREADING):
        nearest = _nearest(samples, spots)
        counts = np.bincount(nearest, minlength=len(spots))
        middles: _Numbers = np.stack(
            [np.bincount(nearest, samples[:, way], len(spots)) for way in (0, 1)], axis=1
        ).astype(np.float64)
        seen = counts > 0
        middles[seen] /= counts[seen][:, None]
        spots[seen] += 0.5 * (middles[seen] - spots[seen])
    return spots
