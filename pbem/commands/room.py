"""`pbem room`: the same as `room` at the prompt of a turn."""

import click

from pbem.commands.common import JSON, SAVE
from pbem.commands.look_up import answer_about
from pbem.result import Result


@click.command("room")
@SAVE
@JSON
def COMMAND(save: str, as_json: bool) -> Result:  # noqa: N802
    """Say how much may be placed where in this turn."""
    del as_json
    return answer_about("room", save, ())
