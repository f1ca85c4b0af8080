"""What several commands need: the home, the clock, the passphrase, the --json switch."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from pbem.home import PASSPHRASE_VARIABLE, Home
from pbem.named_files import read_plain_file
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey, is_sealed, read_key_file
from pbem.screen import tell
from pbem.terminal.tab_names import games
from pbem.text import plain
from pbem.usage import UsageError

T = TypeVar("T")

_MOST_BYTES = 16 * 1024 * 1024
_STDIN = "-"

SAVE = click.argument("save", metavar="SAVE", shell_complete=games)
SAVE_OR_NONE = click.argument("save", metavar="[SAVE]", required=False, shell_complete=games)


JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def now() -> int:
    """Unix seconds."""
    return int(time.time())


def own_key(home: Home) -> NamedKey:
    """The player's key; asks for the passphrase when there is a terminal.

    Raises UsageError when a passphrase is needed and cannot be asked for, KeyFileError otherwise.
    """
    path = home.key_path
    if not path.is_file():
        raise _no_key()
    return key_in(path, "Your key")


def own_identity(home: Home) -> tuple[str, bytes]:
    """The player's name and public key, for which no passphrase is needed; UsageError."""
    identity = home.identity()
    if identity is None:
        raise _no_key()
    return identity


def _no_key() -> UsageError:
    return UsageError("key-missing", "You have no key yet.", "Make one with `pbem keys new`.")


def key_in(path: Path, what: str) -> NamedKey:
    """The key in a file; asks for the passphrase when there is a terminal.

    what: its name in the error message.  Raises as `own_key` does.
    """
    if not path.is_file() or not is_sealed(path.read_bytes()):
        return read_key_file(path)
    passphrase = os.environ.get(PASSPHRASE_VARIABLE)
    if passphrase is None:
        if not sys.stdin.isatty():
            raise UsageError(
                "passphrase-needed",
                f"{what} needs its passphrase, and there is no terminal to ask for it.",
                f"Set {PASSPHRASE_VARIABLE}.",
            )
        passphrase = click.prompt(f"Passphrase of {path.name}", hide_input=True, err=True)
    return read_key_file(path, str(passphrase))


def read_orders(name: str, what: str) -> str:
    """The text of a file of orders; "-" is standard input.

    what: its name in the error message, in the plural.  Raises UsageError `orders-unreadable`, and
    as `read_plain_file` does.
    """
    try:
        if name == _STDIN:
            return sys.stdin.read(_MOST_BYTES)
        return read_plain_file(Path(name), _MOST_BYTES).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            "orders-unreadable",
            f"{what} are not valid UTF-8: {error.reason} at byte {error.start}.",
            "Save the file as plain text in UTF-8.",
        ) from None


Say = Callable[[str], None]


def say_nothing(text: str) -> None:
    """For commands that print one JSON object and no progress."""
    del text


def sayer(as_json: bool) -> Say:
    """Where progress goes while a command runs: standard error, or nowhere with --json."""
    if as_json:
        return say_nothing
    return tell


def with_warning(result: Result[T], error: SaveError | None) -> Result[T]:
    """A result that was read from the sound part of a save, marked as such; its exit code too."""
    if error is None:
        return result
    text = (
        f"NOT PROVEN: {plain(str(error), lines=True)}\n"
        "What follows is the last good position before it.\n\n"
    )
    return Result(text + result.text, result.data, error.exit_code, error=error)
