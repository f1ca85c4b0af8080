"""`pbem consent`: see what is proposed, in plain words, and sign it."""

import sys
from pathlib import Path

import click

from pbem.agreements.describe import describe_proposal
from pbem.agreements.open_proposals import OpenProposal, keep, proposal_game, waiting, waiting_named
from pbem.home import Home
from pbem.named_files import read_save_file
from pbem.output import Output
from pbem.post import give_consent
from pbem.post.agreeing import AnyAgreement, NotSignedOutput
from pbem.replay import read_position
from pbem.result import Result
from pbem.save import format as container
from pbem.save.proposal_file import read_proposal_file
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.screen import tell
from pbem.terminal.command_line import JSON, now, own_key
from pbem.terminal.proposals import game_of
from pbem.terminal.tab_names import games
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.shapes import told_of


class OpenOutput(Output):
    """A proposal, and who has still to consent; motion: as docs/formats/consent-v1.md has it."""

    proposal: str
    motion: dict[str, object]
    text: str
    missing: tuple[str, ...]


class ProposalsOutput(Output):
    """What is proposed in a game."""

    proposals: list[OpenOutput]


@click.command("consent")
@click.argument("what", metavar="FILE|SAVE", shell_complete=games)
@click.argument("name", metavar="[PROPOSAL]", required=False)
@click.option("--yes", is_flag=True, help="Sign without being asked.")
@JSON
def command(
    what: str, name: str | None, yes: bool, as_json: bool
) -> Result[ProposalsOutput | AnyAgreement]:
    """Show what is proposed and sign your consent; without PROPOSAL, list what is open."""
    home = Home.standard()
    save, found = _find(home, what, name)
    if found is None:
        return _list(home, save)
    lines = describe_proposal(read_position(save), found.signed)
    shown = "\n".join(plain(line) for line in lines)
    save.check_proposal(found.signed)
    if not yes:
        if not as_json:
            tell(shown)
        if as_json or not sys.stdin.isatty():
            raise UsageError(
                "consent-unconfirmed",
                "Nothing is signed yet.",
                "Add --yes to sign what is proposed.",
                {"proposed": lines},
            )
        if not click.confirm("Do you consent?", err=True):
            return Result("Nothing is signed.", NotSignedOutput(signed=False))
    return give_consent(home, save, found, own_key(home), now())


def _find(home: Home, what: str, name: str | None) -> tuple[TrustedSave, OpenProposal | None]:
    path = Path(what)
    if path.is_file():
        data = read_save_file(path)
        if container.kind_of(data) == container.PROPOSAL:
            signed = read_proposal_file(data)
            found = home.game_store.games_with_id(signed.proposal.game)
            loaded = (home.game_store.load(ref, home.keyring()) for ref in found)
            save = proposal_game((one for one in loaded if one is not None), signed)
            save.check_proposal(signed)
            return save, OpenProposal(keep(home, ref_of(save), signed), ())
    _, save = game_of(what)
    if name is None:
        return save, None
    return save, waiting_named(home, save, name)


def _list(home: Home, save: TrustedSave) -> Result[ProposalsOutput]:
    position = read_position(save)
    lines: list[str] = []
    rows: list[OpenOutput] = []
    for one in waiting(home, save):
        said = describe_proposal(position, one.signed)
        lines.append(f"{one.name}  {plain(said[0])}")
        lines += [f"        {plain(line)}" for line in said[1:]]
        lines.append(plain(f"          still to consent: {', '.join(one.missing) or 'nobody'}"))
        rows.append(
            OpenOutput(one.name, told_of(one.signed.proposal.motion), "\n".join(said), one.missing)
        )
    return Result("\n".join(lines) or "Nothing is proposed.", ProposalsOutput(rows))
