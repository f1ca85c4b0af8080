"""What the commands have in common that answer a question about the position of a game."""

import click

from pbem.home import Home
from pbem.output import changed
from pbem.play.game_view import view_game
from pbem.replay import waiting_nation
from pbem.result import Result
from pbem.terminal.command_line import with_warning
from pbem.terminal.lookups import LookupOutput, looked_up
from pbem.terminal.tab_names import areas
from pbem.text import counted, plain

PLACE = click.argument("territory", nargs=-1, shell_complete=areas)


def answer_about(command: str, save: str, words: tuple[str, ...]) -> Result[LookupOutput]:
    """The answer to a question about a game, with the orders of the player's own draft.

    command: one of LOOKUPS; words: what it asks about.
    """
    looked = view_game(Home.standard(), save)
    step, drafted = looked.drafted
    found = looked_up(command, " ".join(words), step, waiting_nation(step))
    head = [f"with {counted(drafted, 'order')} of your draft, not signed"] if drafted else []
    text = "\n".join([*head, plain(found.text, lines=True)])
    return with_warning(Result(text, changed(found.data, drafted=drafted)), looked.error)
