"""The TLS context for a mail server: certificates are always checked."""

from __future__ import annotations

import ssl

from pbem.mail.errors import SettingsError
from pbem.mail.settings import Security, Server


def tls_context(server: Server) -> ssl.SSLContext | None:
    """Return the context, or None when the connection is not encrypted.

    Raises SettingsError `settings-value` when `ca_file` cannot be used.
    """
    if server.security is Security.NONE:
        return None
    try:
        return ssl.create_default_context(cafile=server.ca_file)
    except OSError as error:
        raise SettingsError(
            "settings-value", f"ca_file {server.ca_file} cannot be used: {error.strerror or error}."
        ) from error


def is_tls_failure(error: BaseException) -> bool:
    """Say whether a failed handshake or a bad certificate is behind an error of a mail library."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ssl.SSLError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False
