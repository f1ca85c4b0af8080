"""`pbem units`: the same as `units` at the prompt of a turn."""

import click

from pbem.commands.common import JSON, SAVE
from pbem.commands.completing import nations
from pbem.commands.look_up import answer_about
from pbem.result import Result


@click.command("units")
@SAVE
@click.argument("nation", nargs=-1, shell_complete=nations)
@JSON
def COMMAND(save: str, nation: tuple[str, ...], as_json: bool) -> Result:  # noqa: N802
    """List the units of the nation to move, or of NATION, by type with their places."""
    del as_json
    return answer_about("units", save, nation)
