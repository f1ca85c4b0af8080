"""Attacks of a forum on the program that reads and posts there: its answers are anybody's words."""

import contextlib
import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.forum.discourse import Discourse
from pbem.forum.model import Forum, ForumAccount, ForumError, ForumKind, Thread
from pbem.forum.nodebb import NodeBB
from pbem.forum.posting import PostDraft, PostingClock, PostLog, post_once
from pbem.mail.secret import Secret
from pbem.web_client import WebClient
from tests.support.webserver import served

KEYS = [
    *("posts", "postcount", "pid", "uid", "content", "raw", "cooked", "uploads", "user"),
    *("username", "post_stream", "stream", "post_number", "response", "status", "message"),
    *("topics", "title", "titleRaw", "tid", "queued", "id", "topic_list", "posters", "user_id"),
    *("users", "topic", "data", "rawContent", "csrf_token", "maximumPostLength", "errors"),
    *("extras", "wait_seconds", "action", "images", "url", "short_url"),
]
TEXTS = (
    "",
    "ok",
    "pbem-1f2e3d4c-0123456789abcdef01234567",
    "<script>alert(1)</script>",
    '<a href="//[">turn.pbem</a>',
    '<a href="http://[::1/turn.pbem.txt">x</a>',
    '<a href="javascript:turn.pbem">x</a>',
    '<a href="/assets/uploads/files/../../../turn.pbem.txt">x</a>',
    '<a href="//[/assets/uploads/turn.pbem">x</a> <a href="/uploads/turn.txt">y</a> PBEM',
    "\x1b[2J\u202e\0",
    "a" * 2_000,
)
PLACES = ("", "//[", "http://[::1/x", "https://other.example/x", "/x", "javascript:x")
NUMBERS = (0, -1, 1, 7, 10**15, 10**400, -(10**400), 1e308, float("nan"), float("inf"))


def tree(chance: random.Random, depth: int = 0) -> object:
    """A JSON value of names that the clients look for, each with anything in it."""
    kind = chance.randrange(4 if depth > 5 else 8)
    if kind == 0:
        return chance.choice((None, True, False))
    if kind == 1:
        return chance.choice(NUMBERS)
    if kind in (2, 3):
        return chance.choice(TEXTS)
    if kind == 4:
        return [tree(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {key: tree(chance, depth + 1) for key in chance.sample(KEYS, chance.randrange(12))}


def shaped(chance: random.Random) -> object:
    """The frame of an honest answer, with anything in it, so that the clients read on."""
    inner = [{key: tree(chance, 4) for key in KEYS} for _ in range(chance.randrange(4))]
    return {
        "status": {"code": "ok"},
        "response": {
            "content": chance.choice(TEXTS),
            "posts": inner,
            "uid": chance.choice(NUMBERS),
        },
        "postcount": chance.choice(NUMBERS),
        "uid": chance.choice((1, *NUMBERS)),
        "posts": inner,
        "topics": inner,
        "post_stream": {"stream": [chance.choice(NUMBERS) for _ in range(5)], "posts": inner},
        "topic_list": {"topics": inner},
        "users": inner,
    }


@contextmanager
def hostile(seed: int) -> Iterator[str]:
    chance = random.Random(seed)

    def answer(_: Request) -> Response:
        make = chance.choice((tree, *[shaped] * 9))
        body = json.dumps(make(chance)).encode()
        if chance.random() < 0.03:
            body = chance.choice((b"[" * 200_000, b"\xff\xfe", b'{"a":' * 50_000, b""))
        status = 200 if chance.random() < 0.9 else chance.choice((302, 403, 404, 429, 500))
        return Response(body, status, {"location": chance.choice(PLACES)})

    methods = ["GET", "POST", "PUT"]
    with served(Starlette(routes=[Route("/{path:path}", answer, methods=methods)])) as address:
        yield address


def forums(address: str) -> Iterator[tuple[ForumKind, Forum]]:
    account, web = (
        ForumAccount("ann", token=Secret(variable="TOKEN")),
        WebClient(silence=2, whole=5),
    )
    yield ForumKind.NODEBB, NodeBB(address, account, web)
    yield ForumKind.DISCOURSE, Discourse(address, account, web)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_forum_answers_is_read_or_refused(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    began, read = time.process_time(), 0
    with hostile(seed) as address:
        for kind, forum in forums(address):
            thread = Thread(kind, address, 1)
            for number in range(12):
                with contextlib.suppress(ForumError):
                    for post in forum.latest(thread):
                        read += 1
                        assert len(post.author) <= 60
                        assert all(link.startswith(f"{address}/") for link in post.files)
                log = PostLog(tmp_path / f"{kind}-{number}.json")
                where = thread_or_none(number, thread)
                draft = PostDraft(TEXTS[2], "A game", lambda: TEXTS[2], where, 5)
                with contextlib.suppress(ForumError):
                    post_once(forum, draft, log, PostingClock(lambda: 1e6, lambda _: None))
    assert read, "some of it looks like posts"
    assert time.process_time() - began < 20


def thread_or_none(number: int, thread: Thread) -> Thread | None:
    """Every other time a thread has to be found or opened."""
    return thread if number % 2 else None
