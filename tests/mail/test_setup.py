"""The settings that `pbem mail setup` finds and writes."""

import tomllib
from pathlib import Path

import pytest

from pbem.mail.autoconfig import ask_domain, parse_autoconfig
from pbem.mail.errors import SettingsError
from pbem.mail.providers import LoginWay, MailServer, known_providers, parse_providers
from pbem.mail.settings import ImapSettings, parse_settings
from pbem.mail.setup import MailAccount, SignIn, mail_section, with_mail_section
from pbem.web_client import Answer
from pbem.web_line import WebError
from tests.support.identity import SCOPES

XML = """<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="example.org">
<incomingServer type="pop3"><hostname>pop.example.org</hostname><port>995</port>
<socketType>SSL</socketType></incomingServer>
<incomingServer type="imap"><hostname>imap.example.org</hostname><port>993</port>
<socketType>SSL</socketType><authentication>OAuth2</authentication>
<authentication>password-cleartext</authentication></incomingServer>
<outgoingServer type="smtp"><hostname>old.example.org</hostname><port>25</port>
<socketType>plain</socketType></outgoingServer>
<outgoingServer type="smtp"><hostname>smtp.example.org</hostname><port>587</port>
<socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>"""


def test_autoconfig_gives_the_safe_servers() -> None:
    found = parse_autoconfig(XML.encode(), "example.org", "here")
    assert found is not None
    assert found.imap == MailServer("imap.example.org", 993, "tls")
    assert found.smtp == MailServer("smtp.example.org", 587, "starttls")
    assert found.login == (LoginWay.OAUTH2, LoginWay.PASSWORD)
    assert not found.logs_in_by_local_part


def test_user_name_is_what_the_domain_says() -> None:
    name = "</port><username>%EMAILLOCALPART%</username>"
    found = parse_autoconfig(XML.replace("</port>", name).encode(), "example.org", "here")
    assert found is not None
    account = MailAccount("", "ann@example.org", found, ('password_env = "X"',))
    assert tomllib.loads(mail_section(account))["mail"]["outgoing"]["user"] == "ann"


@pytest.mark.parametrize(
    "data",
    [
        XML.replace("<clientConfig", '<!DOCTYPE x [<!ENTITY a "b">]><clientConfig'),
        XML.replace("imap.example.org", "imap.example.org/x"),
        XML.replace("993", "0"),
        XML.replace("993", "9" * 5000),
        XML.replace("SSL", "plain").replace("STARTTLS", "plain"),
        XML + " " * 70_000,
        "<clientConfig>",
        "",
        '<?xml version="1.0" encoding="nonsense"?><a/>',
    ],
    ids=["entities", "host", "port", "long-port", "unsafe", "large", "cut", "empty", "encoding"],
)
def test_autoconfig_that_is_of_no_use_is_not_used(data: str) -> None:
    assert parse_autoconfig(data.encode(), "example.org", "here") is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1"])
def test_entities_are_refused_in_every_encoding(encoding: str) -> None:
    """A document in UTF-16 has no `<!DOCTYPE` among its bytes; without one it is read."""
    head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>'
    bare = XML[XML.index("<clientConfig") :]
    bomb = '<!DOCTYPE c [<!ENTITY a "993">]>' + bare.replace("993", "&a;")
    assert parse_autoconfig((head + bare).encode(encoding), "example.org", "here") is not None
    assert parse_autoconfig((head + bomb).encode(encoding), "example.org", "here") is None


def test_domain_is_asked_by_https_and_never_for_the_address() -> None:
    asked: list[str] = []

    def get(url: str) -> Answer:
        asked.append(url)
        if len(asked) == 1:
            raise WebError("nobody answers there", may_have_arrived=False)
        if len(asked) == 2:
            return Answer(404, {}, XML.encode())
        return Answer(200, {}, XML.encode())

    found = ask_domain("example.org", get)
    assert found is not None and found.source == asked[2]
    assert len(asked) == 3
    assert all(url.startswith("https://") and "@" not in url for url in asked)


def test_a_section_is_read_as_it_was_meant(tmp_path: Path) -> None:
    (provider,) = [one for one in known_providers() if one.name == "microsoft"]
    sign_in = SignIn("my id", False)
    account = MailAccount(
        'Ann "Axis" \\ 😀',
        "ann@outlook.com",
        provider,
        ('login = "oauth2"',),
        sign_in,
    )
    raw = tomllib.loads(mail_section(account))
    settings = parse_settings(raw["mail"], folder=tmp_path)
    assert settings.oauth is not None and settings.oauth.place == provider.oauth
    assert raw["mail"]["name"] == account.name
    assert settings.oauth.store.file == tmp_path / "mail-sign-in.json"


def test_provider_of_an_organisation_is_described_like_the_known_ones(tmp_path: Path) -> None:
    text = f"""
[[provider]]
name = "ours"
title = "Ours"
domains = ["example.org"]
source = "https://example.org/mail"
login = ["oauth2"]
imap = {{ host = "127.0.0.1", port = 993, security = "tls" }}
smtp = {{ host = "127.0.0.1", port = 465, security = "tls" }}
[provider.oauth]
authorize_url = "https://id.example.org/a"
token_url = "https://id.example.org/t"
scopes = {list(SCOPES)}
"""
    (provider,) = parse_providers(text, "ours.toml")
    assert provider.oauth is not None and provider.oauth.scopes == SCOPES
    for bad in (text.replace("login", "logins"), "provider = 1", "x", text + "[other]\n"):
        with pytest.raises(SettingsError):
            parse_providers(bad, "ours.toml")


SECTION = '[mail]\naddress = "ann@example.org"\n'


def test_the_rest_of_a_configuration_stays_as_it_is() -> None:
    old = '# mine\nplayer = "Ann"\n\n[mail]\naddress = "x@y.z"\n[mail.outgoing]\nkind="eml"\n'
    old += '\n[dice] # where\nfolder = "d"\n'
    new = with_mail_section(old, SECTION)
    assert new == '# mine\nplayer = "Ann"\n\n[dice] # where\nfolder = "d"\n\n' + SECTION
    assert with_mail_section("", SECTION) == SECTION


@pytest.mark.parametrize("old", ['mail.address = "x@y.z"\n', 'mail = {address="x"}\n', "no toml ["])
def test_a_configuration_that_cannot_be_changed_safely_is_left_alone(old: str) -> None:
    with pytest.raises(SettingsError) as caught:
        with_mail_section(old, SECTION)
    assert caught.value.code == "config-by-hand" and SECTION in caught.value.way_out


def test_a_home_notes_which_mails_were_filed_unless_a_setting_says_otherwise(
    tmp_path: Path,
) -> None:
    def state_file(**more: str) -> Path | None:
        table = {"kind": "imap", "host": "h.example.org", "user": "a", "password_env": "X", **more}
        raw = {"address": "ann@example.org", "incoming": table}
        incoming = parse_settings(raw, folder=tmp_path).incoming
        assert isinstance(incoming, ImapSettings)
        return incoming.state_file

    assert state_file() == tmp_path / "imap.json"
    assert state_file(state_file="/x/seen.json") == Path("/x/seen.json")
    assert state_file(state_file="none") is None
