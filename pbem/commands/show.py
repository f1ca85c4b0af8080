"""`pbem show`: one territory as text."""

import click

from engine import State
from pbem.home import Home
from pbem.output import changed
from pbem.play.game_view import moment_at, view_game
from pbem.replay import notes_of
from pbem.result import Result
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import JSON, SAVE, with_warning
from pbem.terminal.tab_names import areas
from pbem.terminal.territory_text import NoteOutput, TerritoryOutput, show
from pbem.text import counted, plain


@click.command("show")
@SAVE
@click.argument("territory", nargs=-1, required=True, shell_complete=areas)
@click.option("--at", type=int, default=None, help="As it was after this step of `pbem history`.")
@JSON
def command(
    save: str, territory: tuple[str, ...], at: int | None, as_json: bool
) -> Result[TerritoryOutput]:
    """Show a territory: owner, value, neighbours and units. Parts of names are enough."""
    del as_json
    looked = view_game(Home.standard(), save)
    if at is not None:
        step = moment_at(looked.history, at).step
        return with_warning(_shown(step.state, territory, None), looked.error)
    step, drafted = looked.drafted
    return with_warning(_shown(step.state, territory, looked.save, drafted), looked.error)


def _shown(
    state: State, territory: tuple[str, ...], signed: TrustedSave | None, drafted: int = 0
) -> Result[TerritoryOutput]:
    """A territory with the notes in a save, after so many orders of a draft."""
    result = show(state, " ".join(territory))
    notes = _notes(signed, result.data.name) if signed is not None else ()
    lines = [plain(f"  {note.nation}: {note.text}") for note in notes]
    head = [f"with {counted(drafted, 'order')} of your draft, not signed"] if drafted else []
    text = "\n".join([*head, result.text, *(["  notes:"] if lines else []), *lines])
    return Result(text, changed(result.data, drafted=drafted, notes=notes))


def _notes(save: TrustedSave, territory: str) -> tuple[NoteOutput, ...]:
    """The public notes on a territory."""
    return tuple(
        NoteOutput(nation, text) for place, nation, text in notes_of(save) if place == territory
    )
