"""The tables of this folder: where the areas of a board lie on the globe."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "sites"

NOBODY_LAND, NOBODY_SEA = "-", "~"
"""Land and sea that belong to no area: drawn, but not played."""


@dataclass(frozen=True)
class Place:
    """One area: points (longitude, latitude), the nearest of which decides, and its countries.

    Land of a country that somebody claims goes to the nearest of those who claim it; any other
    land to the nearest of all.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    claims: tuple[str, ...]


def read_places(name: str) -> list[Place]:
    """The table of a board; lines are `name | lon lat, lon lat | country, country`."""
    places = []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        points = [pair.split() for pair in cells[1].split(",")]
        claims = tuple(entry.strip() for entry in cells[2].split(",")) if len(cells) > 2 else ()
        places.append(Place(cells[0], tuple((float(x), float(y)) for x, y in points), claims))
    return places
