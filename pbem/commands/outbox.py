"""`pbem outbox`: the mails that were written, and what became of each."""

import click

from pbem.home import Home
from pbem.mail.entry import OutboxEntry
from pbem.mail.transport import Delivery
from pbem.output import Output
from pbem.post.letter import outbox_of, send_now
from pbem.result import Result
from pbem.terminal.command_line import JSON, now
from pbem.text import counted, here_text
from pbem.usage import UsageError

_WORDS = {
    Delivery.PENDING: "waits",
    Delivery.SENDING: "was cut off while it was sent",
    Delivery.SENT: "sent",
    Delivery.UNSURE: "may have arrived",
    Delivery.REFUSED: "refused",
}


class OutboxRow(Output):
    """A copy of a mail; delivery: what became of it; next_try: in Unix seconds.

    code: why, such as no-such-address, "" where it was sent; reason: the same as a sentence.
    """

    mail: str
    game: str
    to: str
    delivery: Delivery
    reason: str
    code: str
    tries: int
    next_try: int


class OutboxOutput(Output):
    """The mails that were written."""

    mails: list[OutboxRow]


@click.command("outbox")
@click.option("--all", "is_all", is_flag=True, help="Also the mails of which every copy was sent.")
@click.option("--retry", is_flag=True, help="Try now to send what waits.")
@JSON
def command(is_all: bool, retry: bool, as_json: bool) -> Result[OutboxOutput]:
    """List the mails that wait, may not have arrived, were refused or came back."""
    del as_json
    home = Home.standard()
    code = 0
    if retry:
        report = send_now(home, now())
        if report is None:
            raise UsageError(
                "mail-not-configured", "No outgoing mail is configured.", "See `pbem mail setup`."
            )
        code = report.error.exit_code if report.error is not None else 0
    entries = [entry for entry in outbox_of(home).entries() if is_all or not entry.is_done]
    lines = [line for entry in entries for line in _lines(entry)]
    data = OutboxOutput([row for entry in entries for row in _rows(entry)])
    return Result("\n".join(lines) or "Nothing waits.", data, code)


def _lines(entry: OutboxEntry) -> list[str]:
    lines = []
    for one in entry.outcomes:
        words = _WORDS[one.delivery]
        if one.delivery is Delivery.PENDING and entry.tried_at is not None:
            tries = counted(entry.tries, "try", "tries")
            words += f" after {tries}, again from {here_text(int(entry.next_try.timestamp()))}"
        reason = f": {one.reason}" if one.reason else ""
        lines.append(f"{entry.key[:8]}  game {entry.game_id[:8]}  {one.recipient}  {words}{reason}")
    if entry.with_delivery(Delivery.UNSURE):
        name = f"{entry.game_id[:8]} %s {entry.key[:8]}"
        lines.append(f"          It did arrive: `pbem send {name % '--sent'}`")
    if entry.with_delivery(Delivery.UNSURE) or entry.with_delivery(Delivery.REFUSED):
        lines.append(f"          Again: `pbem send {entry.game_id[:8]} --again {entry.key[:8]}`")
    return lines


def _rows(entry: OutboxEntry) -> list[OutboxRow]:
    return [
        OutboxRow(
            mail=entry.key,
            game=entry.game_id,
            to=one.recipient,
            delivery=one.delivery,
            reason=one.reason,
            code=one.code,
            tries=entry.tries,
            next_try=int(entry.next_try.timestamp()),
        )
        for one in entry.outcomes
    ]
