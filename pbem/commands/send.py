"""`pbem send`: mail the save to the next player and copies to all."""

import click

from pbem.commands.common import JSON, SAVE, now, own_key
from pbem.commands.new import mail_lines
from pbem.home import Home
from pbem.result import Result
from pbem.save.shelf import CURRENT
from pbem.save.trust import PLAYING, TrustedSave
from pbem.turn.errors import NotYourTurnError
from pbem.turn.post import Posted, post_invitations, post_turn
from pbem.turn.reading import read_position
from pbem.usage import UsageError


@click.command("send")
@SAVE
@JSON
def COMMAND(save: str, as_json: bool) -> Result:  # noqa: N802
    """Mail SAVE to the next player, with the report of the turn; copies go to all others."""
    del as_json
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save).save
    if home.config.mail is None:
        raise UsageError(
            "mail-not-configured",
            "No mail is configured.",
            "Write a [mail] section into config.toml (docs/mail.md), or hand over the file.",
        )
    if chosen.state != PLAYING:
        posted = post_invitations(home, chosen, key, now())
    else:
        position = read_position(chosen)
        if position.error is not None:
            raise position.error
        if position.open_turn is not None:
            raise NotYourTurnError(
                "turn-not-over",
                f"the turn of {position.nation} is still under way",
                "Finish it with `pbem play` first.",
            )
        posted = post_turn(home, position, key, now())
    return _result(home, chosen, posted)


def _result(home: Home, save: TrustedSave, posted: Posted) -> Result:
    error = posted.report.error if posted.report else None
    outcomes = [
        {"to": outcome.recipient, "delivery": str(outcome.delivery), "reason": outcome.reason}
        for entry in (posted.report.entries if posted.report else posted.entries)
        for outcome in entry.outcomes
    ]
    data = {"mails": outcomes, "unreachable": list(posted.unreachable)}
    lines = mail_lines(posted)
    if posted.report is None and posted.entries:
        lines.append("No outgoing mail is configured: the mail waits in the outbox.")
    if posted.unreachable:
        lines.append(f"The save file: {home.shelf.folder(save.genesis.game) / CURRENT}")
    if not lines:
        lines.append(
            "Nothing to send: all seats are yours."
            if len(set(save.players.values())) == 1
            else "Nothing to send: everything has been sent already."
        )
    return Result("\n".join(lines), data, error.exit_code if error is not None else 0)
