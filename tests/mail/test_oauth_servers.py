"""Logging in with tokens to a real Postfix and Dovecot that ask a provider about each token."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.mail.connect import open_source
from pbem.mail.errors import MailError
from pbem.mail.probe import probe
from pbem.mail.settings import ImapSettings, MailSettings, SmtpSettings, parse_settings
from pbem.mail.sign_in import sign_in_by_browser
from pbem.mail.smtp import SmtpTransport
from tests.mail.samples import NOW
from tests.support.identity import RESOURCE, IdentityProvider, browse, mail_servers_with_sign_in
from tests.support.mailservers import MailServers, start_mail_servers

pytestmark = pytest.mark.servers

MECHANISMS = ["xoauth2", "oauthbearer", "oauth2"]


@dataclass(frozen=True)
class Post:
    provider: IdentityProvider
    servers: MailServers
    folder: Path

    def settings(self, login: str = "oauth2") -> MailSettings:
        """The mail of a player who has signed in."""
        user = self.servers.axis
        tables: dict[str, object] = {"address": user.address, "oauth": self.provider.settings()}
        for name, table in (
            ("outgoing", self.servers.smtp_settings(user)),
            ("incoming", self.servers.imap_settings(user)),
        ):
            table.pop("password_file")
            tables[name] = {**table, "login": login}
        return parse_settings(tables, folder=self.folder)

    def sign_in(self) -> None:
        oauth = self.settings().oauth
        assert oauth is not None
        tokens = sign_in_by_browser(oauth, self.servers.axis.address, browse)
        oauth.store.write(self.servers.axis.address, tokens.refresh)

    def problems(self, settings: MailSettings | None = None) -> list[str]:
        found = probe(settings or self.settings(), NOW.date())
        return [one.error.code for one in found if one.error is not None]


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[IdentityProvider, MailServers]]:
    with mail_servers_with_sign_in() as running:
        yield running


@pytest.fixture
def post(running: tuple[IdentityProvider, MailServers], tmp_path: Path) -> Post:
    provider, servers = running
    provider.audience, provider.lifetime, provider.says_no = RESOURCE, 3600, False
    servers.clear()
    return Post(provider, servers, tmp_path)


@pytest.mark.parametrize("login", MECHANISMS)
def test_both_directions_with_a_token(post: Post, login: str) -> None:
    post.sign_in()
    assert post.problems(post.settings(login)) == []


def test_token_that_was_taken_back_is_replaced_without_a_word(post: Post) -> None:
    post.sign_in()
    settings = post.settings()
    assert post.problems(settings) == []
    post.provider.access.clear()
    assert post.problems(settings) == []


@pytest.mark.parametrize("login", MECHANISMS)
def test_sign_in_that_was_withdrawn_is_said_in_a_sentence(post: Post, login: str) -> None:
    post.sign_in()
    settings = post.settings(login)
    assert post.problems(settings) == []
    post.provider.revoke()
    assert post.problems(settings) == ["mail-sign-in-ended"] * 2


@pytest.mark.parametrize("login", MECHANISMS)
def test_token_for_another_service_is_said_in_a_sentence(post: Post, login: str) -> None:
    post.sign_in()
    post.provider.audience = "https://graph.example.org"
    assert post.problems(post.settings(login)) == ["mail-token-audience"] * 2


def test_expired_token_of_a_command_is_said_in_a_sentence(post: Post, tmp_path: Path) -> None:
    post.provider.lifetime = -10
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text(post.provider.new_access())
    settings = post.settings()
    tables = {
        "address": "axis@example.org",
        "outgoing": {**post.servers.smtp_settings(post.servers.axis)},
        "incoming": {**post.servers.imap_settings(post.servers.axis)},
    }
    for name in ("outgoing", "incoming"):
        tables[name] |= {"login": "oauth2", "password_file": str(token)}  # type: ignore[operator]
    assert settings.oauth is not None
    assert post.problems(parse_settings(tables)) == ["mail-token-expired"] * 2


def test_token_of_somebody_else_is_refused(post: Post) -> None:
    post.sign_in()
    post.provider.user = "somebody@example.org"
    try:
        problems = post.problems()
    finally:
        post.provider.user = "axis@example.org"
    assert problems == ["smtp-login", "imap-login"]


def test_a_server_without_tokens_says_so(post: Post) -> None:
    post.sign_in()
    settings = post.settings()
    assert isinstance(settings.outgoing, SmtpSettings)
    assert isinstance(settings.incoming, ImapSettings)
    with start_mail_servers() as plain:
        tables: dict[str, object] = {
            "address": "axis@example.org",
            "oauth": post.provider.settings(),
            "outgoing": {**plain.smtp_settings(plain.axis), "login": "oauth2"},
            "incoming": {**plain.imap_settings(plain.axis), "login": "oauth2"},
        }
        for name in ("outgoing", "incoming"):
            tables[name].pop("password_file")  # type: ignore[attr-defined]
        found = parse_settings(tables, folder=post.folder)
        assert isinstance(found.outgoing, SmtpSettings) and found.incoming is not None
        with pytest.raises(MailError) as caught:
            SmtpTransport(found.outgoing.server).check("axis@example.org")
        assert "offers no log-in with a token" in caught.value.reason
        with pytest.raises(MailError) as caught, open_source(found.incoming, NOW.date()):
            pass
        assert caught.value.code == "imap-login"
