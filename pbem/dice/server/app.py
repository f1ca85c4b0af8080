"""The server as an ASGI application: reading a request, answering it, writing it down.

When an answer takes too long the caller is told so; it is kept all the same, and asking again
gives it.
"""

import asyncio
import hmac
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import MappingProxyType
from typing import TypeAlias, TypeVar
from urllib.parse import parse_qsl

from pbem.dice.authority import Authority
from pbem.dice.server.answering import AnswerThreads
from pbem.dice.server.endpoints import ENDPOINTS, Answer, Endpoint, ParsedRequest, Service
from pbem.dice.server.errors import RefusalError, refusal_of
from pbem.dice.server.limits import address_name
from pbem.dice.server.messages import (
    PLAIN,
    GoneError,
    HttpRequest,
    Message,
    Receive,
    Response,
    Send,
    answered,
    pairs_of,
    refused,
)
from pbem.dice.server.observe import LOG, ServerCounters
from pbem.dice.server.openapi import describe
from pbem.dice.server.pages import KEYS, MAIN_PAGE, OFFLINE_PAGE, answer_page
from pbem.dice.server.wire import parse_body
from pbem.wire.errors import SaveError

T = TypeVar("T")
AWAKE_SECONDS = 60
_NO_PARTS: Mapping[str, str] = MappingProxyType({})
_Handler: TypeAlias = Callable[[HttpRequest, Mapping[str, str]], Awaitable[Response]]


class App:
    """The application, for one run of a server."""

    def __init__(
        self,
        service: Service,
        answering: AnswerThreads,
        on_close: Callable[[], None],
        token: str = "",
    ) -> None:
        """on_close: called when the server stops, after the last answer.

        token: what shows the figures; "" shows them to nobody.
        """
        self._service = service
        self._answering = answering
        self._on_close = on_close
        self._figures = ServerCounters()
        self._token = token
        self._threads = ThreadPoolExecutor(service.limits.at_once, "asked")
        self._routes: dict[str, dict[str, _Handler]] = {}
        self._patterns: list[tuple[re.Pattern[str], Mapping[str, _Handler]]] = []
        for one in ENDPOINTS:
            self._add(one.method, one.path, partial(self._endpoint, one))
        self._add("GET", "/v1/openapi.json", self._description)
        self._add("GET", "/health", self._health)
        self._add("GET", "/metrics", self._metrics)
        # Relative, so that a proxy may serve all of this under a path of its own.
        self._add("GET", "/", partial(_elsewhere, f"verify/{MAIN_PAGE}"))
        self._add("GET", "/verify", partial(_elsewhere, f"verify/{MAIN_PAGE}"))
        self._add("GET", "/verify/", partial(_elsewhere, MAIN_PAGE))
        self._add("GET", "/verify/{name}", self._page)

    def _add(self, method: str, path: str, handler: _Handler) -> None:
        """Take a method of a path; `{name}` in it stands for anything without a slash."""
        if "{" in path:
            pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
            self._patterns.append((pattern, {method: handler}))
        else:
            self._routes.setdefault(path, {})[method] = handler

    def _route(self, path: str) -> tuple[Mapping[str, _Handler], Mapping[str, str]]:
        """What can be done at a path, and the parts of it that have names."""
        if path in self._routes:
            return self._routes[path], _NO_PARTS
        for pattern, methods in self._patterns:
            if found := pattern.fullmatch(path):
                return methods, found.groupdict()
        return {}, _NO_PARTS

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        request = HttpRequest.of(scope, receive)
        try:
            response = await self._answer(request)
        except GoneError:
            return
        except Exception:
            LOG.exception("fault", extra={"asked": request.path})
            response = refused(request, _fault())
        await response.give(send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        beating = asyncio.create_task(self._stay_awake())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        beating.cancel()
        # All requests have been answered or given up by now.
        self._answering.close()
        self._threads.shutdown()
        self._on_close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _stay_awake(self) -> None:
        """Write down every minute that the server runs; what is missing is an outage."""
        while True:
            await asyncio.sleep(AWAKE_SECONDS)
            await self._in_thread(partial(note_awake, self._service.authority))

    async def _answer(self, request: HttpRequest) -> Response:
        methods, path = self._route(request.path)
        handler = methods.get("GET" if request.method == "HEAD" else request.method)
        if handler is not None:
            return await handler(request, path)
        if not methods:
            return _missing(request)
        text = f"This address does not take {request.method}."
        refusal = RefusalError(405, "wrong-method", text, "See /v1/openapi.json.")
        return refused(request, refusal, ((b"Allow", ", ".join(methods).encode("ascii")),))

    async def _endpoint(
        self, endpoint: Endpoint, request: HttpRequest, path: Mapping[str, str]
    ) -> Response:
        """Answer a request, count it and write it down."""
        begun = time.perf_counter()
        status, code = 200, ""
        try:
            response = answered(request, await self._find(endpoint, request, path))
        except GoneError:
            status, code = 400, "cut-off"
            raise
        except (RefusalError, SaveError, TimeoutError) as error:
            refusal = _refusal(error)
            status, code = refusal.status, refusal.code
            response = refused(request, refusal)
        except Exception:
            LOG.exception("fault", extra={"asked": endpoint.name})
            refusal = _fault()
            status, code = refusal.status, refusal.code
            response = refused(request, refusal)
        finally:
            seconds = time.perf_counter() - begun
            self._figures.count(endpoint.name, status, code, seconds)
            _write_down(endpoint.name, request.address, status, code, seconds)
        return response

    async def _find(
        self, endpoint: Endpoint, request: HttpRequest, path: Mapping[str, str]
    ) -> Answer:
        """The answer of an endpoint; RefusalError, SaveError, TimeoutError, GoneError."""
        service = self._service
        service.addresses.take(address_name(request.address), "your address")
        body: Mapping[str, bytes] = {}
        if endpoint.takes:
            data = await request.body(service.limits.read_seconds, service.most(endpoint))
            media_type = request.header(b"content-type")
            body = parse_body(data, media_type, endpoint.takes.keys(), endpoint.may_take.keys())
        text = request.query.decode("latin-1")
        query = dict(parse_qsl(text, keep_blank_values=True)) if text else {}
        asked = ParsedRequest(body, path, query, request.address)
        seconds = service.limits.answer_seconds
        if endpoint.read is not None:
            read = partial(endpoint.read, service, asked)
            return {endpoint.gives[0]: await self._answering.answer(read, seconds)}
        if endpoint.call is None:
            raise TypeError(f"{endpoint.name} has nothing that answers")
        async with asyncio.timeout(seconds):
            return await self._in_thread(partial(endpoint.call, service, asked))

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def _description(self, request: HttpRequest, path: Mapping[str, str]) -> Response:
        del path
        return answered(request, describe())

    async def _health(self, request: HttpRequest, path: Mapping[str, str]) -> Response:
        """Whether the store can be read."""
        del path
        try:
            await self._in_thread(self._service.authority.keys)
        except SaveError as error:
            return refused(request, refusal_of(error))
        return answered(request, {"status": "ok"})

    async def _metrics(self, request: HttpRequest, path: Mapping[str, str]) -> Response:
        """The figures, for whoever has the token: an address proves nothing behind a proxy."""
        del path
        shown = request.header(b"authorization").encode()
        wanted = f"Bearer {self._token}".encode()
        if not self._token or not hmac.compare_digest(shown, wanted):
            return _missing(request)
        media_type = (b"Content-Type", b"text/plain; version=0.0.4; charset=utf-8")
        return Response(200, self._figures.text(), (*PLAIN, media_type))

    async def _page(self, request: HttpRequest, path: Mapping[str, str]) -> Response:
        """A web page for people, or a file of it."""
        keys: tuple[bytes, ...] = ()
        name = path["name"]
        if name in (KEYS, OFFLINE_PAGE):
            try:
                keys = await self._in_thread(self._service.authority.keys)
            except SaveError as error:
                return refused(request, refusal_of(error))
        known = request.header(b"if-none-match")
        answer = answer_page(name, keys=keys[::-1], if_none_match=known)
        return Response(answer.status, answer.body, pairs_of(answer.headers))


def note_awake(authority: Authority) -> None:
    """Write down that the server runs, if that can be written."""
    try:
        authority.note_awake()
    except SaveError as error:
        # The disk is full: what was answered is shown all the same. Or the database is away: that,
        # too, is a time in which nobody is answered.
        LOG.warning("awake", extra={"code": error.code})


def _write_down(asked: str, address: str, status: int, code: str, seconds: float) -> None:
    if LOG.isEnabledFor(logging.INFO):
        took = round(seconds * 1000, 2)
        more = {"asked": asked, "status": status, "code": code, "milliseconds": took}
        LOG.info("request", extra={**more, "address": address})


def _refusal(error: Exception) -> RefusalError:
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, SaveError):
        return refusal_of(error)
    text = "The dice server is too busy to answer in time."
    return RefusalError(503, "too-busy", text, "Try again: an answer that was found is kept.", 5)


def _fault() -> RefusalError:
    text = "This is a fault of the dice server; its log says more."
    return RefusalError(500, "internal-error", text, "Nothing is lost: try again later.")


def _missing(request: HttpRequest) -> Response:
    text = "There is nothing at this address."
    return refused(request, RefusalError(404, "nothing-here", text, "See /v1/openapi.json."))


async def _elsewhere(where: str, request: HttpRequest, path: Mapping[str, str]) -> Response:
    del request, path
    return Response(307, b"", (*PLAIN, (b"Location", where.encode("ascii"))))
