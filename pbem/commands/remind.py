"""`pbem remind`: mail the reminder that is due to a player who is late."""

from collections.abc import Iterator

import click

from pbem.home import Home
from pbem.output import Output
from pbem.post.delivery_words import try_again
from pbem.post.reminders import remind
from pbem.replay import Position
from pbem.result import Result
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.terminal.command_line import JSON, now, own_key
from pbem.terminal.tab_names import games


class RemindOutput(Output):
    """The games in which somebody was reminded."""

    reminded: list[str]


@click.command("remind")
@click.argument("save", metavar="[SAVE]", required=False, shell_complete=games)
@JSON
def command(save: str | None, as_json: bool) -> Result[RemindOutput]:
    """Mail each reminder that is due in SAVE, or in all your games, once.

    It takes a pace that was agreed when the game began. The others get a copy, and the save goes
    along once more. Where several players do this, each waits three hours longer for the mail of
    those before them, so that one reminder goes out.
    """
    del as_json
    home = Home.standard()
    key = own_key(home)
    when = now()
    lines, reminded = remind(home, _positions(home, save), key, when)
    lines += try_again(home, when)
    return Result("\n".join(lines) or "No reminder is due.", RemindOutput(reminded))


def _positions(home: Home, save: str | None) -> Iterator[Position]:
    """Of one game, or of all that have a pace and are under way."""
    for one in [home.choose(save).save] if save else _paced(home):
        position = home.position(one)
        if position.error is None:
            yield position


def _paced(home: Home) -> Iterator[TrustedSave]:
    for ref in home.game_store.games():
        found = home.game_store.load(ref, home.keyring())
        if found is not None and found.genesis.pace is not None and found.state == PLAYING:
            yield found
