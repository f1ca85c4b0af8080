"""Tokens in place of passwords (OAuth 2.0, RFC 6749): renewing one, and what its refusal means.

A sign-in (pbem.mail.sign_in) leaves a refresh token, which is kept in the system's keyring or in a
file closed to others. From it an access token is made whenever a mail server is to be logged in to;
that one lives for an hour and is kept in memory only.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeGuard
from urllib.parse import urlencode

from engine.values import dataclass
from pbem.mail.errors import NetworkError, SettingsError
from pbem.mail.plain import plain_line
from pbem.mail.providers import OAuthPlace
from pbem.mail.secret import Secret
from pbem.mail.token_store import TokenStore

_MOST_BYTES = 256 * 1024
_EARLY = 60.0
"""An access token is renewed so many seconds before its end."""
_HOUR = 3600.0
_LONGEST_LIFE = 400 * 86_400.0
"""Seconds that an access token may say it lives; browsers cap cookies at that age."""
_NOT_SHOWN = frozenset({"offline_access", "openid", "profile", "email"})
"""Scopes that an answer need not repeat."""


@dataclass(frozen=True, slots=True)
class OAuthSettings:
    """How to sign in: where, as which program, and where the refresh token is kept.

    client_secret: None for a public client, as RFC 8252 has it; some providers want one all the
    same, which is not a secret then. ca_file: as for a mail server.
    """

    place: OAuthPlace
    client_id: str
    client_secret: Secret | None
    store: TokenStore
    ca_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a token endpoint gave: `refresh` is "" when it sent none; `until` in Unix seconds."""

    access: str
    refresh: str
    until: float
    scopes: tuple[str, ...]


class OAuthToken:
    """The access token of an account, as a secret to log in with.

    account: the name to log in as. clock: Unix seconds; tests bring their own.
    """

    def __init__(
        self, settings: OAuthSettings, account: str, clock: Callable[[], float] = time.time
    ) -> None:
        """Asks for nothing yet."""
        self._settings = settings
        self._account = account
        self._clock = clock
        self._tokens: Tokens | None = None

    @property
    def settings(self) -> OAuthSettings:
        """How to sign in anew."""
        return self._settings

    def read(self) -> str:
        """A token that has not expired, made anew if needed.

        Raises NetworkError `mail-sign-in-ended`, `mail-token-scope`, `mail-sign-in-unreachable` or
        `mail-sign-in-refused`, and SettingsError `mail-not-signed-in` or `password-source`.
        """
        if self._tokens is None or self._tokens.until - _EARLY < self._clock():
            self.renew()
        return self._tokens.access if self._tokens is not None else ""

    def renew(self) -> bool:
        """Make a token anew, whatever the old one is worth: a server has refused it; True."""
        store = self._settings.store
        with store.held():
            refresh = store.read(self._account)
            if not refresh:
                raise SettingsError(
                    "mail-not-signed-in",
                    f"You have not signed in as {self._account} yet.",
                    "Sign in with `pbem mail sign-in`.",
                )
            form = {"grant_type": "refresh_token", "refresh_token": refresh}
            tokens = ask_tokens(self._settings, form, self._clock())
            if tokens.refresh and tokens.refresh != refresh:
                store.write(self._account, tokens.refresh)
        self._tokens = tokens
        check_scopes(self._settings.place, tokens)
        return True


def ask_tokens(settings: OAuthSettings, form: Mapping[str, str], now: float) -> Tokens:
    """The tokens that the token endpoint gives for a grant; raises as `OAuthToken.read` does."""
    status, table = post_form(settings, settings.place.token_url, form)
    tokens = read_tokens(table, now) if status == 200 else None
    if tokens is None:
        raise refusal_of(settings, table, status)
    return tokens


def _is_a_while(seconds: object) -> TypeGuard[float]:
    """Whether a provider says how long a token lives; one without end would never be renewed."""
    return isinstance(seconds, int | float) and 0 <= seconds <= _LONGEST_LIFE


def read_tokens(table: Mapping[str, object], now: float) -> Tokens | None:
    """The tokens in the answer of a token endpoint (RFC 6749 section 5.1); None without one."""
    access, refresh = table.get("access_token"), table.get("refresh_token")
    seconds, scopes = table.get("expires_in"), table.get("scope")
    if not isinstance(access, str) or not access.isascii() or not access.isprintable():
        return None
    return Tokens(
        access=access,
        refresh=refresh if isinstance(refresh, str) else "",
        until=now + (seconds if _is_a_while(seconds) else _HOUR),
        scopes=tuple(scopes.split()) if isinstance(scopes, str) else (),
    )


def post_form(
    settings: OAuthSettings, url: str, form: Mapping[str, str]
) -> tuple[int, Mapping[str, object]]:
    """Send a form as this program; the status and the JSON object that came back, {} for none.

    Raises NetworkError `mail-sign-in-unreachable`.
    """
    from pbem.web_client import WebClient  # noqa: PLC0415 - late, to start quickly
    from pbem.web_line import WebError  # noqa: PLC0415 - late, to start quickly

    fields = {"client_id": settings.client_id, **form}
    if settings.client_secret is not None:
        fields["client_secret"] = settings.client_secret.read()
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
    }
    try:
        answer = WebClient(settings.ca_file).ask(
            "POST", url, headers=headers, body=urlencode(fields).encode("ascii"), most=_MOST_BYTES
        )
    except WebError as error:
        raise NetworkError(
            "mail-sign-in-unreachable",
            f"The sign-in at {url} cannot be reached: {error}.",
            "Try later; the mail waits.",
        ) from None
    try:
        table = json.loads(answer.body)
    except (ValueError, RecursionError):
        table = None
    return answer.status, table if isinstance(table, dict) else {}


def refusal_of(settings: OAuthSettings, table: Mapping[str, object], status: int) -> NetworkError:
    """What the error of a token endpoint means (RFC 6749 section 5.2), in a sentence."""
    code = table.get("error")
    said = plain_line(str(table.get("error_description") or code or f"HTTP status {status}"), 200)
    if code == "invalid_grant":
        return NetworkError(
            "mail-sign-in-ended",
            f"The sign-in has ended: it expired or was withdrawn ({said}).",
            "Sign in again with `pbem mail sign-in`.",
        )
    if code in ("invalid_client", "unauthorized_client"):
        return NetworkError(
            "mail-client-unknown",
            f"The provider does not know the client id {settings.client_id} ({said}).",
            "Check client_id and client_secret under [mail.oauth]; `pbem help mail` says how "
            "to make one.",
        )
    if code == "invalid_scope":
        return _scope_error(settings.place.scopes, said)
    return NetworkError(
        "mail-sign-in-refused",
        f"The sign-in was refused: {said}.",
        "Try again, or sign in anew with `pbem mail sign-in`.",
    )


def check_scopes(place: OAuthPlace, tokens: Tokens) -> None:
    """Raise NetworkError `mail-token-scope` when a sign-in covers less than was asked for."""
    if not tokens.scopes:  # RFC 6749 section 5.1: as asked for
        return
    given = {scope.lower() for scope in tokens.scopes}
    missing = [
        scope
        for scope in place.scopes
        if scope.lower() not in given and scope.lower() not in _NOT_SHOWN
    ]
    if missing:
        raise _scope_error(tuple(missing), "it was not allowed")


def _scope_error(missing: tuple[str, ...], said: str) -> NetworkError:
    return NetworkError(
        "mail-token-scope",
        f"The sign-in does not cover {' and '.join(missing)} ({plain_line(said, 200)}).",
        "Sign in again with `pbem mail sign-in` and allow everything on the page.",
    )
