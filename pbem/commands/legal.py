"""`pbem legal`: the same as `legal` at the prompt of a turn."""

import click

from pbem.commands.common import JSON, SAVE
from pbem.commands.look_up import PLACE, answer_about
from pbem.result import Result


@click.command("legal")
@SAVE
@PLACE
@JSON
def COMMAND(save: str, territory: tuple[str, ...], as_json: bool) -> Result:  # noqa: N802
    """List what can be ordered, or what for TERRITORY, and who can get there."""
    del as_json
    return answer_about("legal", save, territory)
