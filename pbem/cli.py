"""Parse, dispatch, exit codes.

Every command lives in a module of its own that is imported only when it is called.  A command
returns a Result: text for people and data for programs.  Whatever goes wrong ends in one sentence
on standard error (or one JSON object with --json) and the exit code of the trust rules.
"""

import errno
import io
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

import click

from pbem import VERSION
from pbem.result import Result

_NO_ACCESS = "Check whose it is, and that you may read and write it."
_WAYS_OUT = {
    errno.ENOSPC: "Free some space, then try again.",
    errno.EDQUOT: "Free some space, then try again.",
    errno.EROFS: _NO_ACCESS,
    errno.EACCES: _NO_ACCESS,
    errno.EPERM: _NO_ACCESS,
    errno.ENOENT: "Check that the folder exists.",
}
"""What a player can do about a fault of a file, by the number of the fault."""

COMMANDS = {
    "keys": "make, show and pin keys",
    "new": "found a game and invite the players",
    "join": "take your seat in a game you were invited to",
    "games": "the games that wait for you, and the others",
    "status": "whose turn, round and phase, money, what each nation has",
    "show": "one territory: owner, value, neighbours, units",
    "maps": "which TripleA maps of a folder can be played, and what the others need",
    "map": "one territory and what lies around it, or the whole board as a picture",
    "units": "all units of a nation by type, with their places",
    "reach": "who can get to a territory in this turn",
    "room": "how much may be placed where in this turn",
    "legal": "what can be ordered now",
    "info": "units, options, owners, phases, figures and notes of a scenario or a game",
    "odds": "the exact odds of a battle, or of every attack of a turn",
    "play": "play your turn, by hand, from a file or by the computer",
    "board": "play in your browser: the board, battles and mail on a page of your own",
    "standing": "how your units defend while you are away",
    "verify": "check everything that a save claims",
    "summary": "the report of a turn as text, HTML, Markdown or BBCode",
    "history": "every step of every turn, the board at any of them, and what changed between two",
    "replay": "the whole game as one page: map, dice, graphs, luck, messages",
    "luck": "what the dice promised and gave, and whether that is noise",
    "try": "play on from any moment with local dice: a what-if",
    "note": "write a public note on a territory",
    "away": "announce an absence to all, with your turn",
    "pace": "who is late and since when, and how long turns have taken",
    "remind": "mail the reminder that is due to a player who is late",
    "propose": "propose an edit, a take-back, a draw, a surrender, another player or key",
    "consent": "see what is proposed and sign it",
    "enact": "put into the game what all have consented to",
    "export": "write a save to a file, or as text for a forum",
    "send": "mail the save to the next player and copies to all",
    "adopt": "go on with another branch of a game that has two histories",
    "forget": "drop a game from your list",
    "outbox": "the mails that wait, may not have arrived or came back",
    "post": "post the turn in a forum, or print it to paste",
    "mail": "set up your mail, sign in to it, and try both directions",
    "fetch": "receive mail, verify and file the saves in it",
    "dice": "compare a game with its authority's journal; run a dice server",
    "demo": "a whole round between two players by mail, on this machine",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which a player meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None for an unknown one."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        # A keyword of the language cannot be the name of a module.
        module = "try_out" if cmd_name == "try" else cmd_name
        command = import_module(f"pbem.commands.{module}").COMMAND
        if not isinstance(command, click.Command):
            raise TypeError(f"pbem.commands.{cmd_name} has no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, without importing a single command."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.version_option(VERSION, message="%(prog)s %(version)s")
@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def pbem() -> None:
    """Play-by-email for grand-strategy games: signed saves, committed dice.

    SAVE is a file, or what `pbem games` shows in front of a game: the beginning of its id, or of
    the head of its first record where several games have one id.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    _make_printable()
    as_json = "--json" in arguments
    try:
        return _run([_readable(argument) for argument in arguments], as_json)
    except BrokenPipeError:
        # The reader of our output has had enough (`pbem history GAME | head`).  Nothing may be
        # written any more, not even by the interpreter when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: list[str], as_json: bool) -> int:
    try:
        result = pbem.main(args=arguments, prog_name="pbem", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        return _complain("aborted", "Stopped; what was stored is kept.", 1, as_json)
    except click.ClickException as error:
        code = "usage" if isinstance(error, click.UsageError) else "error"
        text = error.format_message()
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            _print(text)
            return error.exit_code
        return _complain(code, _helped(error, text), error.exit_code, as_json)
    except Exception as error:
        return _fail(error, as_json)
    if isinstance(result, Result):
        _print(_json(result.data) if as_json else result.text)
        return result.exit_code
    return result if isinstance(result, int) else 0


def _helped(error: click.ClickException, text: str) -> str:
    """A complaint about the arguments, with the command whose help says what is right."""
    text = text if text.endswith((".", "?", "!", "?)")) else f"{text}."
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{text} See `{context.command_path} --help`." if context is not None else text


def _readable(argument: str) -> str:
    """An argument with U+FFFD for bytes that are not valid UTF-8: such text cannot be signed.

    Neither can NUL, which no file name holds.
    """
    return "".join(
        "\ufffd" if "\ud800" <= char <= "\udfff" or char == "\0" else char for char in argument
    )


def _make_printable() -> None:
    """Have letters escaped that the terminal cannot show; names may hold such."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(error: Exception, as_json: bool) -> int:
    """Known errors carry a code and an exit code; anything else is a bug in this program."""
    code = getattr(error, "code", None)
    if isinstance(code, str):
        exit_code = getattr(error, "exit_code", 1)
        more = dict(getattr(error, "details", {}))
        if isinstance(record := getattr(error, "index", None), int):
            more["record"] = record
        return _complain(code, str(error), exit_code, as_json, more)
    if isinstance(error, BrokenPipeError):
        raise error
    if isinstance(error, OSError):
        named = error.filename2 or error.filename
        where = f": {_final_name(str(named))}" if named else ""
        way_out = _WAYS_OUT.get(error.errno or 0, "")
        what = f"{error.strerror or type(error).__name__}{where}"
        text = f"{what}. Nothing half-written is left. {way_out}".rstrip()
        return _complain("file-error", text, 1, as_json)
    from engine import EngineError  # noqa: PLC0415 - late, to start quickly

    if isinstance(error, EngineError):
        return _complain("bad-definition", _sentence(str(error)), 2, as_json)
    if os.environ.get("PBEM_DEBUG"):
        raise error
    text = (
        f"This is a bug in pbem ({type(error).__name__}: {error}). Your games are as they were "
        "last stored. Please report it with the traceback that PBEM_DEBUG=1 prints."
    )
    return _complain("internal-error", text, 1, as_json)


def _final_name(path: str) -> str:
    """The final name of a file, for the name of its temporary one (pbem.files)."""
    return re.sub(r"(.*/)?\.([^/]+)\.[0-9a-f]{16}\.tmp\Z", r"\1\2", path, flags=re.DOTALL)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"


def _complain(
    code: str,
    text: str,
    exit_code: int,
    as_json: bool,
    more: Mapping[str, object] | None = None,
) -> int:
    if as_json:
        body = {"code": code, "text": text, "exit_code": exit_code, **(more or {})}
        _print(_json({"error": body}))
    else:
        from pbem.text import plain  # noqa: PLC0415 - late, to start quickly

        click.echo(f"pbem: {plain(text, lines=True)}", err=True)
    return exit_code


def _json(data: object) -> str:
    import json  # noqa: PLC0415 - late, to start quickly

    return json.dumps(data)


def _print(text: str) -> None:
    if text:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
