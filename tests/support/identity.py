"""A small identity provider for tests: sign-in by browser and by code, renewal, introspection.

It follows RFC 6749 (codes, refresh tokens), 7636 (PKCE), 8628 (codes typed elsewhere) and 7662
(introspection, which Dovecot asks). What a test wants to go wrong it sets on the provider.
"""

import base64
import hashlib
import json
import secrets
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.support import missing
from tests.support.mailservers import MailServers, missing_reason, start_mail_servers
from tests.support.webserver import served

CLIENT = "pbem-of-ann"
RESOURCE = "https://mail.example.org"
SCOPES = (f"{RESOURCE}/imap", f"{RESOURCE}/smtp", "offline_access")


@dataclass
class IdentityProvider:
    """What it gives out and has given out.

    user: who signs in, whoever asks. scope: what an answer says was allowed, None for nothing.
    audience: for whom tokens are made; Dovecot is told that others are not valid. lifetime: seconds
    of an access token. pending: how often a typed code is waited for. says_no: the player refuses.
    """

    user: str = "axis@example.org"
    scope: str | None = " ".join(SCOPES)
    audience: str = RESOURCE
    lifetime: int = 3600
    pending: int = 1
    says_no: bool = False
    address: str = ""
    codes: dict[str, Mapping[str, str]] = field(default_factory=dict)
    refresh: set[str] = field(default_factory=set)
    access: dict[str, float] = field(default_factory=dict)
    asked: list[Mapping[str, str]] = field(default_factory=list)

    def settings(self) -> dict[str, object]:
        """The [mail.oauth] table."""
        return {
            "authorize_url": f"{self.address}/authorize",
            "token_url": f"{self.address}/token",
            "device_url": f"{self.address}/device",
            "scopes": list(SCOPES),
            "client_id": CLIENT,
            "keep": "file",
        }

    def revoke(self) -> None:
        """Take back everything that was given out."""
        self.refresh.clear()
        self.access.clear()

    def new_access(self) -> str:
        """A token in the form of JWT, whose signature nobody checks."""
        claims = {
            "aud": self.audience,
            "exp": int(time.time()) + self.lifetime,
            "id": secrets.token_hex(8),
        }
        parts = [b'{"alg":"none"}', json.dumps(claims).encode(), b"signed"]
        token = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
        self.access[token] = time.time() + self.lifetime
        return token

    def tokens(self) -> dict[str, object]:
        """An answer of the token endpoint; each brings a new refresh token."""
        refresh = secrets.token_hex(600)
        self.refresh.add(refresh)
        table: dict[str, object] = {
            "access_token": self.new_access(),
            "refresh_token": refresh,
            "token_type": "Bearer",
            "expires_in": self.lifetime,
        }
        return table if self.scope is None else {**table, "scope": self.scope}

    async def authorize(self, request: Request) -> Response:
        """The page on which one signs in: who comes here has agreed."""
        query = dict(request.query_params)
        self.asked.append(query)
        back: dict[str, str] = {"state": query["state"]}
        if self.says_no:
            back["error"] = "access_denied"
        else:
            code = secrets.token_hex(8)
            self.codes[code] = query
            back["code"] = code
        return RedirectResponse(f"{query['redirect_uri']}?{urlencode(back)}")

    async def device(self, request: Request) -> Response:
        """Give out a code to be typed."""
        form = dict(parse_qsl((await request.body()).decode()))
        self.asked.append(form)
        self.codes["device"] = form
        return JSONResponse(
            {
                "device_code": "device",
                "user_code": "WXYZ-1234",
                "verification_uri": f"{self.address}/code",
                "expires_in": 900,
                "interval": 5,
            }
        )

    async def token(self, request: Request) -> Response:
        """The token endpoint."""
        form = dict(parse_qsl((await request.body()).decode()))
        self.asked.append(form)
        if form.get("client_id") != CLIENT:
            return _refused("invalid_client")
        kind = form["grant_type"]
        if kind == "refresh_token":
            known = form["refresh_token"] in self.refresh
            self.refresh.discard(form["refresh_token"])
            return JSONResponse(self.tokens()) if known else _refused("invalid_grant")
        if kind == "authorization_code":
            asked = self.codes.pop(form["code"], {})
            digest = hashlib.sha256(form["code_verifier"].encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            is_same = asked.get("redirect_uri") == form["redirect_uri"]
            if asked.get("code_challenge") != challenge or not is_same:
                return _refused("invalid_grant")
            return JSONResponse(self.tokens())
        if self.says_no:
            return _refused("access_denied")
        if self.pending:
            self.pending -= 1
            return _refused("slow_down" if self.pending else "authorization_pending")
        return JSONResponse(self.tokens())

    async def introspect(self, request: Request) -> Response:
        """Say whether a token is worth anything, to the mail server."""
        token = dict(parse_qsl((await request.body()).decode())).get("token", "")
        is_good = self.access.get(token, 0) > time.time() and self.audience == RESOURCE
        if not is_good:
            return JSONResponse({"active": False})
        return JSONResponse({"active": True, "username": self.user, "scope": self.scope or ""})


def _refused(error: str) -> Response:
    words = {"invalid_grant": "the grant is not known, or was taken back"}
    return JSONResponse({"error": error, "error_description": words.get(error, error)}, 400)


@contextmanager
def identity_provider() -> Iterator[IdentityProvider]:
    """A provider on loopback."""
    provider = IdentityProvider()
    routes = [
        Route("/authorize", provider.authorize),
        Route("/device", provider.device, methods=["POST"]),
        Route("/token", provider.token, methods=["POST"]),
        Route("/introspect", provider.introspect, methods=["POST"]),
    ]
    with served(Starlette(routes=routes)) as address:
        provider.address = address
        yield provider


@contextmanager
def mail_servers_with_sign_in() -> Iterator[tuple[IdentityProvider, MailServers]]:
    """A provider, and mail servers that ask it about each token; the test is skipped without."""
    reason = missing_reason()
    if reason:
        missing.skip_or_fail(reason, missing.SERVERS)
    with (
        identity_provider() as provider,
        start_mail_servers(f"{provider.address}/introspect") as servers,
    ):
        yield provider, servers


def browse(url: str) -> bool:
    """Be the browser of a player who signs in; the same as `webbrowser.open`."""

    def visit() -> None:
        try:
            with urllib.request.urlopen(url, timeout=10) as page:
                page.read()
        except urllib.error.HTTPError as no:
            # The page may be one that says no.
            no.close()
        except OSError:
            pass

    threading.Thread(target=visit, daemon=True).start()
    return True
