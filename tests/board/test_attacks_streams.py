"""Streams and connections that are held open: neither memory nor the board's port is used up."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from pbem.board import connections, news
from pbem.board.entrance import COOKIE
from pbem.board.guard import Guard
from pbem.board.serve import HOST, serving
from tests.support.table import desk

_PATIENCE = 20.0


@pytest.fixture
def guard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guard]:
    monkeypatch.setattr(news, "_QUIET_SECONDS", 0.1)
    ann = desk(tmp_path, "Ann")
    with serving(ann.home, ann.home.key(), lambda: 0) as found:
        yield found.guard


@pytest.fixture
def browser(guard: Guard) -> Iterator[Browser]:
    with contextlib.ExitStack() as stack:
        yield Browser(guard, stack)


class Browser:
    """A browser that was let in."""

    def __init__(self, guard: Guard, stack: contextlib.ExitStack) -> None:
        """stack: closes its connections."""
        self._stack = stack
        self.base = guard.base
        where = urlsplit(guard.entrance)
        self.host, self.port = where.hostname or "", where.port or 0
        answer = self.ask(where.path)
        self.cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
        assert self.cookie.startswith(COOKIE)

    def ask(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=_PATIENCE)
        self._stack.callback(connection.close)
        connection.request("GET", path, headers=headers)
        return self._stack.enter_context(connection.getresponse())

    def listen(self) -> http.client.HTTPResponse:
        answer = self.ask(f"{self.base}/api/news", Cookie=self.cookie)
        assert answer.status == 200
        assert answer.readline() == b"retry: 1000\n"
        return answer

    def is_answered(self) -> bool:
        return self.ask(f"{self.base}/api/games", Cookie=self.cookie).status == 200


def ends(answer: http.client.HTTPResponse) -> bool:
    """Whether a stream is over within the time that anybody waits; else it has something to say."""
    until = time.monotonic() + 1
    while time.monotonic() < until:
        if not answer.readline():
            return True
    return False


def test_streams_are_limited_and_the_oldest_makes_room(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "MOST_LISTENERS", 3)
    first, *others = [browser.listen() for _ in range(3)]
    others.append(browser.listen())
    assert ends(first)
    assert not any(ends(one) for one in others)
    assert browser.is_answered()


def test_a_browser_that_goes_gives_its_stream_back(browser: Browser) -> None:
    before = threading.active_count()
    for _ in range(3 * news.MOST_LISTENERS):
        browser.listen().close()
    assert not ends(browser.listen())
    assert threading.active_count() < before + 60
    assert browser.is_answered()


def test_connections_that_ask_for_nothing_are_cut(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.5)
    asked = (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\n")
    for begun in asked:
        with socket.create_connection((HOST, browser.port), _PATIENCE) as there:
            there.sendall(begun)
            assert hung_up(there)
    with socket.create_connection((HOST, browser.port), _PATIENCE) as there:
        since = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - since < _PATIENCE:
                there.sendall(b"X")
                time.sleep(0.05)
        assert time.monotonic() - since < _PATIENCE, "drop by drop is no way round it"


def test_the_headers_of_a_second_request_have_no_more_time(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.5)
    port = urlsplit(guard.entrance).port or 0
    with socket.create_connection((HOST, port), _PATIENCE) as there:
        there.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert there.recv(4096).startswith(b"HTTP/1.1 421 ")
        there.sendall(b"GET / HTTP/1.1\r\n")
        assert hung_up(there)


def test_another_user_cannot_take_all_connections(browser: Browser) -> None:
    """Three times as many as may wait: the oldest go, and the player is answered meanwhile."""
    with contextlib.ExitStack() as stack:
        held = [
            stack.enter_context(socket.create_connection((HOST, browser.port), _PATIENCE))
            for _ in range(3 * connections.MOST_WAITING)
        ]
        assert browser.is_answered()
        assert hung_up(held[0])
        held[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            held[-1].recv(1)


def hung_up(there: socket.socket) -> bool:
    with contextlib.suppress(ConnectionError):
        while there.recv(4096):
            pass
    return True


def test_who_takes_nothing_in_keeps_no_answer_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream without an end, to somebody who reads none of it."""
    monkeypatch.setattr(connections, "TAKING_SECONDS", 0.5)
    sent, over = 0, threading.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal sent
        del scope
        gone = asyncio.create_task(_until_gone(receive))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not gone.done():
            await send({"type": "http.response.body", "body": bytes(65_536), "more_body": True})
            sent += 65_536
            await asyncio.sleep(0)
        over.set()

    config = uvicorn.Config(endless, http=connections.Connection, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    with socket.create_server((HOST, 0)) as listener:
        run = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
        run.start()
        with socket.create_connection(listener.getsockname(), _PATIENCE) as there:
            there.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert over.wait(_PATIENCE)
            assert sent < 16_000_000, "what the system holds for a connection, and no more"
        server.should_exit = True
        run.join(_PATIENCE)
        assert not run.is_alive()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
