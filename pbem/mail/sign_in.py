"""Sign in to a mail account in the browser: on this machine, or with a code on any other.

The browser comes back to a port of this machine that is open for this one sign-in (RFC 8252), with
a code that is worth nothing without a number that only this process knows (PKCE, RFC 7636). The
device flow (RFC 8628) needs no browser here: the player types a short code into a page elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import http.server
import secrets
import time
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from engine.values import dataclass
from pbem.mail.errors import NetworkError, SettingsError
from pbem.mail.oauth import (
    OAuthSettings,
    Tokens,
    ask_tokens,
    check_scopes,
    post_form,
    read_tokens,
    refusal_of,
)
from pbem.mail.plain import plain_line

_PATIENCE = 600.0
_REQUEST = 10.0
_SLOWER = 5.0
_DONE = b"<!doctype html><title>pbem</title><p>Done. You can close this page and go back to pbem."
_OTHER = b"<!doctype html><title>pbem</title><p>This is not the sign-in that pbem waits for."

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Waiting:
    """How to wait: `clock` in seconds, `pause` for so many seconds; tests bring their own."""

    clock: Callable[[], float] = time.time
    pause: Callable[[float], None] = time.sleep
    patience: float = _PATIENCE


def sign_in_by_browser(
    settings: OAuthSettings,
    account: str,
    show: Callable[[str], object],
    waiting: Waiting | None = None,
) -> Tokens:
    """Sign in with the browser of this machine; the tokens, the refresh token among them.

    show: gets the address that the browser has to open. Raises NetworkError: `mail-sign-in-refused`
    when the player or the provider says no, `mail-sign-in-late` when nobody comes back, and as
    `OAuthToken.read` does.
    """
    wait = waiting or Waiting()
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(24)
    with _Landing(("127.0.0.1", 0), _Visitor) as landing:
        landing.timeout = 1.0
        redirect = f"http://{settings.place.redirect_host}:{landing.server_port}/"
        show(_authorize_url(settings, account, redirect, state, verifier))
        found = _wait_for_visitor(landing, state, wait)
    if "code" not in found:
        said = plain_line(found.get("error_description") or found.get("error") or "no reason", 200)
        raise NetworkError(
            "mail-sign-in-refused", f"The sign-in was refused: {said}.", "Try again."
        )
    form = {
        "grant_type": "authorization_code",
        "code": found["code"],
        "redirect_uri": redirect,
        "code_verifier": verifier,
    }
    return _usable(settings, ask_tokens(settings, form, wait.clock()))


def _authorize_url(
    settings: OAuthSettings, account: str, redirect: str, state: str, verifier: str
) -> str:
    digest = hashlib.sha256(verifier.encode("ascii")).digest()
    query = {
        "response_type": "code",
        "client_id": settings.client_id,
        "redirect_uri": redirect,
        "scope": " ".join(settings.place.scopes),
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii"),
        "code_challenge_method": "S256",
        "login_hint": account,
        # Google gives a refresh token only when asked for it like this; others ignore it.
        "access_type": "offline",
        "prompt": "consent",
    }
    return f"{settings.place.authorize_url}?{urlencode(query)}"


class _Landing(http.server.HTTPServer):
    """The port to which the browser comes back; `found` is the query that it brings."""

    found: Mapping[str, str] | None = None
    state = ""


class _Visitor(http.server.BaseHTTPRequestHandler):
    """Takes one request; any other than the one that was waited for changes nothing."""

    timeout = _REQUEST
    server_version = "pbem"
    sys_version = ""

    def do_GET(self) -> None:
        landing = self.server
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        is_ours = isinstance(landing, _Landing) and secrets.compare_digest(
            query.get("state", "").encode(), landing.state.encode()
        )
        if isinstance(landing, _Landing) and is_ours:
            landing.found = query
        body = _DONE if is_ours else _OTHER
        self.send_response(200 if is_ours else 400)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing: the address holds the code."""


def _wait_for_visitor(landing: _Landing, state: str, wait: Waiting) -> Mapping[str, str]:
    landing.state = state
    deadline = wait.clock() + wait.patience
    while landing.found is None:
        if wait.clock() > deadline:
            raise NetworkError(
                "mail-sign-in-late",
                f"Nobody has signed in within {wait.patience / 60:g} minutes.",
                "Try again, or sign in with a code: `pbem mail sign-in --device`.",
            )
        landing.handle_request()
    return landing.found


def sign_in_by_code(
    settings: OAuthSettings,
    show: Callable[[str, str], None],
    waiting: Waiting | None = None,
) -> Tokens:
    """Sign in on any machine with a code; the tokens, the refresh token among them.

    show: gets the address of the page and the code to type there. Raises as `sign_in_by_browser`;
    SettingsError `mail-no-device-flow` where the provider has no such page.
    """
    wait = waiting or Waiting()
    if not settings.place.device_url:
        raise SettingsError(
            "mail-no-device-flow",
            "This provider has no sign-in with a code.",
            "Sign in with the browser of this machine: `pbem mail sign-in --browser`.",
        )
    form = {"scope": " ".join(settings.place.scopes)}
    status, table = post_form(settings, settings.place.device_url, form)
    code, user_code = table.get("device_code"), table.get("user_code")
    page = table.get("verification_uri") or table.get("verification_url")
    if not (isinstance(code, str) and isinstance(user_code, str) and isinstance(page, str)):
        raise refusal_of(settings, table, status)
    show(plain_line(page, 300), plain_line(user_code, 40))
    interval = _seconds(table.get("interval"), 5.0)
    deadline = wait.clock() + min(_seconds(table.get("expires_in"), _PATIENCE), wait.patience)
    while wait.clock() < deadline:
        wait.pause(interval)
        form = {
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": code,
        }
        status, answer = post_form(settings, settings.place.token_url, form)
        error = answer.get("error")
        if error == "slow_down":
            interval += _SLOWER
        elif error != "authorization_pending":
            return _device_tokens(settings, status, answer, wait.clock())
    raise NetworkError(
        "mail-sign-in-late",
        "The code has expired before anybody signed in with it.",
        "Try again with `pbem mail sign-in`.",
    )


def _device_tokens(
    settings: OAuthSettings, status: int, table: Mapping[str, object], now: float
) -> Tokens:
    tokens = read_tokens(table, now) if status == 200 else None
    if tokens is None:
        raise refusal_of(settings, table, status)
    return _usable(settings, tokens)


def _seconds(value: object, default: float) -> float:
    return float(value) if isinstance(value, int) and 0 < value < 3600 else default


def _usable(settings: OAuthSettings, tokens: Tokens) -> Tokens:
    """The tokens, if one can go on with them for longer than an hour."""
    check_scopes(settings.place, tokens)
    if not tokens.refresh:
        raise NetworkError(
            "mail-sign-in-refused",
            "The provider gave no refresh token, so you would have to sign in every hour.",
            "Ask for the scope offline_access under [mail.oauth].",
        )
    return tokens
