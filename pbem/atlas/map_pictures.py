"""Pictures of units and of the relief in a player's TripleA map folder, for a browser (ADR 0085).

They are passed on and never decoded here.  Of a PNG the frame is read: its size is bounded, and
only the parts that make the picture are kept, so that texts, profiles, animations, and whatever
hides behind its end, reach no decoder.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from engine import NEUTRAL, Definition
from pbem.atlas.map_files import DAMAGED, map_files
from pbem.usage import UsageError

TILE: Final = 256
"""Width and height of a tile of the relief, in points of the map."""

_LARGEST: Final = 512 * 1024
_LARGEST_SIDE: Final = 512
_MOST_TILES: Final = 4096
_TILE_NAME: Final = re.compile(r"reliefTiles/(\d{1,3})_(\d{1,3})\.png")
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_KEPT: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})


class MapPictures:
    """The pictures of one folder that fit a game.

    units: for each nation, and for NEUTRAL, the types that have a picture.
    tiles: columns and rows of the relief.
    """

    def __init__(self, definition: Definition, path: Path) -> None:
        """The folder stays open; raises UsageError when it cannot be read."""
        opened = ExitStack()
        self._files = opened.enter_context(map_files(path))
        self._opened = opened
        there = frozenset(self._files.pictures("units"))
        nations = (NEUTRAL, *definition.politics.nation_names)
        # A name of a map is only compared with those that are there, and never made into a path.
        self._units: dict[tuple[str, str], str] = {
            (nation, kind): name
            for nation in nations
            for kind in definition.unit_types
            if (name := f"units/{nation}/{kind}.png") in there
        }
        tiles = (_TILE_NAME.fullmatch(name) for name in self._files.pictures("reliefTiles"))
        found = {(int(tile[1]), int(tile[2])): tile[0] for tile in tiles if tile}
        self._tiles = found if len(found) <= _MOST_TILES else {}

    @property
    def units(self) -> Mapping[str, list[str]]:
        """The types of which each nation has a picture."""
        found: dict[str, list[str]] = {}
        for nation, kind in self._units:
            found.setdefault(nation, []).append(kind)
        return found

    @property
    def tiles(self) -> list[tuple[int, int]]:
        """Column and row of each tile of the relief."""
        return sorted(self._tiles)

    def unit(self, nation: str, kind: str) -> bytes | None:
        """The picture of a unit type of a nation; None where there is none that can be shown."""
        return self._read(self._units.get((nation, kind)))

    def tile(self, column: int, row: int) -> bytes | None:
        """A tile of the relief; None where there is none that can be shown."""
        return self._read(self._tiles.get((column, row)))

    def _read(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        try:
            data = self._files.read(name, _LARGEST)
            return None if data is None else bare_png(data)
        except (UsageError, ValueError, *DAMAGED):
            return None


def bare_png(data: bytes) -> bytes:
    """A PNG with the parts that make the picture; ValueError for anything else, or a large one."""
    if not data.startswith(_SIGNATURE):
        raise ValueError("no PNG")
    parts = [*_chunks(data)]
    if not parts or parts[0][0] != b"IHDR" or parts[-1][0] != b"IEND":
        raise ValueError("a PNG without a beginning or an end")
    header = parts[0][1][8:]
    sides = int.from_bytes(header[:4]), int.from_bytes(header[4:8])
    if not 1 <= min(sides) <= max(sides) <= _LARGEST_SIDE:
        raise ValueError("a PNG of another size")
    return _SIGNATURE + b"".join(chunk for kind, chunk in parts if kind in _KEPT)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and bytes of each part of a PNG, up to its end."""
    at = len(_SIGNATURE)
    while at < len(data):
        size = int.from_bytes(data[at : at + 4])
        chunk = data[at : at + 12 + size]
        if len(chunk) < 12 + size:
            raise ValueError("a PNG that is cut off")
        kind = chunk[4:8]
        yield kind, chunk
        if kind == b"IEND":
            return
        at += len(chunk)
