"""`pbem legal`: the same as `legal` at the prompt of a turn."""

import click

from pbem.result import Result
from pbem.terminal.answers import PLACE, answer_about
from pbem.terminal.command_line import JSON, SAVE
from pbem.terminal.lookups import LookupOutput


@click.command("legal")
@SAVE
@PLACE
@JSON
def command(save: str, territory: tuple[str, ...], as_json: bool) -> Result[LookupOutput]:
    """List what can be ordered, or what for TERRITORY, and who can get there."""
    del as_json
    return answer_about("legal", save, territory)
