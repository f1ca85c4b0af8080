"""The [forum] table of the configuration; closed-world, as the rest of it. Keys: docs/forum.md."""

from __future__ import annotations

from pbem.forum.model import ForumAccount, ForumKind, ForumSettings
from pbem.mail.errors import SettingsError
from pbem.mail.settings import secret_of, so_far_of
from pbem.mail.settings_table import SettingsTable
from pbem.plugins import PluginGroup, plugins_in


def parse_forum(table: SettingsTable) -> ForumSettings:
    """The settings in a table; raises SettingsError as `pbem.mail.settings.parse_settings`."""
    kind = table.text("kind", ForumKind.NODEBB.value)
    if kind not in tuple(ForumKind):
        table.choice("kind", (*ForumKind, *plugins_in(PluginGroup.FORUMS)))
    base = table.text("url").rstrip("/")
    if not base.startswith(("https://", "http://127.0.0.1", "http://localhost")):
        raise SettingsError("settings-value", f"{table.place}.url must begin with https://.")
    account = ForumAccount(
        user=table.text("user"),
        token=secret_of(table, "token"),
        password=secret_of(table, "password"),
    )
    category = table.integer("category", 0, 0, 2**40)
    shows = so_far_of(table)
    table.finish()
    if account.token is None and account.password is None:
        raise SettingsError(
            "settings-missing",
            f"{table.place} names neither a token nor a password.",
            "Give one of token_command, token_file, token_env, token_keyring, or the same of "
            "password.",
        )
    return ForumSettings(kind, base, account, category, shows)
