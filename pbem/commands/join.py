"""`pbem join`: take your seat in a game you were invited to."""

from dataclasses import asdict
from pathlib import Path

import click

from pbem.home import Home
from pbem.post import take_seat
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE, now, own_key


@click.command("join")
@SAVE
@click.option("--as", "player", default="", help="The name that you were invited under.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the answer to this file.")
@click.option("--plain-http", is_flag=True, help="Let the dice come from an http:// server.")
@JSON
def command(save: str, player: str, out: Path | None, plain_http: bool, as_json: bool) -> Result:
    """Take your seat: adds your public key and fresh random bytes, and answers the host."""
    del as_json
    home = Home.standard()
    key = own_key(home)
    taken = take_seat(home, save, key, now, player, out=out, plain_http=plain_http)
    data = {
        "game": taken.save.genesis.game.hex(),
        "genesis": taken.save.genesis_head.hex(),
        "answer": str(taken.answer),
        "seats": list(taken.nations),
        "terms": asdict(taken.terms),
    }
    return Result("\n".join(taken.lines), data)
