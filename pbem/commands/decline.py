"""`pbem decline`: say that you do not want to play, before a game starts."""

import sys
from pathlib import Path

import click

from pbem.files import write_atomic
from pbem.home import Home
from pbem.output import Output
from pbem.post.parting import decline
from pbem.result import Result
from pbem.save.parting import MAX_WORDS
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.text import plain
from pbem.usage import UsageError


class DeclinedOutput(Output):
    """Whether an invitation was declined, or a game of one's own called off."""

    declined: bool
    game: str = ""


@click.command("decline")
@SAVE
@click.argument("words", default="", metavar="[WORDS]")
@click.option("--as", "player", default="", help="The name that you were invited under.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this file, too.")
@click.option("--yes", is_flag=True, help="Do it without being asked.")
@JSON
def command(
    save: str, words: str, player: str, out: Path | None, yes: bool, as_json: bool
) -> Result[DeclinedOutput]:
    """Tell the host that you do not want to play; of your own game, tell all that it is called off.

    Only before the start. The game leaves your list.
    """
    home = Home.standard()
    chosen = home.choose(save).save
    if len(words.encode()) > MAX_WORDS:
        raise UsageError("too-many-words", f"The words have at most {MAX_WORDS} bytes.")
    key = own_key(home)
    about = plain(chosen.genesis.name)
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise UsageError(
                "decline-unconfirmed", f"Nobody is told yet: {about}.", "Add --yes to do it."
            )
        if not click.confirm(f"You do not want to play {about}?", err=True):
            return Result("Nobody is told.", DeclinedOutput(declined=False))
    done = decline(home, chosen, key, words, now(), player)
    lines = list(done.lines)
    path = out or (home.root / f"declined-{chosen.genesis_head.hex()[:8]}.pbem")
    if out is not None or done.leaves_some_out:
        write_atomic(path, done.file)
        lines.append(f"The file for those whom no mail reaches: {path}")
    data = DeclinedOutput(declined=True, game=chosen.genesis.game.hex())
    return Result(plain("\n".join(lines), lines=True), data)
