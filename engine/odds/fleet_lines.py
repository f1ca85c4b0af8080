"""One side of a large sea battle with numpy: its states in a row, and where a volley leads in it.

The rows and columns of the grid in fleet_arrays.py.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from engine.odds.side import Shots, Side

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Places = np.ndarray[tuple[int, ...], np.dtype[np.intp]]

Chances = dict[int, float]
"""States of a side with the chance of each."""

_NEGLIGIBLE: Final = 1e-9
"""A state of one side less likely than this after one round is dropped, and counted as dropped."""


class FleetVolley(NamedTuple):
    """One volley of the general fire.

    mask: the classes that it can hit; chances: of 0, 1, 2 ... hits; none: of no hit; from `least`
    up to `end` are the numbers of hits that are followed; lost: the chance of the others.
    """

    mask: int
    chances: Array
    none: float
    least: int
    end: int
    lost: float


class Ends(NamedTuple):
    """Where fire can leave a side: places, each once, with their chances.

    stays: the chance that no unit is lost; lost: that of places too unlikely to be followed.
    """

    places: Places
    chances: Array
    stays: float
    lost: float


class Line:
    """The states of a side in the order of the hits that they can take, most first.

    Those in which no submarine is left and nobody fires early are together at the end, because
    what they lead to is like them.  place: where a state stands; calm: the first of those places.
    """

    def __init__(self, side: Side[float]) -> None:
        numbers = range(len(side.keys))
        calm = [side.is_calm(state) for state in numbers]
        self.states = sorted(numbers, key=lambda state: (calm[state], -side.hits_left(state)))
        self.calm = len(calm) - sum(calm)
        self.place = {state: at for at, state in enumerate(self.states)}
        self._side = side
        self._paths: dict[tuple[int, int], Places] = {}

    def hit(self, state: int, volley: FleetVolley) -> Ends:
        """Where one volley leaves a state."""
        path = self.path(state, volley.mask)
        chances, count = volley.chances, len(path)
        if count >= len(chances):
            least, end = volley.least, volley.end
            return Ends(path[least:end], chances[least:end], volley.none, volley.lost)
        # More hits than targets.
        chances = capped(chances, count)
        return _followed(path, chances, float(chances[0]))

    def path(self, state: int, mask: int) -> Places:
        """The places after 0, 1, 2 ... hits."""
        known = self._paths.get((state, mask))
        if known is None:
            steps = self._side.path(state, mask)
            known = np.fromiter(map(self.place.__getitem__, steps), dtype=np.intp, count=len(steps))
            # The rest of a path is itself a path.
            for at, step in enumerate(steps):
                self._paths.setdefault((step, mask), known[at:])
        return known

    def spread(self, there: Chances, state: int) -> Ends:
        """States with their chances as places; state: the one in which no unit is lost."""
        count = len(there)
        places = np.fromiter(map(self.place.__getitem__, there), dtype=np.intp, count=count)
        chances = np.fromiter(there.values(), dtype=np.float64, count=count)
        return _followed(places, chances, there.get(state, 0.0))

    def joined(self, parts: list[tuple[float, int, Ends]], state: int) -> Ends:
        """Several ends as one, each with its weight and the state that was fired at.

        state: the one in which no unit is lost.
        """
        if len(parts) == 1:
            _, target, ends = parts[0]
            return ends if target == state else ends._replace(stays=0.0)
        found: Array = np.zeros(len(self.states))
        lost = 0.0
        for weight, _, ends in parts:
            found[ends.places] += weight * ends.chances
            lost += weight * ends.lost
        places = found.nonzero()[0]
        ends = _followed(places, found[places], float(found[self.place[state]]))
        return ends._replace(lost=ends.lost + lost)


def volley_of(shots: Shots[float]) -> FleetVolley:
    """The volley with its chances as an array."""
    chances = np.array(shots.chances)
    likely = (chances >= _NEGLIGIBLE).nonzero()[0]
    least, end = int(likely[0]), int(likely[-1]) + 1
    lost = float(chances[:least].sum() + chances[end:].sum())
    return FleetVolley(shots.mask, chances, float(chances[0]), least, end, lost)


def _followed(places: Places, chances: Array, stays: float) -> Ends:
    """The ends without those that are too unlikely."""
    likely = chances >= _NEGLIGIBLE
    if likely.all():
        return Ends(places, chances, stays, 0.0)
    lost = float(chances[~likely].sum())
    return Ends(places[likely], chances[likely], stays, lost)


def capped(chances: Array, length: int) -> Array:
    """The chances of 0, 1, 2 ... hits, all from the last of so many numbers on together."""
    if len(chances) <= length:
        return chances
    line = chances[:length].copy()
    line[-1] = chances[length - 1 :].sum()
    return line


def likely_cells(cells: Array, least: float) -> Iterator[tuple[int, float]]:
    """The cells of a row that have this chance at least, with it, one after another.

    Cells further on may gain more while one is worked off.  It is empty afterwards: what a round
    without any hit leads back to is in its chance already.
    """
    at = 0
    while at < len(cells):
        likely = cells[at:] >= least
        ahead = int(likely.argmax())
        if not likely[ahead]:
            return
        at += ahead
        yield at, float(cells[at])
        cells[at] = 0.0
        at += 1
