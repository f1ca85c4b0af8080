"""The scenario that a command names: one of ours, a scenario file, or a TripleA map file."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from engine import (
    Definition,
    DefinitionError,
    Profile,
    load_scenario,
    parse_scenario,
    read_triplea_map,
    scenario_names,
    with_places,
    with_profile,
)
from engine.values import replace
from pbem.atlas.map_files import is_map_folder, map_files
from pbem.lobby.scenario_places import more_scenarios, scenario_place
from pbem.named_files import read_plain_file
from pbem.text import plain, quoted
from pbem.usage import UsageError

_MOST_BYTES = 16 * 1024 * 1024
_MOST_CENTRES = 1024 * 1024
_MOST_OUTLINES = 16_000_000
_MOST_MAPS = 1000


_AS_IN_FILE: Mapping[str, str] = MappingProxyType({})


def find_scenario(
    name: str, profile: Profile | None = None, properties: Mapping[str, str] = _AS_IN_FILE
) -> Definition:
    """The scenario of a name or of a file.

    name: such as ``big_world_1942``, a file that ends in ``.toml`` or ``.xml``, or the folder or
      zip of a TripleA map that has one game; ``map.zip/games/name.xml`` is one game of a zip. Or
      what one of these is called in the home or by a plugin.
    profile: whose reading of the rules applies; None for the rule book's with our own scenarios
    and TripleA's with its maps.
    properties: of a TripleA map, values in place of those of its file.
    Raises UsageError for a file that cannot be read, and DefinitionError that says what is wrong;
    for a map that needs rules that pbem does not have, it lists them all.
    """
    if name in scenario_names():
        return _with_profile(load_scenario(name), profile)
    path = Path(name)
    if is_map_folder(path):
        return _game_of(path, "", profile, properties)
    archive = _archive_of(path)
    if archive is not None:
        return _game_of(archive, path.relative_to(archive).as_posix(), profile, properties)
    if path.suffix.lower() not in {".toml", ".xml"}:
        place = scenario_place(name)
        if place is not None:
            return find_scenario(str(place), profile, properties)
        known = ", ".join([*scenario_names(), *(plain(other) for other, _ in more_scenarios())])
        raise DefinitionError(
            f"there is no scenario {quoted(name)}{_guess(name)}; known: {known}; or name a .toml "
            "file, a TripleA .xml file, or the folder or .zip of a TripleA map"
        )
    data = read_plain_file(path, _MOST_BYTES)
    if path.suffix.lower() == ".toml":
        return _with_profile(parse_scenario(data), profile)
    definition = read_triplea_map(data, profile or "triplea", properties)
    centres = _centres(path)
    return with_places(definition, centres) if centres else definition


def map_data(name: str) -> bytes:
    """The game file of a TripleA map: an ``.xml`` file, or the one game of a folder or a zip.

    name: as `find_scenario` takes it.  Raises UsageError for what is none of these.
    """
    path = Path(name)
    if not is_map_folder(path) and _archive_of(path) is None and path.suffix.lower() != ".xml":
        path = scenario_place(name) or path
    if is_map_folder(path):
        return _files_of(path, "")[0]
    archive = _archive_of(path)
    if archive is not None:
        return _files_of(archive, path.relative_to(archive).as_posix())[0]
    return read_plain_file(path, _MOST_BYTES)


def _guess(name: str) -> str:
    """The scenario that somebody may mean: "Big World", or a slip of the keys."""
    from difflib import get_close_matches  # noqa: PLC0415 - late, to start quickly

    keys = {_letters(one): one for one in scenario_names()}
    wanted = _letters(name)
    begun = [key for key in keys if wanted and key.startswith(wanted)]
    near = begun or get_close_matches(wanted, keys, 1)
    return f" (did you mean {keys[near[0]]}?)" if near else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def is_scenario(name: str) -> bool:
    """Whether a name is one that `find_scenario` takes, and not that of a game."""
    path = Path(name)
    known = name in scenario_names() or path.suffix.lower() in {".toml", ".xml"}
    return known or is_map_folder(path) or scenario_place(name) is not None


def folder_of(name: str) -> Path | None:
    """The map folder that lies around the scenario of this name; None without one.

    For the file of a map that lies alone it is the one with a file of this name among those that
    TripleA has downloaded.
    """
    path = Path(name)
    if is_map_folder(path):
        return path
    if path.suffix.lower() != ".xml":
        place = None if name in scenario_names() else scenario_place(name)
        return folder_of(str(place)) if place is not None and place != path else None
    if archive := _archive_of(path):
        return archive
    around = (path.parent, path.parent.parent)
    found = next((folder for folder in around if (folder / "polygons.txt").is_file()), None)
    return found or _downloaded(path.name)


def downloaded_maps() -> Path:
    """Where TripleA keeps the maps that it has downloaded."""
    return Path.home() / "triplea" / "downloadedMaps"


def downloaded_game(game: str) -> str:
    """The downloaded map with a game of this name, as `find_scenario` takes it; UsageError when
    there is none that plays."""
    from pbem.lobby.maps import games_of, maps_in  # noqa: PLC0415 - late: it reads many maps

    try:
        paths = maps_in(downloaded_maps())
    except UsageError:
        paths = ()
    for path in paths:
        for entry in games_of(path):
            if entry.name == game and entry.play:
                return entry.play
    raise UsageError(
        "no-such-map",
        f"No downloaded map has the game {quoted(game)}.",
        "Name the map: --map MAP, a folder, a .zip or an .xml file.",
    )


def _downloaded(game: str) -> Path | None:
    """The first downloaded map with outlines and a game file of this name."""
    try:
        maps = sorted(path for path in downloaded_maps().iterdir() if is_map_folder(path))
    except OSError:
        return None
    for path in maps[:_MOST_MAPS]:
        with suppress(UsageError), map_files(path) as files:
            names = (name.rpartition("/")[2] for name in files.games())
            if game in names and files.read("polygons.txt", _MOST_OUTLINES):
                return path
    return None


def _archive_of(path: Path) -> Path | None:
    """The zip of a map that a path leads into; None for any other path."""
    return next((each for each in path.parents if each.suffix == ".zip" and each.is_file()), None)


def _game_of(
    path: Path, name: str, profile: Profile | None, properties: Mapping[str, str]
) -> Definition:
    """A game of a map folder, the only one for ""."""
    data, centres = _files_of(path, name)
    return with_places(read_triplea_map(data, profile or "triplea", properties), centres)


def _files_of(path: Path, name: str) -> tuple[bytes, str]:
    """The file of a game of a map folder, the only one for "", and the centres of its areas;
    UsageError names the games when it is unclear which."""
    with map_files(path) as files:
        games = files.games()
        wanted = [game for game in games if name in {"", game}]
        if len(wanted) != 1:
            there = ", ".join(games[:20]) or "none"
            raise UsageError(
                "map-folder-games",
                f"The map {quoted(str(path))} has {len(games)} games: {plain(there)}.",
                "Name the file of one of them." if games else "Name a folder with a game.",
            )
        data = files.read(wanted[0], _MOST_BYTES) or b""
        centres = (files.read("centers.txt", _MOST_CENTRES) or b"").decode("utf-8", "replace")
    return data, centres


def _with_profile(definition: Definition, profile: Profile | None) -> Definition:
    if profile is None:
        return definition
    return replace(definition, options=with_profile(definition.options, profile))


def _centres(path: Path) -> str:
    """The list of centres of a map folder, "" without one; a map file lies in its `games`."""
    for folder in (path.parent, path.parent.parent):
        listed = folder / "centers.txt"
        if listed.is_file() and listed.stat().st_size <= _MOST_CENTRES:
            return listed.read_text("utf-8", errors="replace")
    return ""
