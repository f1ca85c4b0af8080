"""`pbem mail`: set up, sign in, try both directions."""

import stat
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from tests.support.identity import (
    CLIENT,
    SCOPES,
    IdentityProvider,
    browse,
    mail_servers_with_sign_in,
)
from tests.support.mailservers import MailServers
from tests.support.ports import free_ports
from tests.support.table import Desk, desk


def description(oauth: IdentityProvider | None, imap: int, smtp: int, security: str) -> str:
    text = f"""
[[provider]]
name = "ours"
title = "Ours"
domains = ["example.org"]
source = "https://example.org/mail"
login = ["oauth2", "password"]
imap = {{ host = "127.0.0.1", port = {imap}, security = "{security}" }}
smtp = {{ host = "127.0.0.1", port = {smtp}, security = "{security}" }}
"""
    if oauth is None:
        return text
    return f"""{text}
[provider.oauth]
authorize_url = "{oauth.address}/authorize"
token_url = "{oauth.address}/token"
device_url = "{oauth.address}/device"
scopes = {list(SCOPES)}
"""


def test_nothing_is_written_when_the_servers_do_not_answer(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    imap, smtp = free_ports(2)
    file = tmp_path / "ours.toml"
    file.write_text(description(None, imap, smtp, "none"))
    words = ("mail", "setup", "ann@example.org", "--provider-file", file, "--keep", "file")
    said = ann.run(*words, typed="wrong\n")
    assert said.code == 9
    assert "Sending does not work. 127.0.0.1 port" in said.out
    assert "Receiving does not work." in said.out and "Nothing was written" in said.out
    assert not (ann.root / "config.toml").exists()
    said = ann.run(*words, "--anyway", typed="wrong\n")
    assert (ann.root / "config.toml").is_file()
    assert stat.S_IMODE((ann.root / "mail-password").stat().st_mode) == 0o600
    assert "wrong" not in said.out + said.err + (ann.root / "config.toml").read_text()
    assert ann.refused(2, *words, typed="x\n").error["code"] == "mail-is-configured"
    rows = ann.run("mail", "test", "--json").rows("tried")
    assert [row["code"] for row in rows] == ["smtp-unreachable", "imap-unreachable"]


@pytest.mark.parametrize("login", ['"oauth2", "app-password"', '"oauth2"'])
def test_an_app_password_is_offered_and_explained_where_the_provider_takes_one(
    tmp_path: Path, login: str
) -> None:
    ann = desk(tmp_path, "Ann")
    imap, smtp = free_ports(2)
    text = description(None, imap, smtp, "none").replace('"oauth2", "password"', login)
    text += (
        'app_password = "https://example.org/app"\n[provider.oauth]\n'
        'register = "https://example.org/clients"\nauthorize_url = "https://127.0.0.1:1/a"\n'
        'token_url = "https://127.0.0.1:1/t"\nscopes = ["mail"]\n'
    )
    (tmp_path / "ours.toml").write_text(text)
    words = ("mail", "setup", "ann@example.org", "--keep", "file")
    is_taken = "app-password" in login
    typed = "\nsecret\n" if is_taken else "\n"
    said = ann.run(*words, "--provider-file", tmp_path / "ours.toml", typed=typed)
    assert "Make a client id at https://example.org/clients" in said.err
    assert ("leave it empty to use an app password instead" in said.err) == is_taken
    assert ("a password for one program" in said.err) == is_taken
    assert (ann.root / "mail-password").exists() == is_taken
    assert "outbox" not in said.out, "nothing was to be sent"


def test_mail_without_a_server_needs_no_trying(tmp_path: Path) -> None:
    config = (
        f'[mail]\naddress = "a@example.org"\n[mail.outgoing]\nkind = "eml"\nfolder = "{tmp_path}"'
    )
    ann = desk(tmp_path, "Ann", config + "\n")
    said = ann.ok("mail", "test").out
    assert "you send them" in said and "No incoming mail is configured" in said
    assert ann.refused(2, "mail", "sign-in").error["code"] == "mail-without-sign-in"
    ben = desk(tmp_path, "Ben")
    assert ben.refused(2, "mail", "test").error["code"] == "mail-not-configured"


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[IdentityProvider, MailServers]]:
    with mail_servers_with_sign_in() as running:
        yield running


def set_up(ann: Desk, folder: Path, provider: IdentityProvider, servers: MailServers) -> None:
    file = folder / "ours.toml"
    file.write_text(description(provider, servers.imaps_port, servers.smtps_port, "tls"))
    words = ("mail", "setup", "axis@example.org", "--provider-file", file, "--keep", "file")
    env = {**ann.env, "SSL_CERT_FILE": str(servers.ca_file)}
    with mock.patch("webbrowser.open", browse), mock.patch.dict("os.environ", env):
        said = ann.ok(*words, "--client-id", CLIENT)
    assert "Sending works" in said.out and "Receiving works" in said.out


@pytest.mark.servers
def test_setup_signs_in_tries_both_directions_and_writes_the_settings(
    running: tuple[IdentityProvider, MailServers], tmp_path: Path
) -> None:
    provider, servers = running
    axel = desk(tmp_path, "Axel", 'player = "Axel"\n')
    set_up(axel, tmp_path, provider, servers)
    text = (axel.root / "config.toml").read_text()
    assert text.startswith('player = "Axel"\n') and 'login = "oauth2"' in text
    assert not any(token in text for token in (*provider.refresh, *provider.access))
    with mock.patch.dict("os.environ", {"SSL_CERT_FILE": str(servers.ca_file)}):
        axel.ok("mail", "test")
        provider.revoke()
        said = axel.run("mail", "test")
        assert said.code == 9 and "pbem mail sign-in" in said.out
        provider.pending = 0
        with mock.patch("time.sleep"):
            said = axel.ok("mail", "sign-in", "--device")
        assert "type WXYZ-1234" in said.err
        assert axel.ok("fetch").out == "Nothing new.\n"
