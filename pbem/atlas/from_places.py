"""A drawing from one point for each area and from the graph: cells, with land on top of the sea."""

from collections.abc import Mapping
from typing import Final

from engine import Definition, TerritoryName
from pbem.atlas.cells import Site, outlines
from pbem.atlas.geometry import AreaShape, MapGeometry, Point

_MARGIN: Final = 30


def geometry_from_places(
    definition: Definition, places: Mapping[TerritoryName, Point]
) -> MapGeometry:
    """The drawing; `places` has one point for every area, and no two areas have the same one."""
    left = min(x for x, _ in places.values()) - _MARGIN
    top = min(y for _, y in places.values()) - _MARGIN
    moved = {name: (x - left, y - top) for name, (x, y) in places.items()}
    width = max(x for x, _ in moved.values()) + _MARGIN
    height = max(y for _, y in moved.values()) + _MARGIN
    board = definition.board
    sites = [
        Site(name, place, board.territories[name].is_sea, board.neighbours(name))
        for name, place in moved.items()
    ]
    rings = outlines(sites, width, height)
    order = sorted(sites, key=lambda site: (not site.is_sea, site.name))
    areas = tuple(
        AreaShape(site.name, site.is_sea, (rings[site.name],), site.place, site.place)
        for site in order
    )
    return MapGeometry(width=width, height=height, wrap_x=0.0, areas=areas)
