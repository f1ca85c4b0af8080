"""`pbem enact`: put into the game what everybody has consented to."""

from pathlib import Path

import click

from pbem.agreements.enact import enact
from pbem.agreements.open_proposals import keep, waiting
from pbem.named_files import read_save_file
from pbem.post import announce_agreement
from pbem.post.agreeing import AnyAgreement
from pbem.post.had import had_since
from pbem.result import Result
from pbem.save.proposal_file import merged, read_proposal_file
from pbem.save.shelf import ref_of
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.terminal.proposals import game_of
from pbem.text import plain
from pbem.usage import UsageError


@click.command("enact")
@SAVE
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@JSON
def command(save: str, files: tuple[Path, ...], as_json: bool) -> Result[AnyAgreement]:
    """Put a proposal with all consents into SAVE; FILES are the proposal with consents in them.

    `pbem fetch` does the same by itself when the last consent reaches the player to move.
    """
    del as_json
    home, chosen = game_of(save)
    if files:
        found = read_proposal_file(read_save_file(files[0]))
        for path in files[1:]:
            found = merged(found, read_proposal_file(read_save_file(path)))
        chosen.check_proposal(found)
        found = keep(home, ref_of(chosen), found)
    else:
        complete = [one for one in waiting(home, chosen) if not one.missing]
        if not complete:
            open_ones = [
                f"{one.name} waits for {plain(', '.join(one.missing))}"
                for one in waiting(home, chosen)
            ]
            raise UsageError(
                "nothing-to-enact",
                f"No proposal has all consents: {'; '.join(open_ones) or 'nothing is proposed'}.",
                "Name the files with the consents.",
            )
        found = complete[0].signed
    key = own_key(home)
    when = now()
    return announce_agreement(
        home, enact(home, chosen, found, key, when, had_since(home, chosen, when)), key, when
    )
