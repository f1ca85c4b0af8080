"""The files of a TripleA map that a player names: a folder or a zip, read within bounds.

A map comes from a stranger.  Nothing is unpacked to the disk, no name in an archive is used as a
path, and every file is read up to a limit, whatever a header says about its length.
"""

import lzma
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Final, Protocol

from engine.values import dataclass
from pbem.usage import UsageError

_MOST_FILES: Final = 50_000
"""Most entries of an archive or of a folder of games."""

_LARGEST_ZIP: Final = 1024 * 1024 * 1024

_LARGEST_LIST: Final = 16 * 1024 * 1024
"""Bytes of the list of an archive's files: it is held in memory before anything can be counted."""

_LARGEST_WHOLE: Final = 2 * 1024 * 1024 * 1024
"""Bytes of all files of an archive together, as it says itself."""

_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_LONGER_END: Final = b"PK\x06\x07"
_LONGEST_COMMENT: Final = 65_535
_ELSEWHERE: Final = re.compile(r"(?:^|/)\.\.?(?:/|$)|^/|[\\:\0]")
"""Names that lead out of the folder into which an archive is unpacked (which nobody does here)."""

_FIRST: Final = "polygons.txt"
"""The file that says where in an archive a map begins."""

DAMAGED: Final = (
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

    def pictures(self, folder: str) -> tuple[str, ...]:
        """The names of the PNG files in a folder and in the folders in it, in order."""


@contextmanager
def map_files(path: Path) -> Iterator[MapFiles]:
    """The files of a map folder, of its `map` folder, or of a zip of one.

    Raises UsageError for anything else, and for an archive that is damaged.
    """
    try:
        if path.is_dir():
            yield _Folder(path)
        elif path.suffix.lower() == ".zip" and path.stat().st_size <= _LARGEST_ZIP:
            _check_list(path)
            with zipfile.ZipFile(path) as archive:
                yield _Archive(archive, _checked_entries(archive, path))
        else:
            raise _unreadable(path, "it is neither a folder nor a .zip file of a map")
    except DAMAGED as why:
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


def _check_list(path: Path) -> None:
    """Look at the end of an archive for the length of its list, before the list is read.

    The longer form of the end, for archives beyond 4 GB, can say another length, so it is refused.
    """
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT - len(_LONGER_END) - 16))
        tail = stream.read()
    end = tail.rfind(_END)
    if end < 0 or len(tail) - end < _END_SIZE:
        raise _unreadable(path, "it is not a .zip file, or it is not whole")
    if _LONGER_END in tail or int.from_bytes(tail[end + 12 : end + 16], "little") > _LARGEST_LIST:
        raise _too_large(path, f"a list of files of more than {_LARGEST_LIST} bytes")


def _checked_entries(archive: zipfile.ZipFile, path: Path) -> dict[str, zipfile.ZipInfo]:
    """The files of an archive by name; of several of one name the last, as whoever unpacks them."""
    entries = archive.infolist()
    if len(entries) > _MOST_FILES:
        raise _too_large(path, f"more than {_MOST_FILES} files")
    if sum(entry.file_size for entry in entries) > _LARGEST_WHOLE:
        raise _too_large(path, f"files of more than {_LARGEST_WHOLE} bytes in all")
    if any(_ELSEWHERE.search(entry.orig_filename) for entry in entries):
        raise _unreadable(path, "a file in it has a name that leads out of its folder")
    return {entry.filename: entry for entry in entries}


def _too_large(path: Path, what: str) -> UsageError:
    return UsageError("map-folder-too-large", f"{path} holds {what}.")


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

    def pictures(self, folder: str) -> tuple[str, ...]:
        for base in (self.path, self.path / "map"):
            places = (base / folder, *sorted((base / folder).glob("*/")))
            files = (file for place in places if not place.is_symlink() for file in place.glob("*"))
            found = [
                file.relative_to(base).as_posix()
                for file in islice(files, _MOST_FILES)
                if _is_picture(file.name) and file.is_file() and not file.is_symlink()
            ]
            if found:
                return tuple(sorted(found))
        return ()


@dataclass(frozen=True, slots=True)
class _Archive:
    archive: zipfile.ZipFile
    entries: dict[str, zipfile.ZipInfo]

    def read(self, name: str, most: int) -> bytes | None:
        entry = self.entries.get(self._root() + name)
        if entry is None:
            return None
        with self.archive.open(entry) as stream:
            return _bounded(stream, name, most)

    def games(self) -> tuple[str, ...]:
        found = self._below("games")
        return tuple(sorted(name for name in found if name.count("/") == 1 and _is_game(name)))

    def pictures(self, folder: str) -> tuple[str, ...]:
        return tuple(sorted(name for name in self._below(folder) if _is_picture(name)))

    def _below(self, folder: str) -> Iterator[str]:
        root = self._root()
        for name in self.entries:
            if name.startswith(f"{root}{folder}/"):
                yield name.removeprefix(root)

    def _root(self) -> str:
        """What comes before `polygons.txt` in the archive, the shortest of several."""
        found = (name for name in self.entries if f"/{name}".endswith(f"/{_FIRST}"))
        roots = [name.removesuffix(_FIRST) for name in found]
        return min(roots, key=lambda root: (root.count("/"), root), default="")


def _is_game(name: str) -> bool:
    return name.lower().endswith(".xml")


def _is_picture(name: str) -> bool:
    return name.lower().endswith(".png")
