"""The [hooks] tables of the configuration; closed-world, as the rest of it.

Keys: docs/configuration.md.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from pbem.hooks.model import Hook, HookOccasion, Webhook, WebhookKind
from pbem.mail.errors import SettingsError
from pbem.mail.secret import Secret
from pbem.mail.settings import secret_of
from pbem.mail.settings_table import SettingsTable
from pbem.web_line import is_loopback


def parse_hooks(table: SettingsTable) -> tuple[Hook, ...]:
    """The hooks in a table of tables, by name; raises SettingsError as `parse_settings` does."""
    tables = (table.child(name) for name in table.names())
    return tuple(_hook(one) for one in tables if one is not None)


def _hook(table: SettingsTable) -> Hook:
    on = table.words("on", required=False) or tuple(HookOccasion)
    known = [str(one) for one in HookOccasion]
    if not set(on) <= set(known):
        raise SettingsError(
            "settings-value", f"{table.place}.on must be some of {', '.join(known)}."
        )
    command = table.words("command", required=False)
    webhook = None if command else _webhook(table)
    table.finish()
    name = table.place.rpartition(".")[2]
    return Hook(name, tuple(map(HookOccasion, dict.fromkeys(on))), command, webhook)


def _webhook(table: SettingsTable) -> Webhook:
    text = table.text("url", "")
    secret = _secret(table, "url")
    if bool(text) == bool(secret):
        raise SettingsError(
            "settings-missing",
            f"{table.place} needs one thing to do.",
            "Give it a command, or a url (or url_file, url_env, url_command, url_keyring).",
        )
    if text and not is_safe_address(text):
        raise SettingsError("settings-value", f"{table.place}.url must begin with https://.")
    kind = WebhookKind(table.choice("kind", tuple(WebhookKind), _guess(text)))
    is_matrix = kind is WebhookKind.MATRIX
    room = table.text("room") if is_matrix else ""
    token = _secret(table, "token")
    if is_matrix and token is None:
        raise SettingsError(
            "settings-missing",
            f"{table.place} names no token.",
            "Give one of token_file, token_env, token_command, token_keyring.",
        )
    return Webhook(kind, secret or text, room, token, table.path("ca_file", required=False))


def is_safe_address(url: str) -> bool:
    """Whether nobody on the way can read what is posted there: TLS, or this machine."""
    try:
        parts = urlsplit(url)
        is_here = parts.scheme == "http" and is_loopback(parts.hostname or "")
        return bool(parts.hostname) and (parts.scheme == "https" or is_here)
    except ValueError:
        return False


def _secret(table: SettingsTable, name: str) -> Secret | None:
    """A secret that needs nobody at the terminal: hooks run while nobody is there."""
    found = secret_of(table, name)
    if found is not None and found.prompt:
        raise SettingsError(
            "settings-value",
            f"{table.place}.{name}_prompt cannot be used: hooks run while nobody is there.",
        )
    return found


_HOSTS = {
    "discord.com": WebhookKind.DISCORD,
    "discordapp.com": WebhookKind.DISCORD,
    "hooks.slack.com": WebhookKind.SLACK,
    "ntfy.sh": WebhookKind.NTFY,
}
"""Who listens at addresses that everybody knows."""


def _guess(url: str) -> str:
    host = urlsplit(url).hostname or "" if url else ""
    return str(_HOSTS.get(host, WebhookKind.JSON))
