"""`pbem reach`: the same as `reach` at the prompt of a turn."""

import click

from pbem.result import Result
from pbem.terminal.answers import PLACE, answer_about
from pbem.terminal.command_line import JSON, SAVE
from pbem.terminal.lookups import LookupOutput


@click.command("reach")
@SAVE
@PLACE
@JSON
def command(save: str, territory: tuple[str, ...], as_json: bool) -> Result[LookupOutput]:
    """Say who can get to TERRITORY in this turn, the nearest first."""
    del as_json
    return answer_about("reach", save, territory)
