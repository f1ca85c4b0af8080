"""`pbem room`: the same as `room` at the prompt of a turn."""

import click

from pbem.result import Result
from pbem.terminal.answers import answer_about
from pbem.terminal.command_line import JSON, SAVE
from pbem.terminal.lookups import LookupOutput


@click.command("room")
@SAVE
@JSON
def command(save: str, as_json: bool) -> Result[LookupOutput]:
    """Say how much may be placed where in this turn."""
    del as_json
    return answer_about("room", save, ())
