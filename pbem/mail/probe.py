"""Try both directions of a player's mail without sending anything."""

from __future__ import annotations

import shutil
from datetime import date

from engine.values import dataclass
from pbem.mail.connect import open_source, open_transport
from pbem.mail.errors import MailError
from pbem.mail.settings import (
    EmlSettings,
    ImapSettings,
    MailSettings,
    PluginWay,
    SendmailSettings,
    SmtpSettings,
)


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What came of one direction: `text` a sentence for people, `error` None when it works."""

    direction: str
    text: str
    error: MailError | None = None


def probe(settings: MailSettings, today: date) -> tuple[ProbeResult, ProbeResult]:
    """Try the way out and the way in; nothing is sent, and no mail is read."""
    return _outgoing(settings), _incoming(settings, today)


def _outgoing(settings: MailSettings) -> ProbeResult:
    way = settings.outgoing
    if way is None:
        return ProbeResult("out", "No outgoing mail is configured.")
    try:
        if isinstance(way, SmtpSettings):
            # Late: aiosmtplib and asyncio take a tenth of a second.
            from pbem.mail.smtp import SmtpTransport  # noqa: PLC0415

            SmtpTransport(way.server).check(settings.me.mail)
            return ProbeResult("out", f"Sending works: {way.server.host} takes mail from you.")
        if isinstance(way, EmlSettings):
            return ProbeResult(
                "out", f"Mail goes out as .eml files in {way.folder}; you send them."
            )
        if isinstance(way, SendmailSettings):
            return _sendmail(way)
        if isinstance(way, PluginWay):
            return ProbeResult("out", f"Mail goes out through {open_transport(way).name}.")
    except MailError as error:
        return ProbeResult("out", f"Sending does not work. {error}", error)
    missing = [folder for _, folder in way.maildirs if not (folder / "new").is_dir()]
    if missing:
        absent = MailError("maildir-missing", f"{missing[0]} is not a Maildir.")
        return ProbeResult("out", f"Sending does not work. {absent}", absent)
    return ProbeResult("out", "Sending works: the Maildirs are there.")


def _sendmail(way: SendmailSettings) -> ProbeResult:
    if shutil.which(way.command[0]) is None:
        error = MailError("mail-folder", f"There is no command {way.command[0]}.")
        return ProbeResult("out", f"Sending does not work. {error}", error)
    return ProbeResult("out", f"Mail goes out through {way.command[0]}.")


def _incoming(settings: MailSettings, today: date) -> ProbeResult:
    way = settings.incoming
    if way is None:
        return ProbeResult("in", "No incoming mail is configured.")
    try:
        with open_source(way, today):
            pass
    except MailError as error:
        return ProbeResult("in", f"Receiving does not work. {error}", error)
    if isinstance(way, PluginWay):
        return ProbeResult("in", f"Receiving works: {way.plugin.name} can be opened.")
    place = f"{way.server.host}, {way.folder}" if isinstance(way, ImapSettings) else way.folder
    return ProbeResult("in", f"Receiving works: {place} can be opened.")
