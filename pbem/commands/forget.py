"""`pbem forget`: drop a game from the shelf."""

import sys

import click

from pbem.home import Home
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE
from pbem.text import plain
from pbem.usage import UsageError


class ForgetOutput(Output):
    """Whether a game was dropped; kept: where its newest save and proofs of forks are."""

    forgotten: bool
    game: str = ""
    genesis: str = ""
    kept: str = ""


@click.command("forget")
@SAVE
@click.option("--yes", is_flag=True, help="Drop it without being asked.")
@JSON
def command(save: str, yes: bool, as_json: bool) -> Result[ForgetOutput]:
    """Drop a game. Of a game of your own, the newest save and proofs of forks are kept aside."""
    home = Home.standard()
    ref = home.stored(save)
    about = plain(home.describe(ref))
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise UsageError(
                "forget-unconfirmed", f"Nothing is dropped yet: {about}.", "Add --yes to drop it."
            )
        if not click.confirm(f"{about}\nDrop it?", err=True):
            return Result("Nothing is dropped.", ForgetOutput(forgotten=False))
    keep = home.forget_game(ref)
    kept = f"Its newest save and the proofs of forks are in {keep}." if keep is not None else ""
    text = f"Dropped: {about}. A mail or file with it brings it back. {kept}"
    data = ForgetOutput(
        forgotten=True,
        game=ref.game.hex(),
        genesis=ref.genesis.hex(),
        kept=str(keep) if keep is not None else "",
    )
    return Result(text.rstrip(), data)
