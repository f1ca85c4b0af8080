"""`pbem dice`: what a dice authority has written down about a game, and running one for a club."""

import click

from pbem.commands import dice_server, dice_store
from pbem.commands.common import JSON, SAVE, now
from pbem.home import Home
from pbem.lobby.authority import dice_of
from pbem.result import Result
from pbem.save.audit import Finding, audit_dice
from pbem.text import counted, plain


@click.group("dice")
def COMMAND() -> None:  # noqa: N802 - the name under which every command module is found
    """Compare a game with the journal of its dice authority; run a dice server."""


@COMMAND.command("audit", short_help="Look for rolls and turns that a save lacks.")
@SAVE
@JSON
def audit(save: str, as_json: bool) -> Result:
    """List rolls and ended turns that SAVE lacks, and what the authority refused."""
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    game = chosen.genesis.game
    journals = [client.journal(game) for client in dice_of(home, chosen, now())]
    findings = [one for journal in journals for one in audit_dice(chosen, journal)]
    entries = sum(map(len, journals))
    rolls, turns = chosen.next_roll - 1, chosen.next_turn - 1
    data: dict[str, object] = {
        "game": chosen.genesis.game.hex(),
        "rolls": rolls,
        "turns": turns,
        "journal": entries,
        "findings": [
            {"code": one.code, "roll": one.index, "player": one.player, "text": one.words}
            for one in findings
        ],
    }
    if not findings:
        text = (
            f"{_JOURNALS[len(journals) - 1]} {counted(entries, 'entry', 'entries')}, the save "
            f"{counted(rolls, 'roll')} and {counted(turns, 'ended turn')}: "
            "nothing was rolled and thrown away, and nobody asked twice."
        )
        return Result(text, data)
    return Result("\n".join(map(_line, findings)), data, 7)


for _command in (*dice_server.COMMANDS, *dice_store.COMMANDS):
    COMMAND.add_command(_command)


_JOURNALS = ("The journal holds", "The journals of both dice authorities hold")


def _line(finding: Finding) -> str:
    is_closing = "closing" in finding.code
    where = f"{'end of a turn, before ' if is_closing else ''}roll {finding.index}"
    return f"{where}: {plain(finding.words)} ({finding.code})"
