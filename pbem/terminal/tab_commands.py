"""What commands take, for the tab key alone: without importing them, most of which know the rules.

The table is kept beside the commands; `tests/support/tab_table.py` makes it from them.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

import click

from pbem.terminal import tab_names

TABLE: Final = Path(__file__).parents[1] / "commands" / "parameters.json"


class Parameter(TypedDict):
    """words: of an option, [] for an argument; choices: all that it takes, [] for anything; names:
    the function of `tab_names` that knows what it takes, "" for none; takes: values, 0 for a flag.
    """

    name: str
    words: list[str]
    takes: int
    choices: list[str]
    names: str
    help: str


class Taken(TypedDict):
    """A command or a group of such."""

    parameters: list[Parameter]
    commands: Mapping[str, "Taken"]


def stand_in(name: str) -> click.Command:
    """A command that takes what the real one takes and does nothing.  Raises KeyError."""
    return _made(name, _table()[name])


@cache
def _table() -> Mapping[str, Taken]:
    found: Mapping[str, Taken] = json.loads(TABLE.read_text("utf-8"))
    return found


def _made(name: str, taken: Taken) -> click.Command:
    parameters = [_parameter(one) for one in taken["parameters"]]
    if not taken["commands"]:
        return click.Command(name, params=parameters)
    below = {word: _made(word, one) for word, one in taken["commands"].items()}
    return click.Group(name, params=parameters, commands=below)


def _parameter(one: Parameter) -> click.Parameter:
    kind = click.Choice(one["choices"]) if one["choices"] else None
    names = getattr(tab_names, one["names"]) if one["names"] else None
    if not one["words"]:
        return click.Argument(
            [one["name"]], type=kind, nargs=one["takes"], required=False, shell_complete=names
        )
    return click.Option(
        [one["name"], *one["words"]],
        type=kind,
        is_flag=one["takes"] == 0,
        nargs=max(one["takes"], 1),
        shell_complete=names,
        help=one["help"],
    )
