"""`pbem reach`: the same as `reach` at the prompt of a turn."""

import click

from pbem.commands.common import JSON, SAVE
from pbem.commands.look_up import PLACE, answer_about
from pbem.result import Result


@click.command("reach")
@SAVE
@PLACE
@JSON
def COMMAND(save: str, territory: tuple[str, ...], as_json: bool) -> Result:  # noqa: N802
    """Say who can get to TERRITORY in this turn, the nearest first."""
    del as_json
    return answer_about("reach", save, territory)
