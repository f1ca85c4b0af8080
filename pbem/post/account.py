"""A mail account that the player has chosen: its secret and its settings, kept in the home."""

import tomllib
from pathlib import Path

from engine.values import dataclass
from pbem.files import write_atomic
from pbem.home import Home
from pbem.mail.providers import LoginWay, MailServer, Provider
from pbem.mail.settings import MailSettings, parse_settings
from pbem.mail.setup import MailAccount, mail_section, with_mail_section
from pbem.mail.token_store import write_keyring


@dataclass(frozen=True, slots=True)
class Chosen:
    """An account as the player wants it, and the home that it belongs to."""

    account: MailAccount
    root: Path

    def settings(self) -> MailSettings:
        """The settings as they will be read from the file."""
        raw = tomllib.loads(mail_section(self.account))
        return parse_settings(raw["mail"], folder=self.root)


def provider_of_servers(domain: str, imap: str, smtp: str) -> Provider:
    """A provider of which nothing is known but the names of its servers."""
    return Provider(
        name="",
        title=domain,
        domains=(domain,),
        imap=MailServer(imap, 993, "tls"),
        smtp=MailServer(smtp, 465, "tls"),
        login=(LoginWay.PASSWORD,),
        source="typed",
    )


def password_line(home: Home, address: str, password: str, *, in_keyring: bool) -> str:
    """Keep a password, and the line of the settings that says where it is."""
    path = keep_secret(home, address, password, "mail-password", in_keyring=in_keyring)
    source = "password_keyring" if path is None else "password_file"
    return f"{source} = {_toml(address if path is None else str(path))}"


def _toml(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def keep_secret(
    home: Home, account: str, secret: str, file: str, *, in_keyring: bool
) -> Path | None:
    """Keep a secret of an account; the file that it is in, None for the keyring."""
    if in_keyring:
        write_keyring(account, secret)
        return None
    path = home.root / file
    write_atomic(path, secret.encode() + b"\n", mode=0o600)
    return path


def keep_account(home: Home, chosen: Chosen) -> Path:
    """Write the settings into the configuration file; what it was is kept beside it.

    Raises SettingsError `config-by-hand`.
    """
    path = home.root / "config.toml"
    old = path.read_text(encoding="utf-8") if path.is_file() else ""
    new = with_mail_section(old, mail_section(chosen.account))
    if old:
        write_atomic(path.with_name("config.toml.before"), old.encode(), mode=0o600)
    write_atomic(path, new.encode(), mode=0o600)
    return path
