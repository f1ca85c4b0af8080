"""The scenario that a command names: one of ours, a scenario file, or a TripleA map file."""

from pathlib import Path

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
from pbem.home import read_plain_file
from pbem.text import quoted

_MOST_BYTES = 16 * 1024 * 1024
_MOST_CENTRES = 1024 * 1024


def find_scenario(name: str, profile: Profile | None = None) -> Definition:
    """The scenario of a name or of a file.

    name: such as ``big_world_1942``, or a file that ends in ``.toml`` or ``.xml``.
    profile: whose reading of the rules applies; None for the rule book's with our own scenarios
    and TripleA's with its maps.
    Raises UsageError for a file that cannot be read, and DefinitionError that says what is wrong;
    for a map that needs rules that pbem does not have, it lists them all.
    """
    if name in scenario_names():
        return _with_profile(load_scenario(name), profile)
    path = Path(name)
    if path.suffix.lower() not in {".toml", ".xml"}:
        known = ", ".join(scenario_names())
        raise DefinitionError(
            f"there is no scenario {quoted(name)}; known: {known}; or name a .toml or a TripleA "
            ".xml file"
        )
    data = read_plain_file(path, _MOST_BYTES)
    if path.suffix.lower() == ".toml":
        return _with_profile(parse_scenario(data), profile)
    definition = read_triplea_map(data, profile or "triplea")
    centres = _centres(path)
    return with_places(definition, centres) if centres else definition


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
