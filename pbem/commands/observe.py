"""`pbem observe`: watch a game without a seat, and say who may."""

import click

from pbem.home import Home
from pbem.lobby.observing import kept_observers
from pbem.mail.address import parse_address
from pbem.output import Output
from pbem.post.delivery_words import mail_lines
from pbem.post.founding import observer_named
from pbem.post.observing import let_observe
from pbem.result import Result
from pbem.save.shelf import ref_of
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.text import plain


class ObserverOutput(Output):
    """Somebody who gets the turns of a game."""

    name: str
    address: str


class ObserveOutput(Output):
    """Who observes a game; observing: whether you do."""

    game: str
    observing: bool
    observers: list[ObserverOutput]


@click.command("observe")
@SAVE
@click.option(
    "--add", "added", multiple=True, metavar="WHO", help="An address, or 'Name <address>'."
)
@click.option("--remove", "removed", multiple=True, metavar="WHO", help="A name or an address.")
@JSON
def command(
    save: str, added: tuple[str, ...], removed: tuple[str, ...], as_json: bool
) -> Result[ObserveOutput]:
    """Watch a game in which you hold no seat: its turns are played through, and told.

    You can verify all of it and act in nothing. The host says who gets the turns by mail, with
    --add and --remove; everybody sees who does.
    """
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    lines: list[str] = []
    if added or removed:
        people = [observer_named(one) for one in added]
        gone = [parse_address(one) if "@" in one else one for one in removed]
        _, posted = let_observe(home, chosen, own_key(home), people, gone, now())
        lines += mail_lines(posted)
    identity = home.identity()
    is_player = identity is not None and identity[1] in (
        *chosen.players.values(),
        chosen.genesis.host_key,
    )
    if not is_player:
        home.game_store.own(ref_of(chosen))
        lines.insert(0, f"You observe {chosen.genesis.name}.")
    listed = kept_observers(home, chosen).people
    told = ", ".join(f"{one.name} <{one.address}>" for one in listed)
    lines.append(
        f"By mail it goes to: {told}." if told else "By mail it goes to the players alone."
    )
    data = ObserveOutput(
        chosen.genesis.game.hex(),
        not is_player,
        [ObserverOutput(one.name, one.address) for one in listed],
    )
    return Result(plain("\n".join(lines), lines=True), data)
