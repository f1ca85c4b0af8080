"""What the program knows about large mail providers, and how a description of another one is read.

The descriptions are data: providers.toml beside this file, which names the source of each. A file
of the same form describes the provider of an organisation.
"""

from __future__ import annotations

from enum import StrEnum

from engine.values import dataclass
from pbem.mail.errors import SettingsError
from pbem.mail.settings_table import SettingsTable


class LoginWay(StrEnum):
    """What a provider lets a program in with."""

    OAUTH2 = "oauth2"
    APP_PASSWORD = "app-password"  # noqa: S105 - the name of a method
    PASSWORD = "password"  # noqa: S105 - the name of a method


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server: `security` is `tls`, `starttls`, or `none` on this machine."""

    host: str
    port: int
    security: str


@dataclass(frozen=True, slots=True)
class OAuthPlace:
    """Where one signs in (RFC 6749, RFC 8628 for `device_url`), and for what.

    register: where one makes a client id of one's own. redirect_host: the name under which the
    provider accepts this machine as the place to come back to. device_url is "" where the provider
    gives out no tokens for mail that way.
    """

    authorize_url: str
    token_url: str
    scopes: tuple[str, ...]
    device_url: str = ""
    redirect_host: str = "127.0.0.1"
    register: str = ""


@dataclass(frozen=True, slots=True)
class Provider:
    """A mail provider: `login` the best way first; `app_password` where one makes such a password;
    `note` a sentence to say before the first try; `logs_in_by_local_part` when the user name is
    what stands before the @."""

    name: str
    title: str
    domains: tuple[str, ...]
    imap: MailServer
    smtp: MailServer
    login: tuple[LoginWay, ...]
    source: str
    app_password: str = ""
    note: str = ""
    logs_in_by_local_part: bool = False
    oauth: OAuthPlace | None = None


def known_providers() -> tuple[Provider, ...]:
    """The providers of providers.toml."""
    from importlib import resources  # noqa: PLC0415 - late, to start quickly

    text = resources.files("pbem.mail").joinpath("providers.toml").read_text(encoding="utf-8")
    return parse_providers(text, "providers.toml")


def provider_named(name: str) -> Provider:
    """The provider of providers.toml with this name; raises SettingsError `settings-value`."""
    providers = known_providers()
    for provider in providers:
        if provider.name == name:
            return provider
    raise SettingsError(
        "settings-value",
        f"mail.oauth.provider: no provider {name!r} is known.",
        f"Known ones: {', '.join(sorted(one.name for one in providers if one.oauth))}.",
    )


def parse_providers(text: str, place: str) -> tuple[Provider, ...]:
    """The providers that a TOML file describes; `place` names it in messages.

    Raises SettingsError `settings-value`, `settings-missing` or `settings-unknown-key`.
    """
    import tomllib  # noqa: PLC0415 - late, to start quickly

    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError("settings-value", f"{place} is not a TOML file: {error}.") from None
    rows = raw.get("provider")
    if not isinstance(rows, list) or set(raw) != {"provider"}:
        raise SettingsError("settings-value", f"{place} must hold [[provider]] tables only.")
    return tuple(
        _provider(SettingsTable.open(row, f"{place} provider {number}"))
        for number, row in enumerate(rows, start=1)
    )


def _provider(table: SettingsTable) -> Provider:
    oauth = table.child("oauth")
    provider = Provider(
        name=table.text("name"),
        title=table.text("title"),
        domains=table.words("domains", required=True),
        imap=_endpoint(table, "imap"),
        smtp=_endpoint(table, "smtp"),
        login=tuple(LoginWay(word) for word in table.words("login", required=True)),
        source=table.text("source"),
        app_password=table.text("app_password", ""),
        note=table.text("note", ""),
        oauth=oauth_place(oauth) if oauth is not None else None,
    )
    if oauth is not None:
        oauth.finish()
    table.finish()
    return provider


def oauth_place(table: SettingsTable) -> OAuthPlace:
    """The place to sign in that a table describes."""
    return OAuthPlace(
        authorize_url=table.text("authorize_url"),
        token_url=table.text("token_url"),
        scopes=table.words("scopes", required=True),
        device_url=table.text("device_url", ""),
        redirect_host=table.text("redirect_host", "127.0.0.1"),
        register=table.text("register", ""),
    )


def _endpoint(table: SettingsTable, key: str) -> MailServer:
    child = table.child(key)
    if child is None:
        raise SettingsError("settings-missing", f"{table.place}.{key} is missing.")
    security = child.choice("security", ("tls", "starttls", "none"))
    found = MailServer(child.text("host"), child.integer("port", 0, 1, 65535), security)
    child.finish()
    return found
