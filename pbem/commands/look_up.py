"""What the commands have in common that answer a question about the position of a game."""

import click

from engine import Step
from pbem.commands.common import with_warning
from pbem.commands.completing import areas
from pbem.commands.lookups import looked_up
from pbem.home import Home
from pbem.play.current import look_now
from pbem.play.drafted import with_draft
from pbem.replay import waiting_nation
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.text import counted, plain

PLACE = click.argument("territory", nargs=-1, shell_complete=areas)


def answer_about(command: str, save: str, words: tuple[str, ...]) -> Result:
    """The answer to a question about a game, with the orders of the player's own draft.

    command: one of LOOKUPS; words: what it asks about.
    """
    step, drafted, error = position_of(save)
    found = looked_up(command, " ".join(words), step, waiting_nation(step))
    head = [f"with {counted(drafted, 'order')} of your draft, not signed"] if drafted else []
    text = "\n".join([*head, plain(found.text, lines=True)])
    return with_warning(Result(text, {**found.data, "drafted": drafted}), error)


def position_of(save: str) -> tuple[Step, int, SaveError | None]:
    """Where a game stands with the player's own draft, how many orders that has, and what is wrong
    with the save.
    """
    home = Home.standard()
    current = look_now(home, save)
    step, drafted = current.step, 0
    if current.save is not None:
        step, drafted = with_draft(home, current.save, step)
    return step, drafted, current.error
