"""Errors of the mail package: a stable code, one clear sentence, and a way out.

Exit codes follow the project's table: 2 wrong settings, 9 network, 1 anything else.
"""

from __future__ import annotations

EXIT_OTHER = 1
EXIT_USAGE = 2
EXIT_NETWORK = 9


class MailError(Exception):
    """Something about mail failed.

    `code` is a stable kebab-case string for tests and scripts, `reason` a sentence for people,
    `way_out` says what to do next (may be empty), `exit_code` is what a command returns.
    """

    exit_code = EXIT_OTHER

    def __init__(self, code: str, reason: str, way_out: str = "") -> None:
        self.code = code
        self.reason = reason
        self.way_out = way_out
        super().__init__(f"{reason} {way_out}".strip())


class SettingsError(MailError):
    """The configuration cannot be used: unknown key, wrong type, missing or unreadable secret."""

    exit_code = EXIT_USAGE


class NetworkError(MailError):
    """A server could not be reached, broke the connection, or refused what we asked."""

    exit_code = EXIT_NETWORK


class SpoolError(MailError):
    """A file of the outbox or of a Maildir cannot be read or written."""


class PluginFaultError(MailError):
    """A way for mail that a plugin brings does not work; mail that was to go by it waits."""
