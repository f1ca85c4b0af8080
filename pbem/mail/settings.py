"""The mail part of the configuration: closed-world, so a misspelt key is an error, not a default.

Input is a plain table, as `tomllib` gives it:

    address = "ann@example.org"
    name = "Ann"
    [outgoing]   kind = "smtp" | "maildir" | "eml" | "sendmail", or one that a plugin brings
    [incoming]   kind = "imap" | "maildir", or one that a plugin brings

    [oauth]      how to sign in where a log-in is a token

docs/mail.md lists every key. A password is never in the table: it comes from a file, an environment
variable, a command, the system's keyring or the terminal, and is read only when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from engine.values import dataclass
from pbem.mail.address import Address, parse_address
from pbem.mail.errors import MailError, SettingsError
from pbem.mail.oauth import OAuthSettings, OAuthToken
from pbem.mail.providers import oauth_place, provider_named
from pbem.mail.secret import Secret
from pbem.mail.settings_table import SettingsTable
from pbem.mail.token_store import TokenStore
from pbem.plugins import Plugin, PluginGroup, plugins_in

T = TypeVar("T")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_DEFAULT_MAX_BYTES = 32 * 1024 * 1024


STATE_FILE = "imap.json"
"""What the file is called in a home, unless a setting names another one."""
NO_STATE_FILE = "none"


class Security(StrEnum):
    """How the connection is protected; NONE is accepted for this machine only."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class Login(StrEnum):
    """How to log in. OAUTH2: with an access token, in the way that the server offers; XOAUTH2 and
    OAUTHBEARER name the way."""

    PASSWORD = "password"  # noqa: S105 - the name of a method
    OAUTH2 = "oauth2"
    XOAUTH2 = "xoauth2"
    OAUTHBEARER = "oauthbearer"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Server:
    """Where to connect and as whom. `timeout` in seconds; `ca_file` is a PEM file of a private
    authority to trust instead of the system's; `user` and `secret` are None without a log-in. For a
    log-in with a token, `secret` is one that is renewed, or a source that gives tokens."""

    host: str
    port: int
    security: Security
    login: Login
    user: str | None
    secret: Secret | OAuthToken | None
    timeout: float
    ca_file: Path | None


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """Send through a mail server."""

    server: Server


@dataclass(frozen=True, slots=True)
class MaildirOutgoing:
    """Write into Maildirs of this machine: pairs of address and folder."""

    maildirs: tuple[tuple[str, Path], ...]


@dataclass(frozen=True, slots=True)
class EmlSettings:
    """Write .eml files into a folder, for a mail program to send."""

    folder: Path


@dataclass(frozen=True, slots=True)
class SendmailSettings:
    """Pipe into a command; `timeout` in seconds."""

    command: tuple[str, ...]
    timeout: float


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """Fetch from a mail server.

    With `state_file` the program remembers by itself which mails it has filed and changes nothing
    on the server, so that a mail which was read on a phone first is read here too; without it,
    unseen mails are read and marked as seen. `move_to` names a folder
    that filed mails are moved to. `since_days` limits how far back to look with a state file.
    """

    server: Server
    folder: str
    move_to: str | None
    state_file: Path | None
    since_days: int
    max_bytes: int


@dataclass(frozen=True, slots=True)
class MaildirIncoming:
    """Read a Maildir of this machine; larger mails than `max_bytes` are skipped."""

    folder: Path
    max_bytes: int


@dataclass(frozen=True, slots=True)
class PluginWay:
    """A way out or in that a plugin brings, with its table as it stands: the plugin reads it when
    it is used. place: of the table, for messages."""

    plugin: Plugin
    values: Mapping[str, object]
    place: str


OutgoingSettings = SmtpSettings | MaildirOutgoing | EmlSettings | SendmailSettings | PluginWay
IncomingSettings = ImapSettings | MaildirIncoming | PluginWay


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The player's own address and their ways out and in; None for a part not configured.

    has_picture: whether the mail of a turn shows the map.
    shows_battles: whether the turn so far is mailed once its battles are over (ADR 0081).
    """

    me: Address
    outgoing: OutgoingSettings | None
    incoming: IncomingSettings | None
    oauth: OAuthSettings | None = None
    has_picture: bool = True
    shows_battles: bool = False

    @property
    def reaches_me(self) -> bool:
        """Whether what is sent can come to the player as well; Maildirs need one of theirs."""
        out = self.outgoing
        if isinstance(out, MaildirOutgoing):
            return self.me.mail in dict(out.maildirs)
        return out is not None


def parse_settings(raw: object, place: str = "mail", folder: Path | None = None) -> MailSettings:
    """Return the settings in a table as TOML gives it; `place` names it in error messages, and
    `folder` is where a sign-in is kept that is not in the system's keyring, and which mails of an
    IMAP server were filed, unless a setting says otherwise.

    Raises SettingsError with code `settings-unknown-key`, `settings-missing`, `settings-value`,
    `settings-insecure` or `mail-address`. Reads no file of the player's and runs no command.
    """
    table = SettingsTable.open(raw, place)
    name, address = table.text("name", ""), _address(table.text("address"), f"{place}.address")
    picture = table.choice("picture", ("map", "none"), "map")
    shows = so_far_of(table)
    outgoing = table.child("outgoing")
    incoming = table.child("incoming")
    oauth_table = table.child("oauth")
    table.finish()
    oauth = _oauth(oauth_table, folder or Path()) if oauth_table is not None else None
    tokens = _Tokens(oauth, folder / STATE_FILE if folder is not None else None)
    return MailSettings(
        me=Address(name, address),
        outgoing=_way(outgoing, _OUTGOING, tokens, PluginGroup.MAIL_OUTGOING),
        incoming=_way(incoming, _INCOMING, tokens, PluginGroup.MAIL_INCOMING),
        oauth=oauth,
        has_picture=picture == "map",
        shows_battles=shows,
    )


def so_far_of(table: SettingsTable) -> bool:
    """Whether a turn is shown to the others once its battles are over, by `so_far` of a table."""
    return table.choice("so_far", ("never", "after-battles"), "never") == "after-battles"


class _Tokens:
    """The token of each account, one for both directions: signing in twice is not needed; and where
    filed mails are noted when no setting says it."""

    def __init__(self, oauth: OAuthSettings | None, state_file: Path | None) -> None:
        self.state_file = state_file
        self._oauth = oauth
        self._made: dict[str, OAuthToken] = {}

    def of(self, account: str) -> OAuthToken | None:
        if self._oauth is None or not account:
            return None
        return self._made.setdefault(account, OAuthToken(self._oauth, account))


def _oauth(table: SettingsTable, folder: Path) -> OAuthSettings:
    provider = table.text("provider", "")
    place = provider_named(provider).oauth if provider else oauth_place(table)
    if place is None:
        raise SettingsError(
            "settings-value",
            f"{table.place}.provider: one does not sign in to {provider}.",
            "Use an app password: `pbem help mail` says how.",
        )
    settings = OAuthSettings(
        place=place,
        client_id=table.text("client_id"),
        client_secret=secret_of(table, "client_secret"),
        store=TokenStore(
            folder / "mail-sign-in.json",
            in_keyring=table.choice("keep", ("keyring", "file"), "keyring") == "keyring",
        ),
        ca_file=table.path("ca_file", required=False),
    )
    table.finish()
    return settings


def _address(text: str, place: str) -> str:
    try:
        return parse_address(text)
    except MailError as error:
        raise SettingsError(error.code, f"{place}: {error.reason}", error.way_out) from error


def _way(
    table: SettingsTable | None,
    kinds: Mapping[str, Callable[[SettingsTable, _Tokens], T]],
    tokens: _Tokens,
    group: PluginGroup,
) -> T | PluginWay | None:
    if table is None:
        return None
    kind = table.text("kind")
    if kind not in kinds:
        plugins = plugins_in(group)
        found = plugins[table.choice("kind", (*kinds, *plugins))]
        return PluginWay(found, table.rest(), table.place)
    settings = kinds[kind](table, tokens)
    table.finish()
    return settings


def _server(table: SettingsTable, ports: dict[Security, int], tokens: _Tokens) -> Server:
    host = table.text("host")
    security = Security(table.choice("security", tuple(Security), Security.TLS.value))
    if security is Security.NONE and host not in _LOOPBACK:
        raise SettingsError(
            "settings-insecure",
            f"{table.place}.security is 'none', but {host} is another machine.",
            "Use 'tls' or 'starttls': without them anyone on the way can read the password.",
        )
    user = table.text("user", "")
    given = secret_of(table, "password")
    default = Login.PASSWORD if user else Login.NONE
    login = Login(table.choice("login", tuple(Login), default.value))
    by_token = login in (Login.OAUTH2, Login.XOAUTH2, Login.OAUTHBEARER)
    secret = given or (tokens.of(user) if by_token else None)
    if (login is Login.NONE) != (not user) or (login is Login.NONE) != (secret is None):
        wanted = "[mail.oauth]" if by_token else "one of password_keyring, password_prompt"
        raise SettingsError(
            "settings-missing",
            f"{table.place} needs user and {wanted}, password_file, password_env and "
            "password_command together, or none of them.",
        )
    return Server(
        host=host,
        port=table.integer("port", ports[security], 1, 65535),
        security=security,
        login=login,
        user=user or None,
        secret=secret,
        timeout=float(table.integer("timeout", 60, 1, 3600)),
        ca_file=table.path("ca_file", required=False),
    )


def secret_of(table: SettingsTable, name: str) -> Secret | None:
    """The source of a password or another secret, whose keys begin with `name`."""
    given = [
        Secret(file=table.path(f"{name}_file", required=False)),
        Secret(variable=table.text(f"{name}_env", "")),
        Secret(command=table.words(f"{name}_command", required=False)),
        Secret(keyring=table.text(f"{name}_keyring", "")),
        Secret(prompt=table.text(f"{name}_prompt", "")),
    ]
    used = [secret for secret in given if secret != Secret()]
    if len(used) > 1:
        raise SettingsError(
            "settings-value",
            f"{table.place} names more than one source of the {name.replace('_', ' ')}.",
            f"Keep one of {name}_file, {name}_env, {name}_command, {name}_keyring and "
            f"{name}_prompt.",
        )
    return used[0] if used else None


def _smtp(table: SettingsTable, tokens: _Tokens) -> OutgoingSettings:
    ports = {Security.TLS: 465, Security.STARTTLS: 587, Security.NONE: 25}
    return SmtpSettings(_server(table, ports, tokens))


def _maildir_out(table: SettingsTable, _: _Tokens) -> OutgoingSettings:
    maildirs = table.child("maildirs")
    if maildirs is None:
        raise SettingsError("settings-missing", f"{table.place}.maildirs is missing.")
    pairs: list[tuple[str, Path]] = []
    for key in maildirs.names():
        pairs.append((_address(key, maildirs.place), maildirs.need_path(key)))
    return MaildirOutgoing(tuple(pairs))


def _eml(table: SettingsTable, _: _Tokens) -> OutgoingSettings:
    return EmlSettings(table.need_path("folder"))


def _sendmail(table: SettingsTable, _: _Tokens) -> OutgoingSettings:
    command = table.words("command", required=False) or ("/usr/sbin/sendmail",)
    return SendmailSettings(command, float(table.integer("timeout", 60, 1, 3600)))


def _imap(table: SettingsTable, tokens: _Tokens) -> IncomingSettings:
    ports = {Security.TLS: 993, Security.STARTTLS: 143, Security.NONE: 143}
    server = _server(table, ports, tokens)
    if server.login is Login.NONE:
        raise SettingsError("settings-missing", f"{table.place}.user is missing.")
    noted = table.path("state_file", required=False)
    return ImapSettings(
        server=server,
        folder=table.text("folder", "INBOX"),
        move_to=table.text("move_to", "") or None,
        state_file=None if noted == Path(NO_STATE_FILE) else noted or tokens.state_file,
        since_days=table.integer("since_days", 60, 1, 36500),
        max_bytes=table.integer("max_bytes", _DEFAULT_MAX_BYTES, 1024, 2**30),
    )


def _maildir_in(table: SettingsTable, _: _Tokens) -> IncomingSettings:
    max_bytes = table.integer("max_bytes", _DEFAULT_MAX_BYTES, 1024, 2**30)
    return MaildirIncoming(table.need_path("folder"), max_bytes)


_OUTGOING: dict[str, Callable[[SettingsTable, _Tokens], OutgoingSettings]] = {
    "smtp": _smtp,
    "maildir": _maildir_out,
    "eml": _eml,
    "sendmail": _sendmail,
}
_INCOMING: dict[str, Callable[[SettingsTable, _Tokens], IncomingSettings]] = {
    "imap": _imap,
    "maildir": _maildir_in,
}
