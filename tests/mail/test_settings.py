"""The mail part of the configuration is closed-world, and secrets stay secret."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem.mail.connect import open_source, open_transport
from pbem.mail.eml import EmlTransport, SendmailTransport
from pbem.mail.errors import SettingsError
from pbem.mail.imap import ImapSource
from pbem.mail.maildir import MaildirSource, MaildirTransport
from pbem.mail.secret import Secret
from pbem.mail.settings import (
    EmlSettings,
    ImapSettings,
    Login,
    MaildirOutgoing,
    MailSettings,
    Security,
    SendmailSettings,
    SmtpSettings,
    parse_settings,
)
from pbem.mail.smtp import SmtpTransport
from tests.mail.samples import NOW

GOOD = """
name = "Ann"
address = "ann@example.org"
[outgoing]
kind = "smtp"
host = "smtp.example.org"
user = "ann"
password_command = "pass show 'mail ann'"
[incoming]
kind = "imap"
host = "imap.example.org"
security = "starttls"
user = "ann"
password_file = "/home/ann/.mail"
state_file = "/home/ann/seen.json"
"""


def parse(text: str) -> MailSettings:
    return parse_settings(tomllib.loads(text))


def refuse(text: str) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    assert caught.value.exit_code == 2
    return caught.value


def outgoing(text: str) -> str:
    return f'address = "a@example.org"\n[outgoing]\n{text}'


def test_complete_settings() -> None:
    settings = parse(GOOD)
    assert (settings.me.name, settings.me.mail) == ("Ann", "ann@example.org")
    assert isinstance(settings.outgoing, SmtpSettings)
    server = settings.outgoing.server
    assert (server.port, server.security, server.login) == (465, Security.TLS, Login.PASSWORD)
    assert server.secret == Secret(command=("pass", "show", "mail ann"))
    assert isinstance(settings.incoming, ImapSettings)
    assert settings.incoming.server.port == 143
    assert settings.incoming.server.secret == Secret(file=Path("/home/ann/.mail"))
    assert settings.incoming.state_file == Path("/home/ann/seen.json")
    assert isinstance(open_transport(settings.outgoing), SmtpTransport)
    assert isinstance(open_source(settings.incoming, NOW.date()), ImapSource)


def test_ways_without_a_password(tmp_path: Path) -> None:
    eml = parse(outgoing(f'kind = "eml"\nfolder = "{tmp_path}"')).outgoing
    assert eml == EmlSettings(tmp_path)
    sendmail = parse(outgoing('kind = "sendmail"\ncommand = ["msmtp", "-a", "x y"]')).outgoing
    assert sendmail == SendmailSettings(("msmtp", "-a", "x y"), 60.0)
    table = f'kind = "maildir"\n[outgoing.maildirs]\n"B@Example.org" = "{tmp_path}/b"'
    maildir = parse(outgoing(table)).outgoing
    assert maildir == MaildirOutgoing((("B@example.org", tmp_path / "b"),))
    source = parse(f'address = "a@b.org"\nincoming = {{kind = "maildir", folder = "{tmp_path}"}}')
    assert eml and sendmail and maildir and source.incoming and source.outgoing is None
    assert isinstance(open_transport(eml), EmlTransport)
    assert isinstance(open_transport(sendmail), SendmailTransport)
    assert isinstance(open_transport(maildir), MaildirTransport)
    assert isinstance(open_source(source.incoming, NOW.date()), MaildirSource)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("name =", "nmae =", "settings-unknown-key", ["mail has no key 'nmae'", "'name'"]),
        ("host = \"smtp", "hots = \"smtp", "settings-missing", ["mail.outgoing.host"]),
        ("state_file", "statefile", "settings-unknown-key", ["mail.incoming", "'state_file'"]),
        ("user = \"ann\"\npassword_c", "user = \"ann\"\npasswort_c", "settings-missing", []),
        ('kind = "imap"', 'kind = "imp"', "settings-value", ["'imap'", "mail.incoming.kind"]),
        ('security = "starttls"', 'security = "ssl"', "settings-value", ["starttls, none"]),
        ('security = "starttls"', 'security = "none"', "settings-insecure", ["another machine"]),
        ('security = "starttls"', 'port = "143"', "settings-value", ["mail.incoming.port"]),
        ('security = "starttls"', "port = 70000", "settings-value", ["65535"]),
        ('security = "starttls"', "port = true", "settings-value", ["whole number"]),
        ('security = "starttls"', 'password_env = "P"', "settings-value", ["more than one"]),
        ('security = "starttls"', 'password = "x"', "settings-unknown-key", ["password_file"]),
        ('security = "starttls"', 'login = "none"', "settings-missing", ["together"]),
        ("pass show 'mail", "pass show mail", "settings-value", ["unclosed quote"]),
        ('"smtp.example.org"', '"smtp\\r\\nexample"', "settings-value", ["one line"]),
        ('"ann@example.org"', '"ann"', "mail-address", ["mail.address", "not a mail address"]),
        ("[outgoing]", "[outgoing.x]", "settings-missing", ["mail.outgoing.kind"]),
    ],
)  # fmt: skip
def test_wrong_settings(old: str, new: str, code: str, words: list[str]) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new)
    error = refuse(text)
    assert error.code == code
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize("raw", [None, 1, [], "x", {1: 2}])
def test_settings_that_are_not_a_table(raw: object) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings(raw)
    assert caught.value.code == "settings-value"


def test_secret_from_each_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_text("s3cret word\r\nsecond line\n")
    file.chmod(0o600)
    assert Secret(file=file).read() == "s3cret word"
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "from env")
    assert Secret(variable="PBEM_TEST_PASSWORD").read() == "from env"
    assert Secret(command=("printf", "from command\\nx")).read() == "from command"


def test_secret_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_text("s3cret")
    file.chmod(0o644)
    empty = tmp_path / "empty"
    empty.touch(mode=0o600)
    monkeypatch.delenv("PBEM_TEST_PASSWORD", raising=False)
    for secret in (
        Secret(file=file),
        Secret(file=empty),
        Secret(file=tmp_path / "missing"),
        Secret(variable="PBEM_TEST_PASSWORD"),
        Secret(command=("sh", "-c", "echo s3cret; exit 1")),
        Secret(command=("/nonexistent",)),
        Secret(command=("printf", "\\377")),
    ):
        with pytest.raises(SettingsError) as caught:
            secret.read()
        assert caught.value.code == "password-source"
        assert "s3cret" not in str(caught.value)
