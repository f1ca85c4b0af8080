"""`pbem exchange`: invite somebody else in place of a player, before a game starts."""

import click

from pbem.home import Home
from pbem.lobby.founding_request import person_of
from pbem.output import Output
from pbem.post.parting import invite_instead
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.text import plain


class ExchangedOutput(Output):
    """A game that takes the place of another one; waiting_for: who has to join."""

    game: str
    genesis: str
    before: str
    waiting_for: tuple[str, ...]


@click.command("exchange")
@SAVE
@click.argument("player")
@click.argument("who")
@JSON
def command(save: str, player: str, who: str, as_json: bool) -> Result[ExchangedOutput]:
    """Invite WHO in place of PLAYER: an address, 'Name <address>', me, or computer.

    Only the host, and before the start. The game is founded anew on the same terms, and everybody
    joins again, since they have signed for a game with PLAYER.
    """
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    key = own_key(home)
    done = invite_instead(home, chosen, key, player, person_of(who, key.name), now())
    data = ExchangedOutput(
        done.save.genesis.game.hex(),
        done.save.genesis_head.hex(),
        chosen.genesis_head.hex(),
        done.waiting,
    )
    return Result(plain("\n".join(done.lines), lines=True), data)
