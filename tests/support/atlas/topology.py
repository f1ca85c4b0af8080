"""The countries of the world as polygons, out of the TopoJSON file of world-atlas."""

import json
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Corners: TypeAlias = npt.NDArray[np.float64]
"""One ring as rows of (longitude, latitude) in degrees."""

Polygon: TypeAlias = list[Corners]
"""An outer ring and its holes."""


def countries(path: Path) -> dict[str, list[Polygon]]:
    """The polygons of every country, by its name in the file; two of one name are put together."""
    tree = json.loads(path.read_text(encoding="utf-8"))
    scale, move = tree["transform"]["scale"], tree["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, float), axis=0) * scale + move for arc in tree["arcs"]]
    found: dict[str, list[Polygon]] = {}
    for shape in tree["objects"]["countries"]["geometries"]:
        parts = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        polygons = [[_ring(arcs, ring) for ring in part] for part in parts]
        found.setdefault(shape["properties"]["name"], []).extend(polygons)
    return found


def _ring(arcs: list[Corners], numbers: list[int]) -> Corners:
    """Arcs one after the other; ~n is arc n backwards, and each begins where the last ended.

    A ring over the date line goes on beyond 180 degrees.
    """
    pieces = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers]
    ring = np.concatenate([piece[:-1] for piece in pieces])
    ring[:, 0] = np.unwrap(ring[:, 0], period=360)
    return ring
