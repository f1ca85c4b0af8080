"""The TripleA maps in a folder of a player: which of their games pbem plays, and what others need.

Maps come from strangers: what is wrong with one is said in its line, and the others are read all
the same.  Nothing is unpacked (map_files.py).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine import Definition, DefinitionError
from engine.loading import MapFault, UnsupportedMapError, read_triplea_parts
from engine.values import dataclass, field, replace
from pbem.atlas.map_files import is_map_folder, map_files
from pbem.atlas.triplea_folder import geometry_from_folder
from pbem.named_files import read_plain_file
from pbem.usage import UsageError

_MOST_MAPS: Final = 1000
_MOST_BYTES: Final = 16 * 1024 * 1024
_OUTLINES: Final = "polygons.txt"
_MOST_OUTLINES: Final = 16_000_000
_NO_FOLDER: Final = "none: the board is drawn from its borders, unless you name its map folder"
_WAY_OUT: Final = (
    "Name the folder that TripleA keeps its maps in, or a map: a folder, a .zip or an .xml file. "
    "Maps come from TripleA itself (Download Maps) or from github.com/triplea-maps."
)


@dataclass(frozen=True, slots=True)
class MapGame:
    """One game of a map.

    map: the name of its folder, archive or file; file: its game file, below that.
    name: its title; "" when it cannot be read. missing: the rules that it needs and pbem does not
    have; asks: for each of them the unit types, nations or areas that ask for it; lines: where the
    file asks first, as far as that is one line.
    faults: what is wrong with it; it plays when there is neither.
    play: what `pbem new` takes for it, "" when it must be unpacked first.
    outlines: what is wrong with the outlines of its areas, as far as that is seen at a glance.
    """

    map: str
    file: str
    name: str = ""
    missing: tuple[str, ...] = ()
    asks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    faults: tuple[MapFault, ...] = ()
    play: str = ""
    outlines: str = ""

    @property
    def plays(self) -> bool:
        """Whether it can be played."""
        return not self.missing and not self.faults


def maps_in(folder: Path) -> tuple[Path, ...]:
    """The maps in a folder, sorted: folders, archives and game files; a map itself is the only one.

    Raises UsageError for a folder without maps, or with too many.
    """
    if _is_map(folder):
        return (folder,)
    try:
        found = sorted(path for path in folder.iterdir() if _is_map(path))
    except FileNotFoundError:
        raise UsageError("no-maps", f"There is no folder {folder}.", _WAY_OUT) from None
    except OSError as error:
        fault = f"{folder} cannot be read as a folder of maps: {error.strerror}."
        raise UsageError("no-maps", fault, _WAY_OUT) from None
    if not found:
        raise UsageError(
            "no-maps",
            f"There is no map in {folder}.",
            _WAY_OUT,
        )
    if len(found) > _MOST_MAPS:
        raise UsageError("no-maps", f"{folder} has more than {_MOST_MAPS} maps.")
    return tuple(found)


def games_of(path: Path) -> Iterator[MapGame]:
    """The games of a map; one entry with its fault for a map that cannot be read."""
    if path.suffix.lower() == ".xml":
        try:
            data = read_plain_file(path, _MOST_BYTES)
        except UsageError as error:
            yield MapGame(path.name, path.name, faults=(MapFault(str(error), error.code),))
            return
        yield _game(MapGame(path.stem, path.name, play=str(path), outlines=_NO_FOLDER), data)
        return
    try:
        with map_files(path) as files:
            names = files.games()
            drawn = files.read(_OUTLINES, _MOST_OUTLINES) is not None
            for name in names:
                data = files.read(name, _MOST_BYTES) or b""
                play = str(path) if len(names) == 1 else _unpacked(path, name)
                outlines = "" if drawn else f"there is no {_OUTLINES}"
                yield _game(MapGame(path.name, name, play=play, outlines=outlines), data)
            if not names:
                yield MapGame(path.name, "", faults=(MapFault("it has no game", "no-game"),))
    except UsageError as error:
        yield MapGame(path.name, "", faults=(MapFault(str(error), error.code),))


def outline_fault(path: Path, definition: Definition) -> str:
    """Why a board cannot be drawn with the outlines of its map, "" when it can."""
    try:
        geometry_from_folder(definition, path)
    except UsageError as error:
        return str(error)
    return ""


def _is_map(path: Path) -> bool:
    return is_map_folder(path) or (path.suffix.lower() == ".xml" and path.is_file())


def _unpacked(path: Path, name: str) -> str:
    """The name of one of several games of a map, as `find_scenario` takes it."""
    if not path.is_dir():
        return str(path / name)
    found = (path / name, path / "map" / name)
    return next((str(file) for file in found if file.is_file()), "")


def _game(game: MapGame, data: bytes) -> MapGame:
    """What is known of a game once its file is read."""
    try:
        parts = read_triplea_parts(data)
    except UnsupportedMapError as error:
        return replace(game, missing=error.missing, faults=error.faults)
    except DefinitionError as error:
        return replace(game, faults=(MapFault(str(error), "unreadable"),))
    return replace(
        game,
        name=parts.definition.name,
        missing=parts.missing,
        asks=parts.targets,
        lines=parts.lines,
    )
