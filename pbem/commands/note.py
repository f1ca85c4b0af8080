"""`pbem note`: a public note on a territory, for everybody to read."""

import click

from pbem.agreements.notes_and_absences import add_note
from pbem.agreements.open_proposals import ended
from pbem.home import Home
from pbem.output import Output
from pbem.play.drafts import open_position
from pbem.play.territory_name import territory_named
from pbem.result import Result
from pbem.save.consent_records import MAX_NOTE
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.terminal.tab_names import areas
from pbem.text import plain
from pbem.usage import UsageError


class NoteSigned(Output):
    """A note that goes to all with the turn; text: nothing where it was removed."""

    game: str
    territory: str
    text: str


@click.command("note")
@SAVE
@click.argument("territory", shell_complete=areas)
@click.argument("text", default="")
@JSON
def command(save: str, territory: str, text: str, as_json: bool) -> Result[NoteSigned]:
    """Write a note on TERRITORY that goes to all with your turn; without TEXT remove it."""
    del as_json
    if len(text.encode()) > MAX_NOTE:
        raise UsageError("note-too-long", f"A note has at most {MAX_NOTE} bytes.")
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save)
    position = open_position(home, chosen, key.key.public)
    place = territory_named(position.definition, territory)
    after = add_note(home, position, key, place, text, now())
    lines = [f"{place}: {text}" if text else f"{place}: the note is removed"]
    if gone := ended(home, position.save, after.save):
        lines.append(gone)
    data = NoteSigned(after.save.genesis.game.hex(), place, text)
    return Result("\n".join(map(plain, lines)), data)
