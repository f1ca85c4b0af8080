"""Scenarios that do not come with the program: in the folders of the home, and in plugins.

Each is a file, a folder or a zip, and from there on it is read, founded and put into the genesis as
any file that a player names.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.place import home_folder
from pbem.plugins import Plugin, PluginGroup, plugin, plugins_in

HOME_SCENARIOS: Final = "scenarios"
HOME_MAPS: Final = "maps"
"""Folders of the home."""
_ENDINGS: Final = {HOME_SCENARIOS: (".toml", ".xml"), HOME_MAPS: (".xml", ".zip", "")}
_NAME: Final = re.compile(r"\w[\w .,()'-]*")
_GAME: Final = re.compile(r"[0-9a-f-]{4,}")
"""The names of games, which are asked for far more often: no plugin is called so."""


def scenario_place(name: str) -> Path | None:
    """Where the scenario is that a name means; None for a name that means none there.

    The home goes before plugins.  Raises PluginError for a plugin that is broken.
    """
    if not _NAME.fullmatch(name):
        return None
    for folder, endings in _ENDINGS.items():
        for ending in endings:
            path = home_folder() / folder / f"{name}{ending}"
            if path.exists():
                return path
    found = None if _GAME.fullmatch(name) else plugin(PluginGroup.SCENARIOS, name)
    return _place(found) if found is not None else None


def _place(found: Plugin) -> Path:
    """An entry point names a path, or something that gives one when it is called."""
    place = found.load()
    if callable(place):
        try:
            place = place()
        except (Exception, SystemExit) as error:  # whatever a plugin does
            raise found.fault(error) from error
    if not isinstance(place, str | os.PathLike):
        raise found.fault(f"it is a {type(place).__name__} and not a path")
    path = Path(os.fspath(place))
    if not path.exists():
        raise found.fault(f"there is no {path}")
    return path


def more_scenarios() -> Iterator[tuple[str, str]]:
    """The names of all of them, each with a word about where it comes from.

    Of the maps of the home only that they are there: `pbem maps` says which of them can be played.
    """
    told: set[str] = set()
    for folder, endings in _ENDINGS.items():
        for path in _listed(home_folder() / folder):
            is_meant = path.suffix.lower() in endings if path.is_file() else folder == HOME_MAPS
            name = path.stem if path.suffix.lower() in endings else path.name
            if is_meant and name not in told and _NAME.fullmatch(name):
                told.add(name)
                yield name, folder
    for name, one in plugins_in(PluginGroup.SCENARIOS).items():
        if name not in told:
            yield name, one.package


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
