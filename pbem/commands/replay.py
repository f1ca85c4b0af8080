"""`pbem replay`: a whole game as one page that needs nothing else."""

from pathlib import Path

import click

from pbem.files import write_atomic
from pbem.home import Home
from pbem.output import Output
from pbem.post import replay_of
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE, with_warning
from pbem.text import counted


class ReplayOutput(Output):
    """The page of a whole game."""

    file: str
    bytes: int
    turns: int
    steps: int


@click.command("replay")
@SAVE
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("replay.html"),
    show_default=True,
    help="Where the page goes.",
)
@JSON
def command(save: str, out: Path, as_json: bool) -> Result[ReplayOutput]:
    """Write the whole game as one page: every step on the map, graphs, luck and messages.

    The page needs no network and sends nothing. It holds the save, and verifies its signatures
    and dice in the browser.
    """
    del as_json
    home = Home.standard()
    replay = replay_of(home, home.view(save))
    film, page = replay.film, replay.page
    write_atomic(out, page)
    about = ReplayOutput(str(out), len(page), len(film.turns), len(film.steps))
    told = f"{counted(len(film.turns), 'turn')} in {counted(len(film.steps), 'step')}: {out}"
    text = f"{told} ({len(page) / 1000:.0f} kB)."
    return with_warning(Result(text, about), replay.error)
