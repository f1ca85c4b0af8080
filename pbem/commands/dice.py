"""`pbem dice`: what a dice authority has written down about a game, and running one for a club."""

import click

from pbem.commands import dice_server, dice_store
from pbem.home import Home
from pbem.lobby.authority import dice_of
from pbem.lobby.new_dice import name_seats
from pbem.lobby.testimony import compare, heads_in, logs_of
from pbem.output import Output
from pbem.result import Result
from pbem.save.armour import armour_log
from pbem.save.audit import Finding, audit_dice
from pbem.save.dice_agreements import terms_of
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.text import counted, plain


@click.group("dice")
def command() -> None:
    """Compare a game with what its dice authority has on record; run a dice server."""


class AuditFinding(Output):
    """What a journal has that the save lacks, or what was refused, at a roll."""

    code: str
    roll: int
    player: str
    text: str


class AuditOutput(Output):
    """The save and the journals of its dice authorities: so many rolls, turns and entries."""

    game: str
    rolls: int
    turns: int
    journal: int
    findings: list[AuditFinding]


class LogOutput(Output):
    """The signed head of an authority's log; head: to send to another player."""

    address: str
    answers: int
    digest: str
    head: str


class LogsOutput(Output):
    """What the dice authorities told you; compared: heads of others that fit."""

    game: str
    logs: list[LogOutput]
    compared: int


class DoneOutput(Output):
    """It was done."""

    done: bool


@command.command("audit", short_help="Look for rolls and turns that a save lacks.")
@SAVE
@JSON
def audit(save: str, as_json: bool) -> Result[AuditOutput]:
    """List rolls and ended turns that SAVE lacks, and what the authority refused."""
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    game = chosen.genesis.game
    journals = [client.journal(game) for client in dice_of(home, chosen, now())]
    terms = {one.which: one for one in terms_of(chosen.genesis, chosen.entries) if one.is_last}
    findings = [
        one
        for place, journal in enumerate(journals)
        for one in audit_dice(chosen, journal, terms[place])
    ]
    entries = sum(map(len, journals))
    rolls, turns = chosen.next_roll - 1, chosen.next_turn - 1
    data = AuditOutput(
        chosen.genesis.game.hex(),
        rolls,
        turns,
        entries,
        [AuditFinding(one.code, one.index, one.player, one.words) for one in findings],
    )
    if not findings:
        text = (
            f"{_JOURNALS[len(journals) - 1]} {counted(entries, 'entry', 'entries')}, the save "
            f"{counted(rolls, 'roll')} and {counted(turns, 'ended turn')}: "
            "nothing was rolled and thrown away, and nobody asked twice."
        )
        return Result(text, data)
    return Result("\n".join(map(_line, findings)), data, 7)


@command.command("log", short_help="Compare what the authority told you and others.")
@SAVE
@click.option(
    "--with",
    "others",
    metavar="FILE",
    multiple=True,
    help="A text with the head that another player was given; repeatable.",
)
@JSON
def log(save: str, others: tuple[str, ...], as_json: bool) -> Result[LogsOutput]:
    """Show the signed head of the log of SAVE, and compare it with what others were given.

    A dice authority that tells two players different things has to sign two heads that cannot both
    be true.
    """
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    logs = logs_of(chosen, dice_of(home, chosen, now()))
    lines = [f"{one.address}: {counted(one.head.count, 'answer')}" for one in logs]
    theirs = [raw for path in others for raw in heads_in(path)]
    for raw in theirs:
        head = compare(raw, logs)
        fits = f"The head of {counted(head.count, 'answer')} fits"
        lines.append(f"{fits}: whoever sent it was told the same as you.")
    if not theirs:
        lines.append("Send the following to another player, for `pbem dice log GAME --with FILE`.")
        lines += [armour_log(one.head.raw) for one in logs]
    rows = [
        LogOutput(one.address, one.head.count, one.head.digest.hex(), armour_log(one.head.raw))
        for one in logs
    ]
    data = LogsOutput(chosen.genesis.game.hex(), rows, len(theirs))
    return Result("\n".join(lines), data)


@command.command("seats", short_help="Tell a new dice authority who plays.")
@SAVE
@JSON
def seats(save: str, as_json: bool) -> Result[DoneOutput]:
    """Tell the dice authorities that have taken over in SAVE who plays; only the host can."""
    del as_json
    home = Home.standard()
    name_seats(home, home.choose(save).save, own_key(home), now())
    return Result("The dice authorities of this game know who plays.", DoneOutput(done=True))


for _command in (*dice_server.COMMANDS, *dice_store.COMMANDS):
    command.add_command(_command)


_JOURNALS = ("The journal holds", "The journals of both dice authorities hold")


def _line(finding: Finding) -> str:
    is_closing = "closing" in finding.code
    where = f"{'end of a turn, before ' if is_closing else ''}roll {finding.index}"
    return f"{where}: {plain(finding.words)} ({finding.code})"
