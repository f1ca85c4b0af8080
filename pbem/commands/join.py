"""`pbem join`: take your seat in a game you were invited to."""

import sys
from pathlib import Path

import click

from pbem.home import Home
from pbem.lobby.terms import TermsOutput, terms_of
from pbem.output import Output, row_of
from pbem.post import take_seat
from pbem.result import Result
from pbem.screen import tell
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.usage import UsageError


class JoinOutput(Output):
    """The seats that were taken, under which terms; answer: the file for the host."""

    game: str
    genesis: str
    answer: str
    seats: tuple[str, ...]
    terms: TermsOutput


@click.command("join")
@SAVE
@click.option("--as", "player", default="", help="The name that you were invited under.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the answer to this file.")
@click.option("--plain-http", is_flag=True, help="Let the dice come from an http:// server.")
@click.option("--yes", is_flag=True, help="Agree to the terms without being asked.")
@JSON
def command(
    save: str, player: str, out: Path | None, plain_http: bool, yes: bool, as_json: bool
) -> Result[JoinOutput]:
    """Take your seat: adds your public key and fresh random bytes, and answers the host.

    The terms are shown first, and you are asked.
    """
    home = Home.standard()
    key = own_key(home)
    if not yes:
        lines = terms_of(home.choose(save).save).lines()
        if not as_json:
            tell("\n".join(["You are to agree to these terms:", *lines]))
        if as_json or not sys.stdin.isatty():
            raise UsageError(
                "join-unconfirmed",
                "Nothing is signed yet.",
                "Add --yes to agree to these terms.",
                {"terms": lines},
            )
        if not click.confirm("Take your seat?", err=True):
            raise UsageError(
                "not-joined", "You have not joined.", "Nothing was signed; tell the host."
            )
    taken = take_seat(home, save, key, now, player, out=out, plain_http=plain_http)
    data = JoinOutput(
        taken.save.genesis.game.hex(),
        taken.save.genesis_head.hex(),
        str(taken.answer),
        taken.nations,
        row_of(TermsOutput, taken.terms),
    )
    return Result("\n".join(taken.lines), data)
