"""The files of the scenarios that come with the program.

This is the one place in the engine that reads files: they are part of the package and never
change, so that reading them is no more input than importing a module.
"""

from pkgutil import get_data
from typing import Final

from engine.core.errors import DefinitionError
from engine.loading.fields import shown

_PACKAGE: Final = "engine.scenarios"
_SUFFIX: Final = ".toml"


def scenario_names() -> tuple[str, ...]:
    """The names of the scenarios, sorted."""
    # Late: listing a folder of a package takes longer to load than reading a file of one.
    from importlib.resources import files  # noqa: PLC0415

    found = (entry.name for entry in files(_PACKAGE).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def scenario_bytes(name: str) -> bytes:
    """The file of a scenario such as ``"big_world_1942"``.

    Raises DefinitionError that lists the valid names when there is none of that name.
    """
    data = _bytes_of(name) if name.isidentifier() else None
    if data is None:
        known = ", ".join(scenario_names())
        raise DefinitionError(f"there is no scenario {shown(name)}; known: {known}")
    return data


def _bytes_of(name: str) -> bytes | None:
    try:
        return get_data(_PACKAGE, f"{name}{_SUFFIX}")
    except FileNotFoundError:
        return None
