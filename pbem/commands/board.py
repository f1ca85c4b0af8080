"""`pbem board`: a page in your own browser on which a whole turn is played."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.files import write_atomic
from pbem.home import PASSPHRASE_VARIABLE, Home
from pbem.output import Output
from pbem.result import Result
from pbem.save.shelf import ref_of
from pbem.terminal.command_line import JSON, SAVE_OR_NONE, now
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.board.phone import Phone

_LONG = 3600
_DOOR = "open-the-board.html"
_GOOD_FOR = "The address is good for one browser; Enter makes another. Ctrl-C ends the board."


class PhoneOutput(Output):
    """Where one phone is let in, and the SHA-256 fingerprint of the certificate there."""

    address: str
    fingerprint: str


class BoardOutput(Output, omit_defaults=True):
    """Where the board is, for one browser; each Enter gives another line with other addresses."""

    address: str
    phone: PhoneOutput | None = None


@click.command("board")
@SAVE_OR_NONE
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="A port of your choice.")
@click.option("--no-open", is_flag=True, help="Print the address, open no browser.")
@click.option("--phone", is_flag=True, help="Show a code for a phone in the same network.")
@JSON
def command(
    save: str | None, port: int, no_open: bool, phone: bool, as_json: bool
) -> Result[BoardOutput] | None:
    """Play in your browser: the board, moves, battles and mail of your games, or of SAVE.

    Without a key yet you make it there. Only this computer can reach the page, and only the browser
    that opens its address first; with --phone also one phone that reads the code. Your key stays in
    this program. Ctrl-C ends it; what you ordered is kept.
    """
    from pbem.board.door import key_without_asking  # noqa: PLC0415 - slow to import
    from pbem.board.serve import serving  # noqa: PLC0415

    home = Home.standard()
    first = None
    if save is not None:
        chosen = home.choose(save)
        if chosen.path is not None:
            raise UsageError(
                "board-needs-own-game",
                "The board plays the games of your list.",
                f"Take the file in first: `pbem fetch {save}`.",
            )
        first = ref_of(chosen.save)
    place = "" if first is None else f"#{first.folder_name}"
    key = key_without_asking(home, os.environ.get(PASSPHRASE_VARIABLE))
    door = home.root / _DOOR
    with serving(home, key, now, port, first, _warn) as served:
        try:
            while True:
                address = served.guard.renew(place)
                if not as_json:
                    click.echo(f"The board is at {address}\n{_GOOD_FOR}")
                if not no_open:
                    _open(address, door)
                let_in = _let_in(served.phone) if phone else None
                if as_json:
                    click.echo(Result("", BoardOutput(address, let_in)).json())
                elif let_in is not None:
                    _show_code(let_in)
                _wait_for_enter()
        except KeyboardInterrupt:
            pass
        finally:
            door.unlink(missing_ok=True)
    if not as_json:
        click.echo("The board is closed. What you ordered is kept.")
    return None


def _open(address: str, door: Path) -> None:
    """Open the board through a file.

    Everybody on this computer can read the arguments of programs, so the browser is given the name
    of a file that only its owner can read, and finds the address there.
    """
    page = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>The board</title>'
        f'<meta http-equiv="refresh" content="0;url={address}"></head>'
        f'<body><p><a href="{address}">Open the board</a></p></body></html>'
    )
    door.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomic(door, page.encode(), mode=0o600)
    click.launch(str(door))


def _let_in(phone: "Phone") -> PhoneOutput:
    return PhoneOutput(phone.open(), phone.fingerprint)


def _show_code(phone: PhoneOutput) -> None:
    """Show the code that lets a phone in, and how its certificate is known again."""
    from pbem.board.phone import code_lines  # noqa: PLC0415 - slow to import

    click.echo(code_lines(phone.address))
    click.echo(
        "Point a phone in the same network at the code. Its browser warns of a certificate that "
        f"nobody vouches for; its SHA-256 fingerprint is\n{phone.fingerprint}\n"
        "The code lets one phone in within ten minutes; Enter makes another, and puts it out."
    )


def _warn(text: str) -> None:
    click.secho(f"\aWARNING: {text}", err=True, bold=True)


def _wait_for_enter() -> None:
    """Wait until Enter is pressed; without a terminal until the program is ended."""
    if not sys.stdin.readline():
        while True:
            time.sleep(_LONG)
