"""The outlines of a TripleA map of the player's own: true borders, the author's colours and places.

The formats are those of the map makers' guide of TripleA: `polygons.txt` (outlines), `centers.txt`
(centres), `place.txt` (where units stand), `name_place.txt` (names), `map.properties` (colours,
size, whether the map goes round).  The code is ours.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine import Definition
from engine.values import dataclass
from pbem.atlas.geometry import AreaShape, MapGeometry, Point, Ring
from pbem.atlas.map_files import MapFiles, map_files
from pbem.atlas.outlines import is_inside, pole_of, simplified
from pbem.text import quoted
from pbem.usage import UsageError

_LONGEST: Final[Mapping[str, int]] = {
    "polygons.txt": 16_000_000,
    "centers.txt": 1_000_000,
    "place.txt": 8_000_000,
    "name_place.txt": 1_000_000,
    "map.properties": 1_000_000,
}
"""Bytes that are read of each file; the largest map known has polygons of 4 million bytes."""

_MOST_CORNERS: Final = 400_000
_MOST_CORNERS_OF_ONE: Final = 20_000
"""Of one area: the work of a picture can grow with its square."""

_MOST_RINGS: Final = 200
"""Most outlines of one area: islands, and parts on both sides of the date line."""

_FARTHEST: Final = 100_000
"""Points to the right or down; further is not a picture."""

_MOST_SPOTS: Final = 60
_PARTS: Final = 4000
"""An outline keeps corners that stand out by more than one such part of the width."""

_PLACE: Final = re.compile(r"\((-?\d{1,6}),[ ]?(-?\d{1,6})\)")
_COLOUR: Final = re.compile(r"color\.([^=\s]{1,60})\s*=\s*#?([0-9a-fA-F]{6})\s*")
_SIZE: Final = re.compile(r"map\.(width|height)\s*=\s*(\d{1,6})\s*")
_WRAPS: Final = re.compile(r"map\.scrollWrapX\s*=\s*(\w+)\s*")


@dataclass(frozen=True, slots=True)
class _Properties:
    width: float
    height: float
    goes_round: bool
    colours: tuple[tuple[str, str], ...]


def geometry_from_folder(definition: Definition, path: Path) -> MapGeometry:
    """The map in a folder or a zip.

    Raises UsageError when it cannot be read, goes beyond the limits, or is of another board: every
    area of the game needs an outline.
    """
    with map_files(path) as files:
        outlines = dict(_outlines(_text(files, "polygons.txt")))
        missing = [name for name in definition.board.territories if name not in outlines]
        if missing:
            others = f" and {len(missing) - 1} other areas" if len(missing) > 1 else ""
            raise UsageError(
                "map-folder-other-board",
                f"The map folder {path} has no outline of {quoted(missing[0])}{others}.",
                "Name the folder of the map that the game is played on.",
            )
        properties = _checked(path, _properties(_text(files, "map.properties"), outlines))
        places = {
            name: dict(_places(_text(files, name)))
            for name in ("centers.txt", "place.txt", "name_place.txt")
        }
    order = sorted(
        definition.board.territories, key=lambda name: (not definition.board.is_sea[name], name)
    )
    slack = properties.width / _PARTS
    return MapGeometry(
        width=properties.width,
        height=properties.height,
        wrap_x=properties.width if properties.goes_round else 0.0,
        areas=tuple(
            _area(name, definition.board.is_sea[name], outlines[name], places, slack)
            for name in order
        ),
        colours=properties.colours,
    )


def _checked(path: Path, properties: "_Properties") -> "_Properties":
    """What is not wider and higher than a point cannot be drawn."""
    if min(properties.width, properties.height) < 1:
        raise UsageError("map-folder-other-board", f"The map folder {path} has an empty map.")
    return properties


def _area(
    name: str,
    is_sea: bool,
    rings: tuple[Ring, ...],
    places: Mapping[str, Mapping[str, tuple[Point, ...]]],
    slack: float,
) -> AreaShape:
    simple = tuple(simplified(ring, slack) for ring in rings)
    centres = places["centers.txt"].get(name, ())
    inside = [place for place in centres[:1] if is_inside(place, rings)]
    anchor = inside[0] if inside else pole_of(simple)
    named = [place for place in places["name_place.txt"].get(name, ()) if is_inside(place, rings)]
    return AreaShape(
        name=name,
        is_sea=is_sea,
        rings=simple,
        anchor=anchor,
        label=named[0] if named else anchor,
        spots=places["place.txt"].get(name, ())[:_MOST_SPOTS],
    )


def _text(files: MapFiles, name: str) -> str:
    data = files.read(name, _LONGEST[name])
    return "" if data is None else data.decode("utf-8", errors="replace")


def _outlines(text: str) -> Iterator[tuple[str, tuple[Ring, ...]]]:
    """Areas with their outlines: ``Name  <  (x,y) (x,y) ... >  < ... >``, one area to a line."""
    corners = 0
    for line in text.splitlines():
        name, *parts = line.split("<")
        if len(parts) > _MOST_RINGS:
            raise _too_much(f"more than {_MOST_RINGS} outlines of one area")
        rings = [tuple(_points(part)) for part in parts]
        own = sum(map(len, rings))
        corners += own
        if own > _MOST_CORNERS_OF_ONE or corners > _MOST_CORNERS:
            raise _too_much(
                f"more than {_MOST_CORNERS_OF_ONE} corners of one area, or {_MOST_CORNERS} of all"
            )
        rings = [ring for ring in rings if len(set(ring)) > 2]
        if rings:
            yield name.strip(), tuple(rings)


def _places(text: str) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Areas with places: ``Name  (x,y)  (x,y)``; what stands after a bar says how they overflow."""
    for line in text.splitlines():
        found = tuple(_points(line.partition("|")[0]))
        first = _PLACE.search(line)
        if found and first:
            yield line[: first.start()].strip(), found


def _points(text: str) -> Iterator[Point]:
    for found in _PLACE.finditer(text):
        x, y = int(found[1]), int(found[2])
        if max(abs(x), abs(y)) > _FARTHEST:
            raise _too_much(f"a place farther away than {_FARTHEST} points")
        yield float(x), float(y)


def _too_much(what: str) -> UsageError:
    return UsageError("map-folder-too-large", f"The map folder has {what}.")


def _properties(text: str, outlines: Mapping[str, tuple[Ring, ...]]) -> _Properties:
    """The size of the picture holds every outline, whatever the file says."""
    sizes = {"width": 0, "height": 0}
    colours: dict[str, str] = {}
    goes_round = True
    for line in text.splitlines():
        if found := _COLOUR.fullmatch(line):
            colours[found[1]] = f"#{found[2].lower()}"
        elif found := _SIZE.fullmatch(line):
            sizes[found[1]] = min(int(found[2]), _FARTHEST)
        elif found := _WRAPS.fullmatch(line):
            goes_round = found[1].lower() != "false"
    corners = [corner for rings in outlines.values() for ring in rings for corner in ring]
    return _Properties(
        width=float(max(sizes["width"], *(x for x, _ in corners))),
        height=float(max(sizes["height"], *(y for _, y in corners))),
        goes_round=goes_round and sizes["width"] > 0,
        colours=tuple(colours.items()),
    )
