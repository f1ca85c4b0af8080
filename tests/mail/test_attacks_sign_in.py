"""Attacks of a provider of sign-ins: what it answers is read, or refused in a sentence."""

import itertools
import json
import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.mail.errors import MailError
from pbem.mail.oauth import OAuthSettings, OAuthToken, read_tokens
from pbem.mail.settings import parse_settings
from pbem.mail.sign_in import Waiting, sign_in_by_code
from tests.support.webserver import served

ANN = "ann@example.org"
HOSTILE: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    10**400,
    float("nan"),
    float("inf"),
    "",
    "a b",
    "x\r\nA1 LOGOUT",
    "\x1b[2J\u202e",
    "n" * 100_000,
    [],
    {"error": {}},
    ["invalid_grant"],
)
FIELDS = [
    *("access_token", "refresh_token", "expires_in", "scope", "error", "error_description"),
    *("device_code", "user_code", "verification_uri", "verification_uri_complete", "interval"),
]


@contextmanager
def lying(seed: int) -> Iterator[str]:
    chance = random.Random(seed)

    def answer(_: Request) -> Response:
        table = {name: chance.choice(HOSTILE) for name in FIELDS if chance.random() < 0.7}
        if chance.random() < 0.5:
            table |= {"access_token": "good", "error": None}
        bodies = (json.dumps(table).encode(), b"[" * 100_000, b"\xff", b"[]", b"x" * 300_000)
        body = chance.choice((*[bodies[0]] * 8, *bodies))
        return Response(body, chance.choice((200, 200, 200, 302, 400, 401, 500)))

    route = Route("/{path:path}", answer, methods=["GET", "POST"])
    with served(Starlette(routes=[route])) as address:
        yield address


def settings(address: str, folder: Path) -> OAuthSettings:
    oauth = {
        "client_id": "pbem-test",
        "authorize_url": f"{address}/authorize",
        "token_url": f"{address}/token",
        "device_url": f"{address}/device",
        "scopes": ["mail"],
        "keep": "file",
    }
    found = parse_settings({"address": ANN, "oauth": oauth}, folder=folder).oauth
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(20))
def test_whatever_a_provider_answers_is_a_token_or_a_sentence(seed: int, tmp_path: Path) -> None:
    with lying(seed) as address:
        oauth = settings(address, tmp_path)
        hours = itertools.count(0, 60)
        waiting = Waiting(lambda: float(next(hours)), lambda _: None)
        for _ in range(8):
            oauth.store.write(ANN, "refresh")
            try:
                token = OAuthToken(oauth, ANN).read()
            except MailError as error:
                assert len(str(error)) < 1_000 and str(error).isprintable()
            else:
                assert token.isascii() and token.isprintable()
            try:
                sign_in_by_code(oauth, lambda *_: None, waiting)
            except MailError as error:
                assert len(str(error)) < 1_000 and str(error).isprintable()


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -1, 1e300, 10**400, "3600", None])
def test_a_token_without_an_end_is_renewed_after_an_hour(seconds: object) -> None:
    tokens = read_tokens({"access_token": "good", "expires_in": seconds}, 1_000.0)
    assert tokens is not None and tokens.until == 4_600.0
