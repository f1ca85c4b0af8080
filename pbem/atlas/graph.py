"""A place for every area, worked out from the graph of the board alone.

Source: K. M. Hall, "An r-dimensional quadratic placement algorithm", 1970: the two slowest waves
of a graph are a drawing of it in which areas that touch lie near each other.
"""

from typing import Final

import numpy as np

from engine import Definition
from pbem.atlas.geometry import Point

_SPACE: Final = 60.0
"""Points between an area and the next."""


def places_from_graph(definition: Definition) -> dict[str, Point]:
    """A place for every area, the same on every machine; no two are the same."""
    board = definition.board
    names = sorted(board.territories)
    number = {name: place for place, name in enumerate(names)}
    laplace = np.zeros((len(names), len(names)))
    for name in names:
        for other in board.neighbours(name):
            laplace[number[name], number[other]] = -1.0
        laplace[number[name], number[name]] = len(board.neighbours(name))
    _, waves = np.linalg.eigh(laplace)
    side = _SPACE * len(names) ** 0.5
    places: dict[str, Point] = {}
    ranks = [
        np.argsort(np.argsort(waves[:, wave], kind="stable"))
        for wave in (1 % len(names), 2 % len(names))
    ]
    for name in names:
        x, y = (float(rank[number[name]]) / len(names) * side for rank in ranks)
        places[name] = (x, y)
    return places
