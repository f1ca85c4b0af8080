"""`pbem note`: a public note on a territory, for everybody to read."""

import click

from engine import find_territory
from pbem.commands.common import JSON, SAVE, now, own_key
from pbem.home import Home
from pbem.result import Result
from pbem.save.agreed import MAX_NOTE
from pbem.text import plain, quoted
from pbem.turn.agree import add_note
from pbem.turn.play import open_position
from pbem.usage import UsageError


@click.command("note")
@SAVE
@click.argument("territory")
@click.argument("text", default="")
@JSON
def COMMAND(save: str, territory: str, text: str, as_json: bool) -> Result:  # noqa: N802
    """Write a note on TERRITORY that goes to all with your turn; without TEXT take it away."""
    del as_json
    if len(text.encode()) > MAX_NOTE:
        raise UsageError("note-too-long", f"A note has at most {MAX_NOTE} bytes.")
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save)
    position = open_position(home, chosen, key.key.public)
    found = find_territory(position.definition, territory)
    if not found.is_found:
        near = f"Did you mean {', '.join(found.offers[:5])}?" if found.offers else ""
        raise UsageError("unknown-territory", f"There is no territory {quoted(territory)}.", near)
    after = add_note(home, position, key, found.name, text, now())
    said = f"{found.name}: {text}" if text else f"{found.name}: the note is taken away"
    data = {"game": after.save.genesis.game.hex(), "territory": found.name, "text": text}
    return Result(plain(said), data)
