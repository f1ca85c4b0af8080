"""`pbem suggest`: the same as `suggest` at the prompt of a turn."""

import click

from pbem.result import Result
from pbem.terminal.answers import answer_about
from pbem.terminal.command_line import JSON, SAVE
from pbem.terminal.computer_options import SECONDS
from pbem.terminal.lookups import LookupOutput


@click.command("suggest")
@SAVE
@SECONDS
@JSON
def command(save: str, seconds: float | None, as_json: bool) -> Result[LookupOutput]:
    """Say what the computer would order in this phase, with its reasons and the odds.

    Nothing is ordered: take over what you like, line by line.
    """
    del as_json
    return answer_about("suggest", save, () if seconds is None else (f"{seconds:g}",))
