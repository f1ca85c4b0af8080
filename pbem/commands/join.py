"""`pbem join`: take your seat in a game you were invited to."""

from dataclasses import asdict
from pathlib import Path

import click

from pbem.commands.common import JSON, SAVE, now, own_key
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.authority import choose_following, require_encrypted
from pbem.lobby.joining import answer
from pbem.lobby.terms import terms_of
from pbem.post import mail_lines, own_name, post_answer
from pbem.result import Result
from pbem.save.shelf import host_of, ref_of
from pbem.save.trust import TrustedSave
from pbem.text import plain


@click.command("join")
@SAVE
@click.option("--as", "player", default="", help="The name that you were invited under.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the answer to this file.")
@click.option("--plain-http", is_flag=True, help="Let the dice come from an http:// server.")
@JSON
def COMMAND(  # noqa: N802
    save: str, player: str, out: Path | None, plain_http: bool, as_json: bool
) -> Result:
    """Take your seat: adds your public key and fresh random bytes, and answers the host."""
    del as_json
    home = Home.standard()
    key = own_key(home)
    chosen = choose_following(home, save, now())
    for source in chosen.save.sources:
        require_encrypted(source.address, plain_http=plain_http)
    when = now()
    joined, record = answer(home, chosen.save, key, when, player)
    game = joined.genesis.game.hex()
    folder = home.game_store.folder(ref_of(joined))
    path = out or folder / "answer.pbem"
    write_atomic(path, record)
    posted = None
    if home.config.mail is not None:
        posted = post_answer(home, joined, record, key, when)
    terms = terms_of(joined)
    me = own_name(joined, key)
    nations = [nation for nation, name in joined.seats.items() if name == me]
    lines = [
        f"You have taken {', '.join(nations)} in {plain(joined.genesis.name)} "
        f"(game {home.handle(joined)}), {host_of(joined)}.",
        *_others(home, joined),
        "You have agreed to these terms:",
        *(f"  {line}" for line in terms.lines()),
        f"The answer for the host is in {path}.",
        *mail_lines(posted),
    ]
    data = {
        "game": game,
        "genesis": joined.genesis_head.hex(),
        "answer": str(path),
        "seats": nations,
        "terms": asdict(terms),
    }
    return Result("\n".join(lines), data)


def _others(home: Home, save: TrustedSave) -> list[str]:
    """Other games of this id: whoever joins must know that they have taken the right one."""
    others = home.others_of_that_id(save)
    head = f"You have another game with the id {save.genesis.game.hex()[:8]}; this is not it:"
    return [head, *(f"  {plain(line)}" for line in others)] if others else []
