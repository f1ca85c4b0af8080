"""Make the transport or the source that the settings ask for."""

from __future__ import annotations

from datetime import date

from pbem.mail.eml import EmlTransport, SendmailTransport
from pbem.mail.maildir import MaildirSource, MaildirTransport
from pbem.mail.settings import (
    EmlSettings,
    IncomingSettings,
    MaildirIncoming,
    MaildirOutgoing,
    OutgoingSettings,
    PluginWay,
    SmtpSettings,
)
from pbem.mail.source import MailSource
from pbem.mail.transport import Transport


def open_transport(settings: OutgoingSettings) -> Transport:
    """Return the way out; connects to nothing yet.

    Raises PluginFaultError and SettingsError for one that a plugin brings.
    """
    if isinstance(settings, SmtpSettings):
        from pbem.mail.smtp import SmtpTransport  # noqa: PLC0415 - slow to import

        return SmtpTransport(settings.server)
    if isinstance(settings, MaildirOutgoing):
        return MaildirTransport(dict(settings.maildirs))
    if isinstance(settings, EmlSettings):
        return EmlTransport(settings.folder)
    if isinstance(settings, PluginWay):
        from pbem.mail.from_plugin import transport_of  # noqa: PLC0415 - late: few have one

        return transport_of(settings)
    return SendmailTransport(settings.command, settings.timeout)


def open_source(settings: IncomingSettings, today: date) -> MailSource:
    """Return the way in, to be used in a `with` statement; connects to nothing yet.

    Raises PluginFaultError and SettingsError for one that a plugin brings.
    """
    if isinstance(settings, MaildirIncoming):
        return MaildirSource(settings.folder, settings.max_bytes)
    if isinstance(settings, PluginWay):
        from pbem.mail.from_plugin import source_of  # noqa: PLC0415 - late: few have one

        return source_of(settings, today)
    from pbem.mail.imap import ImapSource  # noqa: PLC0415 - slow to import

    return ImapSource(settings, today)
