"""The files of a TripleA map that a player names: a folder or a zip, read within bounds.

A map comes from a stranger.  Nothing is unpacked to the disk, no name in an archive is used as a
path, and every file is read up to a limit, whatever a header says about its length.
"""

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

from engine.values import dataclass
from pbem.usage import UsageError

_MOST_FILES: Final = 50_000
"""Most entries of an archive or of a folder of games."""

_LARGEST_ZIP: Final = 1024 * 1024 * 1024

_FIRST: Final = "polygons.txt"
"""The file that says where in an archive a map begins."""

_DAMAGED: Final = (
    OSError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)
"""What reading a damaged or encrypted archive raises."""


class MapFiles(Protocol):
    """The files of a map, by their names below the folder that holds `polygons.txt`."""

    def read(self, name: str, most: int) -> bytes | None:
        """A file; None when there is none. Raises UsageError for one of more than `most` bytes."""

    def games(self) -> tuple[str, ...]:
        """The names of the game files, in order."""


@contextmanager
def map_files(path: Path) -> Iterator[MapFiles]:
    """The files of a map folder, of its `map` folder, or of a zip of one.

    Raises UsageError for anything else, and for an archive that is damaged.
    """
    try:
        if path.is_dir():
            yield _Folder(path)
        elif path.suffix.lower() == ".zip" and path.stat().st_size <= _LARGEST_ZIP:
            with zipfile.ZipFile(path) as archive:
                yield _Archive(archive, str(path))
        else:
            raise _unreadable(path, "it is neither a folder nor a .zip file of a map")
    except _DAMAGED as why:
        raise _unreadable(path, str(why) or type(why).__name__) from None


def is_map_folder(path: Path) -> bool:
    """Whether a path can be the folder or the zip of a map."""
    try:
        if path.is_dir():
            return any((path / name).exists() for name in (_FIRST, "games", "map"))
        return path.suffix.lower() == ".zip" and path.is_file()
    except (OSError, ValueError):
        return False


def _unreadable(path: Path, why: str) -> UsageError:
    return UsageError(
        "map-folder-unreadable",
        f"The map folder {path} cannot be read: {why}.",
        "Name the folder of a TripleA map, or its .zip file.",
    )


def _bounded(stream: IO[bytes], name: str, most: int) -> bytes:
    data = stream.read(most + 1)
    if len(data) > most:
        raise UsageError(
            "map-folder-too-large", f"{name} of the map folder has more than {most} bytes."
        )
    return data


@dataclass(frozen=True, slots=True)
class _Folder:
    path: Path

    def read(self, name: str, most: int) -> bytes | None:
        for folder in (self.path, self.path / "map"):
            file = folder / name
            if file.is_file():
                with file.open("rb") as stream:
                    return _bounded(stream, name, most)
        return None

    def games(self) -> tuple[str, ...]:
        for folder in (self.path / "games", self.path / "map" / "games"):
            if folder.is_dir():
                found = [f"games/{file.name}" for file in folder.iterdir() if _is_game(file.name)]
                return tuple(sorted(found))
        return ()


@dataclass(frozen=True, slots=True)
class _Archive:
    archive: zipfile.ZipFile
    path: str

    def read(self, name: str, most: int) -> bytes | None:
        wanted = self._root() + name
        for entry in self.archive.infolist():
            if entry.filename == wanted:
                with self.archive.open(entry) as stream:
                    return _bounded(stream, name, most)
        return None

    def games(self) -> tuple[str, ...]:
        root = self._root()
        names = (entry.filename for entry in self._entries())
        inner = (name.removeprefix(root) for name in names if name.startswith(f"{root}games/"))
        return tuple(sorted(name for name in inner if name.count("/") == 1 and _is_game(name)))

    def _entries(self) -> list[zipfile.ZipInfo]:
        entries = self.archive.infolist()
        if len(entries) > _MOST_FILES:
            raise UsageError(
                "map-folder-too-large", f"{self.path} holds more than {_MOST_FILES} files."
            )
        return entries

    def _root(self) -> str:
        """What comes before `polygons.txt` in the archive, the shortest of several."""
        names = [entry.filename for entry in self._entries()]
        roots = [name.removesuffix(_FIRST) for name in names if f"/{name}".endswith(f"/{_FIRST}")]
        return min(roots, key=lambda root: (root.count("/"), root), default="")


def _is_game(name: str) -> bool:
    return name.lower().endswith(".xml")
