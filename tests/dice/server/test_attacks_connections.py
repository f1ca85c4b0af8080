"""Attacks with connections that do nothing: nobody is shut out by them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import urllib3
import uvicorn
from starlette.types import Receive, Scope, Send

from pbem.dice.authority import Authority
from pbem.dice.server.answering import AnswerThreads
from pbem.dice.server.app import App
from pbem.dice.server.connections import limited_connections
from pbem.dice.server.endpoints import Service
from pbem.dice.server.limits import RateLimits
from pbem.dice.server.serve import Settings, open_store
from tests.support.diceserver import dice_server

LIMITS = replace(RateLimits(), connections=3, header_seconds=0.5, request_seconds=1.5)
BEGUN = b"GET /health HTTP/1.1\r\nHost: dice\r\n"
WHOLE = BEGUN + b"\r\n"
_PATIENCE = 20.0
_PLENTY = 16_000_000


@contextlib.contextmanager
def running(folder: Path, proxies: str, limits: RateLimits = LIMITS) -> Iterator[int]:
    """A server in a thread; its port."""
    store = open_store(Settings(str(folder), (b"k" * 32,)))
    service = Service(Authority(store, lambda: 1, chain_length=10), limits)
    config = uvicorn.Config(
        App(service, AnswerThreads([store]), store.close),
        log_config=None,
        timeout_keep_alive=5,
        http=limited_connections(limits, proxies),
        ws="none",
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        run = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
        run.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            run.join(_PATIENCE)
            assert not run.is_alive()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with running(tmp_path, "192.0.2.1") as number:
        yield number


@pytest.fixture
def door(port: int) -> Iterator[contextlib.ExitStack]:
    """Closes the sockets of a test."""
    del port
    with contextlib.ExitStack() as stack:
        yield stack


def knock(door: contextlib.ExitStack, port: int, data: bytes, source: str = "") -> socket.socket:
    address = ("127.0.0.1", port)
    there = socket.create_connection(address, _PATIENCE, (source, 0) if source else None)
    door.enter_context(there)
    there.sendall(data)
    return there


def said(there: socket.socket) -> bytes:
    """The first line of an answer; b"" when the server hangs up."""
    with contextlib.suppress(ConnectionError):
        return there.recv(4096).partition(b"\r\n")[0]
    return b""


def test_headers_that_never_end_are_cut_off(port: int, door: contextlib.ExitStack) -> None:
    begun = time.monotonic()
    for there in [knock(door, port, data) for data in (b"", BEGUN)]:
        assert said(there) == b""
    assert time.monotonic() - begun < _PATIENCE


def test_headers_that_come_drop_by_drop_are_cut_off(port: int, door: contextlib.ExitStack) -> None:
    """Every byte that came used to start the time anew, or there was no time limit at all."""
    there = knock(door, port, BEGUN)
    begun = time.monotonic()
    with contextlib.suppress(ConnectionError):
        while time.monotonic() - begun < _PATIENCE:
            there.sendall(b"X")
            time.sleep(0.1)
    assert time.monotonic() - begun < _PATIENCE


def test_the_headers_of_a_second_request_have_no_more_time(
    port: int, door: contextlib.ExitStack
) -> None:
    there = knock(door, port, WHOLE)
    assert said(there) == b"HTTP/1.1 200 OK"
    there.sendall(BEGUN)
    assert said(there) == b""


def test_a_body_that_never_ends_is_cut_off(port: int, door: contextlib.ExitStack) -> None:
    """Also one for a page that takes none and so never looks at it."""
    head = b"POST %b HTTP/1.1\r\nHost: dice\r\nContent-Length: 90\r\n\r\n"
    begun = time.monotonic()
    for there in [knock(door, port, head % path) for path in (b"/v1/roll", b"/health")]:
        while said(there):
            assert time.monotonic() - begun < _PATIENCE


def test_one_address_has_so_many_connections_and_others_have_theirs(
    port: int, door: contextlib.ExitStack
) -> None:
    """And as many again once they are closed."""
    for _ in range(3):
        held = [knock(door, port, BEGUN, "127.0.0.2") for _ in range(3)]
        for _ in range(10):
            more = said(knock(door, port, WHOLE, "127.0.0.2"))
            assert more in (b"HTTP/1.1 429 Too Many Requests", b"")
        assert said(knock(door, port, WHOLE, "127.0.0.3")) == b"HTTP/1.1 200 OK"
        assert [said(there) for there in held] == [b"", b"", b""]


def test_a_proxy_has_as_many_connections_as_it_likes(tmp_path: Path) -> None:
    for proxies in ("127.0.0.1, ::1", "127.0.0.0/8", "*"):
        with running(tmp_path, proxies) as port, contextlib.ExitStack() as door:
            for _ in range(10):
                knock(door, port, BEGUN)
            assert said(knock(door, port, WHOLE)) == b"HTTP/1.1 200 OK"


def test_a_server_goes_on_while_one_address_opens_all_it_can(tmp_path: Path) -> None:
    """Six hundred unfinished requests used to shut everybody out for as long as they were held."""
    with dice_server(tmp_path, "--proxy", "192.0.2.1") as server, contextlib.ExitStack() as door:
        for _ in range(600):
            with contextlib.suppress(ConnectionError):
                knock(door, server.port, BEGUN, "127.0.0.2")
        response = urllib3.request("GET", f"{server.address}/health", retries=False)
        assert response.status == 200


def test_headers_without_end_take_no_memory(port: int, door: contextlib.ExitStack) -> None:
    """Also when they come as fast as they can, and behind a body in pieces (its trailers)."""
    chunked = b"POST /v1/rolls HTTP/1.1\r\nHost: dice\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    for start in (BEGUN, chunked):
        there = knock(door, port, start)
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < _PLENTY:
                there.sendall(b"X-More: %b\r\n" % (b"y" * 100_000))
                sent += 100_000
        assert sent < _PLENTY


def test_nothing_but_ends_of_lines_is_cut_off(port: int, door: contextlib.ExitStack) -> None:
    """They belong to no request, and used to start the time of an idle connection anew."""
    there = knock(door, port, WHOLE)
    assert said(there) == b"HTTP/1.1 200 OK"
    begun = time.monotonic()
    with contextlib.suppress(ConnectionError):
        while time.monotonic() - begun < _PATIENCE:
            there.sendall(b"\r\n")
            time.sleep(0.1)
    assert time.monotonic() - begun < _PATIENCE


def test_a_body_that_does_not_come_in_time_is_refused(tmp_path: Path) -> None:
    """Also one that begins with the headers, in the same piece."""
    head = b"POST /v1/rolls HTTP/1.1\r\nHost: dice\r\nContent-Length: 90\r\n\r\n"
    limits = replace(RateLimits(), read_seconds=0.2)
    with running(tmp_path, "192.0.2.1", limits) as port, contextlib.ExitStack() as door:
        for begun in (head, head + b"drop"):
            assert said(knock(door, port, begun)) == b"HTTP/1.1 408 Request Timeout"
        assert said(knock(door, port, head + b"x" * 90)).startswith(b"HTTP/1.1 415 ")


def test_who_takes_no_answer_in_keeps_it_in_memory_for_a_moment_only() -> None:
    """For uvicorn an answer is over once it was written; the one that waits had no deadline."""
    limits = replace(LIMITS, connections=1)

    async def large(scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": bytes(4 * _PLENTY)})

    config = uvicorn.Config(
        large, log_config=None, http=limited_connections(limits, "192.0.2.1"), ws="none"
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener, contextlib.ExitStack() as door:
        run = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
        run.start()
        port = listener.getsockname()[1]
        knock(door, port, WHOLE)
        begun = time.monotonic()
        answers = [said(knock(door, port, WHOLE))]
        while answers[-1] != b"HTTP/1.1 200 OK" and time.monotonic() - begun < _PATIENCE:
            time.sleep(0.2)
            answers.append(said(knock(door, port, WHOLE)))
        assert answers[0] in (b"HTTP/1.1 429 Too Many Requests", b"")
        assert answers[-1] == b"HTTP/1.1 200 OK"
        door.close()
        server.should_exit = True
        run.join(_PATIENCE)
        assert not run.is_alive()
