"""The [mail] part of a configuration file, written for the player."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.values import dataclass
from pbem.mail.errors import SettingsError
from pbem.mail.providers import MailServer, OAuthPlace, Provider

_HEADER = re.compile(r"^\s*\[")
_MAIL = re.compile(r"^\s*\[\[?\s*mail\s*[.\]]")


@dataclass(frozen=True, slots=True)
class SignIn:
    """A log-in with tokens: `secret_keyring` is the account in the keyring of a client secret."""

    client_id: str
    in_keyring: bool
    secret_keyring: str = ""
    secret_file: Path | None = None


@dataclass(frozen=True, slots=True)
class MailAccount:
    """What the player has chosen; `login` is lines of a table, as `password_keyring = "..."`.

    sign_in: None for a password.
    """

    name: str
    address: str
    provider: Provider
    login: tuple[str, ...]
    sign_in: SignIn | None = None
    ca_file: Path | None = None

    @property
    def user(self) -> str:
        """The name to log in with."""
        local = self.address.rpartition("@")[0]
        return local if self.provider.logs_in_by_local_part else self.address


def mail_section(account: MailAccount) -> str:
    """The text of the [mail] tables."""
    provider = account.provider
    name = [_line("name", account.name)] if account.name else []
    lines = ["[mail]", *name, _line("address", account.address)]
    lines += ["", "[mail.outgoing]", _line("kind", "smtp"), *_server(account, provider.smtp)]
    lines += ["", "[mail.incoming]", _line("kind", "imap"), *_server(account, provider.imap)]
    if account.sign_in is not None and provider.oauth is not None:
        lines += ["", "[mail.oauth]", *_oauth(account, account.sign_in, provider.oauth)]
    return "\n".join(lines) + "\n"


def _server(account: MailAccount, endpoint: MailServer) -> list[str]:
    lines = [
        _line("host", endpoint.host),
        f"port = {endpoint.port}",
        _line("security", endpoint.security),
        _line("user", account.user),
        *account.login,
    ]
    return lines + ([_line("ca_file", str(account.ca_file))] if account.ca_file else [])


def _oauth(account: MailAccount, sign_in: SignIn, place: OAuthPlace) -> list[str]:
    # A known provider is named, so that a new version of the program brings its new addresses.
    lines = [_line("provider", account.provider.name)]
    if not account.provider.name:
        lines = [
            _line("authorize_url", place.authorize_url),
            _line("token_url", place.token_url),
            f"scopes = [{', '.join(_quoted(scope) for scope in place.scopes)}]",
            _line("redirect_host", place.redirect_host),
        ]
        lines += [_line("device_url", place.device_url)] if place.device_url else []
    lines.append(_line("client_id", sign_in.client_id))
    if sign_in.secret_keyring:
        lines.append(_line("client_secret_keyring", sign_in.secret_keyring))
    if sign_in.secret_file is not None:
        lines.append(_line("client_secret_file", str(sign_in.secret_file)))
    lines.append(_line("keep", "keyring" if sign_in.in_keyring else "file"))
    return lines + ([_line("ca_file", str(account.ca_file))] if account.ca_file else [])


def _line(key: str, value: str) -> str:
    return f"{key} = {_quoted(value)}"


def _quoted(value: str) -> str:
    # A basic string of TOML is a string of JSON, but without pairs of \u for one letter.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def with_mail_section(text: str, section: str) -> str:
    """A configuration file with its [mail] tables replaced by others; the rest stays as it is.

    Raises SettingsError `config-by-hand` when that cannot be done without changing more.
    """
    import tomllib  # noqa: PLC0415 - late, to start quickly

    kept: list[str] = []
    is_mail = False
    for line in text.splitlines():
        if _HEADER.match(line):
            is_mail = bool(_MAIL.match(line))
        if not is_mail:
            kept.append(line)
    rest = "\n".join(kept).strip("\n")
    new = f"{rest}\n\n{section}" if rest else section
    try:
        wanted = {**tomllib.loads(text), **tomllib.loads(section)}
        is_same = tomllib.loads(new) == wanted
    except tomllib.TOMLDecodeError:
        is_same = False
    if not is_same:
        raise SettingsError(
            "config-by-hand",
            "The configuration file is not written the way this program can change it.",
            f"Put this in place of its [mail] tables:\n\n{section}",
        )
    return new
