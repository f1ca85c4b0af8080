"""`pbem export`: a save as a file or as text for a forum."""

from pathlib import Path

import click

from pbem.commands.common import JSON, SAVE
from pbem.files import write_atomic
from pbem.home import Home
from pbem.result import Result
from pbem.save.armour import armour


@click.command("export")
@SAVE
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--armour", "as_text", is_flag=True, help="As text that survives mail and forums.")
@JSON
def COMMAND(save: str, out: Path | None, as_text: bool, as_json: bool) -> Result:  # noqa: N802
    """Write SAVE to a file, or print it as text to paste into a forum.

    Whoever receives the text gives it to `pbem fetch FILE`, with whatever stands around it.
    """
    del as_json
    chosen = Home.standard().choose(save).save
    data = chosen.to_bytes()
    about: dict[str, object] = {"game": chosen.genesis.game.hex(), "head": chosen.head.hex()}
    if out is None:
        return Result(armour(data), about | {"armour": armour(data)})
    write_atomic(out, armour(data).encode() if as_text else data)
    return Result(f"The save is in {out}.", about | {"file": str(out)})
