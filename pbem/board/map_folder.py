"""A TripleA map that the player brings to the page: kept, looked at, and used for a game."""

import hashlib
import re
from pathlib import Path
from typing import Final

from engine import Definition
from pbem.atlas.known_folders import remember_folder
from pbem.atlas.map_files import map_files
from pbem.atlas.triplea_folder import geometry_from_folder
from pbem.board.answers import Plain
from pbem.files import write_atomic
from pbem.home import Home
from pbem.text import plain
from pbem.usage import UsageError

_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9]+")
_LONGEST_NAME: Final = 40


def map_for_founding(home: Home, data: bytes, name: str) -> Plain:
    """Keep a zip, and say which games it has; raises UsageError when it holds no game.

    name: of the file, as the player knows it.
    """
    path, is_new = _kept(home, data, name)
    try:
        with map_files(path) as files:
            games = files.games()
        if not games:
            raise UsageError("map-folder-games", "There is no game in it.", _WAY_OUT)
    except UsageError as error:
        raise _without(path, is_new, error, name) from None
    return {
        "games": [
            {"name": plain(Path(game).stem.replace("_", " ")), "scenario": str(path / game)}
            for game in games
        ]
    }


def map_for_game(home: Home, definition: Definition, data: bytes, name: str) -> Plain:
    """Keep a zip and draw this board with it from now on; raises as `geometry_from_folder`."""
    path, is_new = _kept(home, data, name)
    try:
        geometry_from_folder(definition, path)
    except UsageError as error:
        raise _without(path, is_new, error, name) from None
    remember_folder(home.maps_path, definition.name, path)
    return {}


_WAY_OUT: Final = "Choose the folder that TripleA has downloaded for the map, or its zip."


def _kept(home: Home, data: bytes, name: str) -> tuple[Path, bool]:
    """Where a zip is kept, by what it holds, and whether it was not there before."""
    stem = _NOT_PLAIN.sub("_", Path(name).stem)[:_LONGEST_NAME].strip("_") or "map"
    path = home.kept_maps / f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}.zip"
    is_new = not path.exists()
    if is_new:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(path, data, mode=0o600)
    return path, is_new


def _without(path: Path, is_new: bool, error: UsageError, name: str) -> UsageError:
    """What is no use is not kept, and is called by the name that the player knows."""
    if is_new:
        path.unlink(missing_ok=True)
    reason = error.reason.replace(f"The map folder {path}", plain(name) or "It")
    return UsageError(error.code, reason.replace(str(path), plain(name)), _WAY_OUT)
