"""`pbem units`: the same as `units` at the prompt of a turn."""

import click

from pbem.result import Result
from pbem.terminal.answers import answer_about
from pbem.terminal.command_line import JSON, SAVE
from pbem.terminal.lookups import LookupOutput
from pbem.terminal.tab_names import nations


@click.command("units")
@SAVE
@click.argument("nation", nargs=-1, shell_complete=nations)
@JSON
def command(save: str, nation: tuple[str, ...], as_json: bool) -> Result[LookupOutput]:
    """List the units of the nation to move, or of NATION, by type with their places."""
    del as_json
    return answer_about("units", save, nation)
