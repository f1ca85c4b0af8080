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


def scenario_titled(title: str) -> str:
    """The scenario of the package whose definition has this name; "" for none.

    Only the line of the name is read of each file: to load them all would take a second.
    """
    for name in scenario_names():
        line = _TITLE.search(scenario_bytes(name))
        if line is not None and tomllib.loads(line[0].decode()) == {"name": title}:
            return name
    return ""
