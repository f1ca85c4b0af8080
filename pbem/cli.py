"""Parse, dispatch, exit codes.

Every command lives in a module of its own that is imported only when it is called.  A command
returns a Result: text for people and data for programs.  Whatever goes wrong ends in one sentence
on standard error (or one JSON object with --json) and the exit code of the trust rules.
"""

import json
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from pbem.result import Result
from pbem.text import plain

COMMANDS = {
    "keys": "make, show and pin keys",
    "new": "found a game and invite the players",
    "join": "take your seat in a game you were invited to",
    "games": "the games that wait for you, and the others",
    "status": "whose turn, round and phase, money, what each nation has",
    "show": "one territory: owner, value, neighbours, units",
    "play": "play your turn, by hand, from a file or by the computer",
    "verify": "check everything that a save claims",
    "summary": "the report of a turn as text, HTML, Markdown or BBCode",
    "history": "every step of every turn",
    "send": "mail the save to the next player and copies to all",
    "fetch": "receive mail, verify and file the saves in it",
    "demo": "a whole round between two players by mail, on this machine",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which one meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None for an unknown one."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"pbem.commands.{cmd_name}").COMMAND
        if not isinstance(command, click.Command):
            raise TypeError(f"pbem.commands.{cmd_name} has no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, without importing a single command."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def pbem() -> None:
    """Play-by-email for grand-strategy games: signed saves, committed dice."""


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    as_json = "--json" in arguments
    try:
        result = pbem.main(args=list(arguments), prog_name="pbem", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        return _complain("aborted", "Stopped; what was stored is kept.", 1, as_json)
    except click.ClickException as error:
        code = "usage" if isinstance(error, click.UsageError) else "error"
        return _complain(code, error.format_message(), error.exit_code, as_json)
    except Exception as error:
        return _fail(error, as_json)
    if isinstance(result, Result):
        _print(json.dumps(result.data, ensure_ascii=False) if as_json else result.text)
        return result.exit_code
    return result if isinstance(result, int) else 0


def _fail(error: Exception, as_json: bool) -> int:
    """Known errors carry a code and an exit code; anything else is a fault of this program."""
    code = getattr(error, "code", None)
    if not isinstance(code, str):
        if isinstance(error, OSError):
            where = f" ({error.filename})" if error.filename else ""
            return _complain("file-error", f"{error.strerror}{where}.", 1, as_json)
        from engine import EngineError  # noqa: PLC0415 - late, to start quickly

        if isinstance(error, EngineError):
            return _complain("bad-definition", str(error), 2, as_json)
        raise error
    exit_code = getattr(error, "exit_code", 1)
    record = getattr(error, "index", None)
    return _complain(code, str(error), exit_code, as_json, record)


def _complain(code: str, text: str, exit_code: int, as_json: bool, record: object = None) -> int:
    if as_json:
        body: dict[str, object] = {"code": code, "text": text, "exit_code": exit_code}
        if isinstance(record, int):
            body["record"] = record
        _print(json.dumps({"error": body}, ensure_ascii=False))
    else:
        click.echo(f"pbem: {plain(text, lines=True)}", err=True)
    return exit_code


def _print(text: str) -> None:
    if text:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
