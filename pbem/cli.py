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
from typing import TYPE_CHECKING

import click

from pbem import VERSION
from pbem.result import Result
from pbem.screen import show, tell
from pbem.terminal.directory import COMMANDS, GROUPS, METAVARS, examples_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pbem.commands.start import StartOutput

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

TAB_VARIABLE = "_PBEM_COMPLETE"
"""What the script of a shell sets when it asks for words (`pbem completion`)."""


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
        if TAB_VARIABLE in os.environ:
            from pbem.terminal.tab_commands import stand_in  # noqa: PLC0415 - to start quickly

            return stand_in(cmd_name)
        # A keyword of the language cannot be the name of a module.
        module = {"try": "try_out", "help": "help_page", "import": "import_game"}.get(
            cmd_name, cmd_name
        )
        command = import_module(f"pbem.commands.{module}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"pbem.commands.{cmd_name} has no command")
        _add_examples(command, cmd_name)
        _name_values(command)
        _tell_more(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names; a misspelt one is answered with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches  # noqa: PLC0415 - late, to start quickly

            from pbem.text import quoted  # noqa: PLC0415 - late, to start quickly

            near = get_close_matches(args[0].lower(), COMMANDS, n=1, cutoff=0.6)
            guess = f" Did you mean `pbem {near[0]}`?" if near else ""
            ctx.fail(f"There is no command {quoted(args[0])}.{guess}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Commands for the tab key, without importing a single one."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - to start quickly

        found = [
            CompletionItem(name, help=text)
            for name, text in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found or click.Command.shell_complete(self, ctx, incomplete)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The help is longer than most terminals: it is shown as any result is."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The lists in the help, without importing a single command."""
        del ctx
        for heading, commands in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl(list(commands.items()))


def _show_help(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    del option
    if is_wanted and not ctx.resilient_parsing:
        _print(ctx.get_help())
        ctx.exit()


def _add_examples(command: click.Command, name: str) -> None:
    """Let the help end with what to type, also that of the commands below a group."""
    lines = "\n".join(f"  pbem {line}" for line in examples_of(name))
    command.epilog = f"\b\nExamples:\n{lines}"
    if isinstance(command, click.Group):
        for word, below in command.commands.items():
            _add_examples(below, f"{name} {word}")


def _name_values(command: click.Command) -> None:
    """Have the help say what options take: NATION and FILE, not TEXT and PATH."""
    for option in command.params:
        if isinstance(option, click.Option) and not option.is_flag and option.metavar is None:
            name = max(option.opts, key=len).lstrip("-").replace("-", "_")
            if not isinstance(option.type, click.Choice):
                option.metavar = METAVARS.get(name)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            _name_values(below)


def _tell_all(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    """Tell on standard error what the command does, until it has ended."""
    del option
    if is_wanted and not ctx.find_root().meta.setdefault("pbem.told", False):
        ctx.find_root().meta["pbem.told"] = True
        from pbem.log import LOG, tell_all  # noqa: PLC0415 - late, to start quickly
        from pbem.place import home_folder  # noqa: PLC0415 - late, to start quickly

        hush = tell_all()

        def end() -> None:
            LOG.debug("%s has ended", ctx.command_path)
            hush()

        LOG.debug("pbem %s, Python %s, home %s", VERSION, sys.version.split()[0], home_folder())
        ctx.call_on_close(end)


_VERBOSE = click.Option(
    ["-v", "--verbose"],
    is_flag=True,
    expose_value=False,
    callback=_tell_all,
    help="Tell on standard error what is done.",
)


def _tell_more(command: click.Command) -> None:
    """Let -v stand behind a command too, not only before it."""
    if isinstance(command, click.Group):
        for below in command.commands.values():
            _tell_more(below)
    elif _VERBOSE not in command.params:
        command.params.append(_VERBOSE)


@click.version_option(VERSION, message="%(prog)s %(version)s")
@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`pbem` alone says what waits for you; `pbem help` lists the pages of the manual.",
)
@click.option("--json", "as_json", is_flag=True, hidden=True)
@click.pass_context
def pbem(ctx: click.Context, as_json: bool) -> "Result[StartOutput] | None":
    """Play-by-email for grand-strategy games: signed saves, committed dice.

    SAVE is a file, or what `pbem games` shows in front of a game: the beginning of its id, or of
    the head of its first record where several games have one id.
    """
    del as_json
    if ctx.invoked_subcommand is not None:
        return None
    from pbem.commands.start import start_page  # noqa: PLC0415 - late, to start quickly

    return start_page()


pbem.params.append(_VERBOSE)


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
        shown = result.json() if as_json else result.text
        _print(shown, in_pages=not result.ends_talk)
        if not result.exit_code:
            _try_again(arguments, as_json)
            if not as_json:
                _say_what_waits(arguments)
        return result.exit_code
    return result if isinstance(result, int) else 0


_SAY_IT_THEMSELVES = frozenset({"fetch", "games", "outbox"})
_MAY_SEND = frozenset(
    {"adopt", "away", "board", "consent", "enact", "join", "new", "note", "pace", "play", "propose"}
)
"""Commands that sign something or ask somebody over the network; `fetch`, `remind`, `send` and
`outbox` see to the outbox themselves."""


def _command(arguments: Sequence[str]) -> str:
    """The command, where it is about games; "" for any other."""
    name = next((word for word in arguments if not word.startswith("-")), "")
    return name if "pbem.home" in sys.modules else ""


def _try_again(arguments: Sequence[str], as_json: bool) -> None:
    """Send what is still to be sent, if it was not tried a moment ago."""
    if _command(arguments) not in _MAY_SEND:
        return
    from pbem.home import Home  # noqa: PLC0415 - late, to start quickly
    from pbem.post.dispatch import mails_in  # noqa: PLC0415 - late, to start quickly
    from pbem.terminal.command_line import now  # noqa: PLC0415 - late, to start quickly

    home = Home.standard()
    if not any(entry.waits for entry in mails_in(home)):
        return
    from pbem.post.delivery_words import try_again  # noqa: PLC0415 - late, to start quickly

    for line in try_again(home, now(), due_only=True):
        if not as_json:
            tell(line)


def _say_what_waits(arguments: Sequence[str]) -> None:
    """After a command about games: what the player has to do in any of them.

    On standard error, so that what a command gives can be kept in a file.
    """
    if _command(arguments) in {"", *_SAY_IT_THEMSELVES}:
        return
    from pbem.home import Home  # noqa: PLC0415 - late, to start quickly
    from pbem.post.dispatch import state_lines  # noqa: PLC0415 - late, to start quickly
    from pbem.terminal.command_line import now  # noqa: PLC0415 - late, to start quickly
    from pbem.text import plain  # noqa: PLC0415 - late, to start quickly

    for line in state_lines(Home.standard(), now()):
        tell(plain(line))


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
    from pbem.log import LOG  # noqa: PLC0415 - late, to start quickly

    LOG.error("a bug: %s", type(error).__name__, exc_info=error)
    text = (
        f"This is a bug in pbem ({type(error).__name__}: {error}). Your games are as they were "
        "last stored. Please report it with the end of pbem.log in your home, or with what "
        "PBEM_DEBUG=1 prints."
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

        tell(f"pbem: {plain(text, lines=True)}")
    return exit_code


def _json(data: object) -> str:
    import json  # noqa: PLC0415 - late, to start quickly

    return json.dumps(data)


def _print(text: str, *, in_pages: bool = True) -> None:
    if text:
        show(text, in_pages=in_pages)
