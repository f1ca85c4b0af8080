"""`pbem map`: a territory with what lies around it as text, or the whole board as a picture."""

from pathlib import Path

import click

from pbem.commands.common import JSON, SAVE
from pbem.commands.desk import drawn
from pbem.commands.look_up import PLACE, answer_about, position_of
from pbem.result import Result


@click.command("map")
@SAVE
@PLACE
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("board.html"),
    show_default=True,
    help="Where the picture of the board goes.",
)
@JSON
def COMMAND(  # noqa: N802
    save: str, territory: tuple[str, ...], out: Path, as_json: bool
) -> Result:
    """Show TERRITORY with what lies around it; without one, draw the board and open the picture."""
    if territory:
        return answer_about("map", save, territory)
    step, _, _ = position_of(save)
    told = drawn(step.state, out, is_shown=not as_json)
    return Result(f"{told[0].upper()}{told[1:]}.", {"file": str(out)})
