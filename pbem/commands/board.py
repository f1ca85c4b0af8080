"""`pbem board`: a page in your own browser on which a whole turn is played."""

import sys
import time

import click

from pbem.commands.common import SAVE_OR_NONE, now, own_key
from pbem.home import Home
from pbem.result import Result
from pbem.save.shelf import ref_of
from pbem.usage import UsageError

_LONG = 3600


@click.command("board")
@SAVE_OR_NONE
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="A port of your choice.")
@click.option("--no-open", is_flag=True, help="Print the address, open no browser.")
def COMMAND(save: str | None, port: int, no_open: bool) -> Result:  # noqa: N802
    """Play in your browser: the board, moves, battles and mail of your games, or of SAVE.

    Only this computer can reach the page, and only the browser that opens the printed address. Your
    key stays in this program. Ctrl-C ends it; what you ordered is kept.
    """
    from pbem.board.serve import serving  # noqa: PLC0415 - slow to import

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
    key = own_key(home)
    with serving(home, key, now, port, first) as guard:
        _show(guard.entrance + place, is_opened=not no_open)
        try:
            while True:
                _wait_for_enter()
                _show(guard.renew() + place, is_opened=not no_open)
        except KeyboardInterrupt:
            pass
    return Result("The board is closed. What you ordered is kept.")


def _show(address: str, *, is_opened: bool) -> None:
    click.echo(f"The board is at {address}")
    click.echo("The address is good for one browser; Enter makes another. Ctrl-C ends the board.")
    if is_opened:
        click.launch(address)


def _wait_for_enter() -> None:
    """Wait until Enter is pressed; without a terminal until the program is ended."""
    if not sys.stdin.readline():
        while True:
            time.sleep(_LONG)
