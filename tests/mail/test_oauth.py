"""Signing in to mail, and what each refusal of a token says."""

import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.mail.errors import MailError, NetworkError, SettingsError
from pbem.mail.oauth import OAuthSettings, OAuthToken
from pbem.mail.providers import known_providers
from pbem.mail.sasl import Mechanism, choose, explained, first_message, token_error
from pbem.mail.settings import Login, Server, SmtpSettings, parse_settings
from pbem.mail.sign_in import Waiting, sign_in_by_browser, sign_in_by_code
from tests.support.identity import (
    CLIENT,
    RESOURCE,
    SCOPES,
    IdentityProvider,
    browse,
    identity_provider,
)

ANN = "axis@example.org"


@pytest.fixture
def provider() -> Iterator[IdentityProvider]:
    with identity_provider() as running:
        yield running


def settings(provider: IdentityProvider, folder: Path, **changes: object) -> OAuthSettings:
    table = {"address": ANN, "oauth": {**provider.settings(), **changes}}
    found = parse_settings(table, folder=folder).oauth
    assert found is not None
    return found


def signed_in(provider: IdentityProvider, folder: Path) -> OAuthToken:
    """An account that has signed in."""
    oauth = settings(provider, folder)
    tokens = sign_in_by_browser(oauth, ANN, browse)
    oauth.store.write(ANN, tokens.refresh)
    return OAuthToken(oauth, ANN)


def refused(token: OAuthToken) -> MailError:
    with pytest.raises(MailError) as caught:
        token.read()
    return caught.value


def test_browser_brings_a_code_back_that_only_this_process_can_use(
    provider: IdentityProvider, tmp_path: Path
) -> None:
    tokens = sign_in_by_browser(settings(provider, tmp_path), ANN, browse)
    assert tokens.access in provider.access and tokens.refresh in provider.refresh
    first, second = provider.asked
    assert first["login_hint"] == ANN and first["code_challenge_method"] == "S256"
    assert first["redirect_uri"].startswith("http://127.0.0.1:")
    assert "code_verifier" not in first and second["redirect_uri"] == first["redirect_uri"]


def test_a_page_that_was_not_waited_for_changes_nothing(
    provider: IdentityProvider, tmp_path: Path
) -> None:
    def show(url: str) -> None:
        landing = url.partition("redirect_uri=")[2].partition("&")[0]
        address = landing.replace("%3A", ":").replace("%2F", "/")
        browse(f"{address}?state=guessed&code=stolen")
        browse(url)

    tokens = sign_in_by_browser(settings(provider, tmp_path), ANN, show)
    assert tokens.access in provider.access


def test_code_is_typed_elsewhere_and_waited_for(provider: IdentityProvider, tmp_path: Path) -> None:
    provider.pending = 2
    shown: list[tuple[str, str]] = []
    pauses: list[float] = []
    tokens = sign_in_by_code(
        settings(provider, tmp_path),
        lambda page, code: shown.append((page, code)),
        Waiting(pause=pauses.append),
    )
    assert shown == [(f"{provider.address}/code", "WXYZ-1234")]
    assert pauses == [5.0, 10.0, 10.0], "slow_down: five seconds more each time (RFC 8628)"
    assert tokens.refresh in provider.refresh


def test_who_says_no_is_not_signed_in(provider: IdentityProvider, tmp_path: Path) -> None:
    provider.says_no = True
    oauth = settings(provider, tmp_path)
    ways: tuple[Callable[[], object], ...] = (
        lambda: sign_in_by_browser(oauth, ANN, browse),
        lambda: sign_in_by_code(oauth, lambda *_: None, Waiting(pause=lambda _: None)),
    )
    for sign_in in ways:
        with pytest.raises(NetworkError) as caught:
            sign_in()
        assert caught.value.code == "mail-sign-in-refused"
        assert "access_denied" in caught.value.reason


def test_nobody_comes_back(provider: IdentityProvider, tmp_path: Path) -> None:
    times = iter([0.0, 1.0, 700.0])
    with pytest.raises(NetworkError) as caught:
        waiting = Waiting(clock=lambda: next(times))
        sign_in_by_browser(settings(provider, tmp_path), ANN, lambda _: None, waiting)
    assert caught.value.code == "mail-sign-in-late"


def test_token_is_kept_for_its_hour_and_then_renewed(
    provider: IdentityProvider, tmp_path: Path
) -> None:
    now = [1000.0]
    signed_in(provider, tmp_path)
    token = OAuthToken(settings(provider, tmp_path), ANN, lambda: now[0])
    first = token.read()
    assert token.read() == first
    now[0] += 3600
    assert token.read() != first, "an expired token is renewed without a word"


def test_each_renewal_keeps_the_new_refresh_token_in_a_file_closed_to_others(
    provider: IdentityProvider, tmp_path: Path
) -> None:
    signed_in(provider, tmp_path).read()
    file = tmp_path / "mail-sign-in.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    OAuthToken(settings(provider, tmp_path), ANN).read()
    assert file.read_bytes() != before
    file.chmod(0o644)
    error = refused(OAuthToken(settings(provider, tmp_path), ANN))
    assert error.code == "password-source" and "other users" in error.reason


def test_revoked_sign_in_is_said_in_a_sentence(provider: IdentityProvider, tmp_path: Path) -> None:
    token = signed_in(provider, tmp_path)
    provider.revoke()
    error = refused(token)
    assert error.code == "mail-sign-in-ended"
    assert "it expired or was withdrawn" in error.reason and "pbem mail sign-in" in error.way_out


@pytest.mark.parametrize("scope", ["", f"{SCOPES[0]} offline_access"])
def test_missing_scope_is_said_in_a_sentence(
    provider: IdentityProvider, tmp_path: Path, scope: str
) -> None:
    """An empty scope is as good as none said: RFC 6749 section 5.1."""
    token = signed_in(provider, tmp_path)
    provider.scope = scope
    if not scope:
        assert token.read()
        return
    error = refused(token)
    assert error.code == "mail-token-scope" and SCOPES[1] in error.reason
    assert SCOPES[0] not in error.reason


def test_unknown_client_id_is_said_in_a_sentence(
    provider: IdentityProvider, tmp_path: Path
) -> None:
    signed_in(provider, tmp_path)
    error = refused(OAuthToken(settings(provider, tmp_path, client_id="nobody"), ANN))
    assert error.code == "mail-client-unknown" and "nobody" in error.reason


def test_who_has_not_signed_in_is_told_how(provider: IdentityProvider, tmp_path: Path) -> None:
    error = refused(OAuthToken(settings(provider, tmp_path), ANN))
    assert (error.code, error.exit_code) == ("mail-not-signed-in", 2)


def test_provider_out_of_reach(provider: IdentityProvider, tmp_path: Path) -> None:
    signed_in(provider, tmp_path)
    away = settings(provider, tmp_path, token_url="http://127.0.0.1:1/token")
    error = refused(OAuthToken(away, ANN))
    assert (error.code, error.exit_code) == ("mail-sign-in-unreachable", 9)


def test_long_token_fits_into_a_keyring(
    provider: IdentityProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring = pytest.importorskip("keyring")
    kept: dict[tuple[str, str], str] = {}

    class Table(keyring.backend.KeyringBackend):  # type: ignore[name-defined]
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            assert len(password) <= 1280, "more than Windows takes"
            kept[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            if (service, username) not in kept:
                raise keyring.errors.PasswordDeleteError("none")
            del kept[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Table())
    try:
        oauth = settings(provider, tmp_path, keep="keyring")
        oauth.store.write(ANN, "x" * 2500)
        assert oauth.store.read(ANN) == "x" * 2500
        oauth.store.write(ANN, "y" * 1000)
        assert oauth.store.read(ANN) == "y" * 1000
        tokens = sign_in_by_browser(oauth, ANN, browse)
        oauth.store.write(ANN, tokens.refresh)
        assert OAuthToken(oauth, ANN).read()
    finally:
        keyring.set_keyring(before)
    assert not (tmp_path / "mail-sign-in.json").exists()


def server(login: str = "oauth2") -> Server:
    table = {"kind": "smtp", "host": "mail.example.org", "user": "a,b=c", "login": login}
    oauth = {"provider": "google", "client_id": "x"}
    found = parse_settings({"address": ANN, "outgoing": table, "oauth": oauth}).outgoing
    assert isinstance(found, SmtpSettings)
    return found.server


def test_messages_of_the_two_mechanisms() -> None:
    """RFC 7628 section 3.1 and Google's page on XOAUTH2."""
    assert first_message(Mechanism.XOAUTH2, server(), "T") == b"user=a,b=c\x01auth=Bearer T\x01\x01"
    assert first_message(Mechanism.OAUTHBEARER, server(), "T") == (
        b"n,a=a=2Cb=3Dc,\x01host=mail.example.org\x01port=465\x01auth=Bearer T\x01\x01"
    )


def test_standard_mechanism_where_it_is_offered() -> None:
    assert choose(Login.OAUTH2, {"XOAUTH2", "OAUTHBEARER"}) is Mechanism.OAUTHBEARER
    assert choose(Login.OAUTH2, {"XOAUTH2", "PLAIN"}) is Mechanism.XOAUTH2
    assert choose(Login.XOAUTH2, {"OAUTHBEARER"}) is Mechanism.XOAUTH2
    assert choose(Login.OAUTHBEARER, set()) is Mechanism.OAUTHBEARER


def test_explanations_of_servers() -> None:
    assert explained(b'{"status":"invalid_token","scope":"x"}') == "invalid_token"
    assert explained("eyJzdGF0dXMiOiI0MDAifQ==") == "400"
    assert explained(b"no") == "" and explained(b"[1]") == ""


def test_what_a_token_says_about_itself_explains_its_refusal(provider: IdentityProvider) -> None:
    scopes = [f"{RESOURCE}/imap"]
    good = provider.new_access()
    provider.audience = "https://graph.example.org"
    elsewhere = provider.new_access()
    provider.lifetime = -5
    old = provider.new_access()

    def code(token: str, said: str = "400") -> str:
        return token_error("smtp-login", server(), token, said, scopes).code

    assert code(good) == "smtp-login"
    assert code(elsewhere) == "mail-token-audience"
    assert code(old) == "mail-token-expired"
    assert code(good, "insufficient_scope") == "mail-token-scope"
    assert code("opaque") == code("a.b.c") == "smtp-login"


def test_login_with_a_token_wants_a_source_of_tokens() -> None:
    table = {"kind": "smtp", "host": "mail.example.org", "user": "ann", "login": "oauth2"}
    with pytest.raises(SettingsError) as caught:
        parse_settings({"address": ANN, "outgoing": table})
    assert "[mail.oauth]" in caught.value.reason
    parse_settings({"address": ANN, "outgoing": {**table, "password_command": "token"}})


def test_no_client_id_is_shipped() -> None:
    providers = known_providers()
    assert {"gmail.com", "outlook.com", "icloud.com"} <= {d for p in providers for d in p.domains}
    domains = [domain for one in providers for domain in one.domains]
    assert len(domains) == len(set(domains))
    assert all(one.source.startswith("https://") for one in providers)
    text = Path("pbem/mail/providers.toml").read_text()
    assert "client_id" not in text.replace("client id", "") and CLIENT not in text
