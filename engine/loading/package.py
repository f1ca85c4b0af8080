"""The scenarios that come with the program."""

import re
import tomllib
from functools import cache
from typing import Final

from engine.gamedef.definition import Definition
from engine.loading.package_data import scenario_bytes, scenario_names
from engine.loading.toml_text import parse_scenario

_TITLE: Final = re.compile(rb"^name = .*$", re.MULTILINE)


@cache
def load_scenario(name: str) -> Definition:
    """A scenario of the package, such as ``"big_world_1942"`` (B1, B5).

    Raises DefinitionError that lists the valid names when there is none of that name.
    """
    return parse_scenario(scenario_bytes(name))


def scenario_title(name: str) -> str:
    """The name that the definition of a scenario of the package has.

    Only the line of the name is read of its file: to load them all would take a second.
    """
    line = _TITLE.search(scenario_bytes(name))
    title = tomllib.loads(line[0].decode())["name"] if line is not None else name
    return str(title)


def scenario_titled(title: str) -> str:
    """The scenario of the package whose definition has this name; "" for none."""
    return next((name for name in scenario_names() if scenario_title(name) == title), "")
