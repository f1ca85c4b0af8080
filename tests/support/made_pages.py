"""The pages of the manual that follow from the program; `make docs` writes them to docs/made.

They are not kept: whoever changes a rule, a field or a command changes nothing here.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click

from pbem.cli import pbem
from pbem.terminal.directory import GROUPS
from tests.support import rules_index, scenario_fields

MADE: Final = Path(__file__).parents[2] / "docs" / "made"
_WIDTH: Final = 88


def write_all(folder: Path = MADE) -> None:
    """Write every page; one that has not changed keeps its time, and is not built anew."""
    for name, text in pages().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def pages() -> Mapping[str, str]:
    """The text of each page, by its path below the folder."""
    return {
        "rules-index.md": rules_index.page(),
        "scenario-fields.md": scenario_fields.page(),
        "commands/index.md": _list_of_commands(),
        **{f"commands/{name}.md": text for name, text in _commands()},
    }


def _list_of_commands() -> str:
    names = [name for commands in GROUPS.values() for name in commands]
    lines = ["# Commands", "", "Each with its help, as `pbem COMMAND --help` shows it.", ""]
    for heading, commands in GROUPS.items():
        lines += [f"## {heading}", ""]
        lines += [f"* [{name}]({name}.md): {text}" for name, text in commands.items()]
        lines.append("")
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *names, "```", ""])


def _commands() -> Iterator[tuple[str, str]]:
    top = click.Context(pbem, info_name="pbem", help_option_names=["-h", "--help"])
    for name in pbem.list_commands(top):
        command = pbem.get_command(top, name)
        if command is None:
            raise LookupError(name)
        yield name, "\n".join(_sections(command, name, top, "#"))


def _sections(command: click.Command, name: str, above: click.Context, mark: str) -> Iterator[str]:
    """The help of a command and of those below it."""
    context = click.Context(command, above, name, terminal_width=_WIDTH)
    yield from (
        f"{mark} {context.command_path}",
        "",
        "```text",
        command.get_help(context),
        "```",
        "",
    )
    if isinstance(command, click.Group):
        for inner, below in command.commands.items():
            yield from _sections(below, inner, context, f"{mark}#")
