"""The scenarios that come with the program."""

from functools import cache

from engine.gamedef.definition import Definition
from engine.loading.package_data import scenario_bytes
from engine.loading.toml_text import parse_scenario


@cache
def load_scenario(name: str) -> Definition:
    """A scenario of the package, such as ``"big_world_1942"`` (B1, B5).

    Raises DefinitionError that lists the valid names when there is none of that name.
    """
    return parse_scenario(scenario_bytes(name))
