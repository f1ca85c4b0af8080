"""Pictures as arrays of numbers: filled polygons, nearest sites, pieces that hang together."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]
Grid = npt.NDArray[np.float64]
Places = npt.NDArray[np.int_]


def fill(target: Numbers, rings: Sequence[tuple[Grid, Grid]], number: int) -> None:
    """Write a number into the pixels whose middle is inside the rings, by the even-odd rule."""
    height, width = target.shape
    if max(x.max() for x, _ in rings) <= 0 or min(x.min() for x, _ in rings) >= width:
        return
    found = [_crossings(x, y, height) for x, y in rings]
    rows = np.concatenate([rows for rows, _ in found])
    columns = np.concatenate([columns for _, columns in found]).clip(0, width)
    if not len(rows):
        return
    top, bottom = rows.min(), rows.max() + 1
    left, right = columns.min(), min(columns.max() + 1, width)
    toggles = np.zeros((bottom - top, columns.max() + 2 - left), np.int8)
    np.add.at(toggles, (rows - top, columns - left), 1)
    inside = np.cumsum(toggles, axis=1)[:, : right - left] % 2 == 1
    target[top:bottom, left:right][inside] = number


def _crossings(x: Grid, y: Grid, height: int) -> tuple[Places, Places]:
    """Where a ring crosses the middles of rows: the rows, and the first column beyond."""
    x1, y1 = np.roll(x, -1), np.roll(y, -1)
    first = np.ceil(np.minimum(y, y1) - 0.5).astype(int).clip(0, height)
    last = np.ceil(np.maximum(y, y1) - 0.5).astype(int).clip(0, height)
    count = last - first
    edge = np.repeat(np.arange(len(x)), count)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count) + first[edge]
    part = (row + 0.5 - y[edge]) / (y1 - y)[edge]
    cross = x[edge] + part * (x1 - x)[edge]
    return row, np.ceil(cross - 0.5).astype(int)


def nearest(x: Grid, y: Grid, sites: Grid, owners: Numbers, round_width: float) -> Numbers:
    """For every point the owner of the nearest site.

    round_width: how far east the picture begins again, 0 for nowhere.
    """
    best = np.full(len(x), np.inf, np.float32)
    found = np.full(len(x), -1, np.int32)
    x, y = x.astype(np.float32), y.astype(np.float32)
    for (site_x, site_y), owner in zip(sites, owners, strict=True):
        dx = np.abs(x - np.float32(site_x))
        if round_width:
            dx = np.minimum(dx, np.float32(round_width) - dx)
        far = dx * dx + (y - np.float32(site_y)) ** 2
        closer = far < best
        best[closer] = far[closer]
        found[closer] = owner
    return found


def pieces(labels: Numbers, is_round: bool) -> tuple[Numbers, Numbers]:
    """The pieces of one label that hang together: a number for every pixel, a label for each.

    Pixels hang together by their sides, and over the seam of a round picture.
    """
    starts = np.ones_like(labels, bool)
    starts[:, 1:] = labels[:, 1:] != labels[:, :-1]
    runs = np.cumsum(starts.ravel()).reshape(labels.shape) - 1
    parent = np.arange(runs[-1, -1] + 1)

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    # Where neither row begins a run, the pixel to the left says the same.
    same = (labels[1:] == labels[:-1]) & (starts[1:] | starts[:-1])
    pairs = np.stack([runs[:-1][same], runs[1:][same]], axis=1)
    if is_round:
        seam = labels[:, 0] == labels[:, -1]
        pairs = np.concatenate([pairs, np.stack([runs[seam, 0], runs[seam, -1]], axis=1)])
    for one, other in pairs.tolist():
        a, b = root(one), root(other)
        if a != b:
            parent[max(a, b)] = min(a, b)
    roots = np.array([root(number) for number in range(len(parent))])
    _, first, numbers = np.unique(roots, return_index=True, return_inverse=True)
    first_pixel = np.flatnonzero(starts.ravel())[first]
    return numbers[runs].astype(np.int32), labels.ravel()[first_pixel].astype(np.int32)


def contacts(labels: Numbers, is_round: bool) -> dict[tuple[int, int], int]:
    """How many sides of pixels every two labels share, smaller label first."""
    down = np.stack([labels[1:].ravel(), labels[:-1].ravel()])
    right = np.stack([labels[:, 1:].ravel(), labels[:, :-1].ravel()])
    pairs = [down, right]
    if is_round:
        pairs.append(np.stack([labels[:, 0], labels[:, -1]]))
    both = np.concatenate(pairs, axis=1)
    both = both[:, both[0] != both[1]]
    size = int(labels.max()) + 2
    keys = (both.min(axis=0).astype(np.int64) + 1) * size + both.max(axis=0) + 1
    if size < 1000:
        counts = np.bincount(keys, minlength=size * size)
        found = np.flatnonzero(counts)
        sides = counts[found]
    else:
        found, sides = np.unique(keys, return_counts=True)
    return {
        (key // size - 1, key % size - 1): count
        for key, count in zip(found.tolist(), sides.tolist(), strict=True)
    }


def grown(mask: Mask, steps: int, is_round: bool) -> Mask:
    """A mask with a margin of some pixels round it."""
    for step in range(steps):
        wide = mask.copy()
        wide[1:] |= mask[:-1]
        wide[:-1] |= mask[1:]
        wide[:, 1:] |= mask[:, :-1]
        wide[:, :-1] |= mask[:, 1:]
        if step % 2:
            wide[1:, 1:] |= mask[:-1, :-1]
            wide[:-1, :-1] |= mask[1:, 1:]
            wide[1:, :-1] |= mask[:-1, 1:]
            wide[:-1, 1:] |= mask[1:, :-1]
        if is_round:
            wide[:, 0] |= mask[:, -1]
            wide[:, -1] |= mask[:, 0]
        mask = wide
    return mask
