"""The two ways to log in with a token, and what a server's refusal of one means.

XOAUTH2 is Google's and Microsoft's (https://developers.google.com/workspace/gmail/imap/xoauth2-protocol),
OAUTHBEARER is RFC 7628. Both send the token at once; a server that refuses it explains itself in a
JSON object, which the client has to answer before the log-in has failed.
"""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Collection
from enum import StrEnum

from pbem.mail.errors import MailError, NetworkError
from pbem.mail.plain import plain_line
from pbem.mail.settings import Login, Server

_SOON = 5.0


class TokenRefusedError(Exception):
    """A server does not take a token; `error` says so in a sentence. A new token may do."""

    def __init__(self, error: MailError) -> None:
        """error: for the player, when there is no other token."""
        super().__init__(str(error))
        self.error = error


class Mechanism(StrEnum):
    """The SASL name of a way to log in with a token."""

    XOAUTH2 = "XOAUTH2"
    OAUTHBEARER = "OAUTHBEARER"


def choose(login: Login, offered: Collection[str]) -> Mechanism:
    """The mechanism to use: the one of the settings, or the standard one where it is offered.

    offered: SASL names in capitals, as the server lists them.
    """
    if login is Login.XOAUTH2:
        return Mechanism.XOAUTH2
    if login is Login.OAUTHBEARER or Mechanism.OAUTHBEARER in offered:
        return Mechanism.OAUTHBEARER
    return Mechanism.XOAUTH2


def first_message(mechanism: Mechanism, server: Server, token: str) -> bytes:
    """What the client sends, before base64."""
    user = server.user or ""
    if mechanism is Mechanism.XOAUTH2:
        return f"user={user}\1auth=Bearer {token}\1\1".encode()
    name = user.replace("=", "=3D").replace(",", "=2C")
    where = f"host={server.host}\1port={server.port}"
    return f"n,a={name},\1{where}\1auth=Bearer {token}\1\1".encode()


def last_message(mechanism: Mechanism) -> bytes:
    """What the client answers to the server's explanation, before base64."""
    return b"\1" if mechanism is Mechanism.OAUTHBEARER else b""


def explained(challenge: bytes | str) -> str:
    """A server's explanation in words, from its JSON or the base64 of it; "" when it is neither."""
    data = challenge.encode() if isinstance(challenge, str) else challenge
    for text in (data, _decoded(data)):
        try:
            table = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(table, dict):
            return plain_line(str(table.get("status", "")), 60)
    return ""


def _decoded(data: bytes) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return b""


def token_error(
    code: str, server: Server, token: str, said: str, scopes: Collection[str] = ()
) -> MailError:
    """Why a server does not take a token, in a sentence.

    code: of the error when nothing better is known. said: the server's own words. scopes: what the
    token was asked for. What a token says about itself is read without checking it: it only serves
    to find words.
    """
    claims = _claims(token)
    user = server.user or "you"
    if "scope" in said.lower():
        return NetworkError(
            "mail-token-scope",
            f"{server.host} takes the token of {user}, but not for mail ({said}).",
            "Sign in again with `pbem mail sign-in` and allow everything on the page.",
        )
    until = claims.get("exp")
    if isinstance(until, int | float) and until < time.time() + _SOON:
        return NetworkError(
            "mail-token-expired",
            f"The token for {server.host} has expired.",
            "Sign in again with `pbem mail sign-in`; a password command has to print a fresh one.",
        )
    meant = claims.get("aud")
    wanted = _hosts(scopes)
    if isinstance(meant, str) and wanted and _host(meant) not in wanted:
        return NetworkError(
            "mail-token-audience",
            f"The token was made for {plain_line(meant, 80)}, and {server.host} does not take it.",
            f"Correct scopes under [mail.oauth]: they ask for {' and '.join(sorted(wanted))}.",
        )
    return NetworkError(
        code,
        f"{server.host} does not take the token of {user}: {said}.",
        "Sign in again with `pbem mail sign-in`, with the account whose address this is; some "
        "providers also want IMAP and SMTP to be allowed in the account's settings.",
    )


def _claims(token: str) -> dict[str, object]:
    """What a JSON web token says about itself; {} for any other token."""
    middle = token.split(".")[1] if token.count(".") == 2 else ""
    try:
        table = json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))
    except (ValueError, RecursionError):
        return {}
    return {str(name): value for name, value in table.items()} if isinstance(table, dict) else {}


def _hosts(scopes: Collection[str]) -> frozenset[str]:
    return frozenset(_host(scope) for scope in scopes if "://" in scope)


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].lower() or url.lower()
