"""The table for the tab key, from the commands: `python -m tests.support.tab_table` writes it."""

import json
from collections.abc import Mapping

import click

from pbem.cli import pbem
from pbem.terminal.tab_commands import TABLE, Parameter, Taken


def table() -> str:
    """The table as it should be: a line for each command."""
    top = click.Context(pbem, info_name="pbem")
    found: dict[str, Taken] = {}
    for name in pbem.list_commands(top):
        command = pbem.get_command(top, name)
        assert command is not None, name
        found[name] = taken_by(command)
    rows = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items()]
    return "{" + ",\n".join(rows) + "}\n"


def taken_by(command: click.Command) -> Taken:
    """What a command takes, and those below it."""
    below: Mapping[str, click.Command] = (
        command.commands if isinstance(command, click.Group) else {}
    )
    return {
        "parameters": [_parameter(one) for one in command.params if not _is_hidden(one)],
        "commands": {name: taken_by(one) for name, one in below.items()},
    }


def _is_hidden(one: click.Parameter) -> bool:
    return isinstance(one, click.Option) and one.hidden


def _parameter(one: click.Parameter) -> Parameter:
    known = one._custom_shell_complete
    is_option = isinstance(one, click.Option)
    return {
        "name": one.name or "",
        "words": [*one.opts, *one.secondary_opts] if is_option else [],
        "takes": 0 if isinstance(one, click.Option) and one.is_flag else one.nargs,
        "choices": list(one.type.choices) if isinstance(one.type, click.Choice) else [],
        "names": known.__name__ if known is not None else "",
        "help": (one.help or "") if isinstance(one, click.Option) else "",
    }


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
