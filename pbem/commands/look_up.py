"""What the commands have in common that answer a question about the position of a game."""

import click

from engine import Step
from pbem.commands.common import with_warning
from pbem.commands.lookups import looked_up
from pbem.gametext.looking import GameView, look
from pbem.home import Home
from pbem.play.drafts import with_draft
from pbem.replay import waiting_nation
from pbem.result import Result
from pbem.text import counted, plain

PLACE = click.argument("territory", nargs=-1)


def answer_about(command: str, save: str, words: tuple[str, ...]) -> Result:
    """The answer to a question about a game, with the orders of the player's own draft.

    command: one of LOOKUPS; words: what it asks about.
    """
    looked, step, drafted = position_of(save)
    found = looked_up(command, " ".join(words), step, waiting_nation(step))
    head = [f"with {counted(drafted, 'order')} of your draft, not signed"] if drafted else []
    text = "\n".join([*head, plain(found.text, lines=True)])
    return with_warning(Result(text, {**found.data, "drafted": drafted}), looked.error)


def position_of(save: str) -> tuple[GameView, Step, int]:
    """The game, where it stands with the player's own draft, and how many orders that has."""
    home = Home.standard()
    looked = look(home, save)
    step, drafted = looked.history.moments[-1].step, 0
    if looked.save is not None:
        step, drafted = with_draft(home, looked.save, step)
    return looked, step, drafted
