"""The server as an ASGI application: reading a request, answering it, writing it down.

When an answer takes too long the caller is told so; it is kept all the same, and asking again
gives it.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import MappingProxyType
from typing import TypeAlias, TypeVar
from urllib.parse import parse_qsl

from engine.values import dataclass, field
from pbem.dice.server.answering import AnswerThreads
from pbem.dice.server.endpoints import ENDPOINTS, Answer, Asked, Endpoint, Service
from pbem.dice.server.errors import RefusalError, refusal_of
from pbem.dice.server.limits import MAX_BODY, address_name
from pbem.dice.server.observe import LOG, Figures
from pbem.dice.server.openapi import describe
from pbem.dice.server.pages import KEYS, MAIN_PAGE, OFFLINE_PAGE, answer_page
from pbem.dice.server.wire import format_body, parse_body
from pbem.wire.errors import SaveError

Message: TypeAlias = MutableMapping[str, object]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

T = TypeVar("T")
_LOOPBACK = ("127.0.0.1", "::1")
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

_NO_PARTS: Mapping[str, str] = MappingProxyType({})


class _GoneError(Exception):
    """The caller has hung up."""


@dataclass(frozen=True, slots=True)
class _Request:
    """What somebody asks for; `address` is the caller's, `pairs` are the headers as they came."""

    method: str
    path: str
    query: bytes
    pairs: Sequence[tuple[bytes, bytes]]
    address: str
    receive: Receive

    @classmethod
    def of(cls, scope: Mapping[str, object], receive: Receive) -> "_Request":
        """A request from its ASGI scope."""
        pairs, client, query = scope["headers"], scope.get("client"), scope["query_string"]
        return cls(
            str(scope["method"]),
            str(scope["path"]),
            query if isinstance(query, bytes) else b"",
            pairs if isinstance(pairs, list) else [],
            str(client[0]) if isinstance(client, Sequence) else "",
            receive,
        )

    def header(self, name: bytes) -> str:
        """The first header of a name in lower case, else ""."""
        return next((value.decode("latin-1") for key, value in self.pairs if key == name), "")


@dataclass(frozen=True, slots=True)
class _Response:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


_Handler: TypeAlias = "Callable[[_Request, Mapping[str, str]], Awaitable[_Response]]"


class App:
    """The application, for one run of a server."""

    def __init__(
        self, service: Service, answering: AnswerThreads, on_close: Callable[[], None]
    ) -> None:
        """on_close: called when the server stops, after the last answer."""
        self._service = service
        self._answering = answering
        self._on_close = on_close
        self._figures = Figures()
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
        request = _Request.of(scope, receive)
        try:
            response = await self._answer(request)
        except _GoneError:
            return
        except Exception:
            LOG.exception("fault", extra={"asked": request.path})
            response = _refused(request, _fault())
        headers = {**response.headers, "Content-Length": str(len(response.body))}
        pairs = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()
        ]
        await send({"type": "http.response.start", "status": response.status, "headers": pairs})
        await send({"type": "http.response.body", "body": response.body})

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        # All requests have been answered or given up by now.
        self._answering.close()
        self._threads.shutdown()
        self._on_close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, request: _Request) -> _Response:
        methods, path = self._route(request.path)
        handler = methods.get("GET" if request.method == "HEAD" else request.method)
        if handler is not None:
            return await handler(request, path)
        if not methods:
            return _missing(request)
        text = f"This address does not take {request.method}."
        refusal = RefusalError(405, "wrong-method", text, "See /v1/openapi.json.")
        return _refused(request, refusal, {"Allow": ", ".join(methods)})

    async def _endpoint(
        self, endpoint: Endpoint, request: _Request, path: Mapping[str, str]
    ) -> _Response:
        """Answer a request, count it and write it down."""
        begun = time.perf_counter()
        status, code = 200, ""
        try:
            response = _response(request, 200, await self._find(endpoint, request, path))
        except _GoneError:
            status, code = 400, "cut-off"
            raise
        except (RefusalError, SaveError, TimeoutError) as error:
            refusal = _refusal(error)
            status, code = refusal.status, refusal.code
            response = _refused(request, refusal)
        except Exception:
            LOG.exception("fault", extra={"asked": endpoint.name})
            refusal = _fault()
            status, code = refusal.status, refusal.code
            response = _refused(request, refusal)
        finally:
            seconds = time.perf_counter() - begun
            self._figures.count(endpoint.name, status, code, seconds)
            _write_down(endpoint.name, request.address, status, code, seconds)
        return response

    async def _find(self, endpoint: Endpoint, request: _Request, path: Mapping[str, str]) -> Answer:
        """The answer of an endpoint; RefusalError, SaveError, TimeoutError, _GoneError."""
        service = self._service
        service.addresses.take(address_name(request.address), "your address")
        body: Mapping[str, bytes] = {}
        if endpoint.takes:
            data = await _body(request, service.limits.read_seconds)
            media_type = request.header(b"content-type")
            names = tuple(endpoint.takes)
            body = parse_body(data, media_type, names, tuple(endpoint.may_take))
        text = request.query.decode("latin-1")
        query = dict(parse_qsl(text, keep_blank_values=True)) if text else {}
        asked = Asked(body, path, query, request.address)
        async with asyncio.timeout(service.limits.answer_seconds):
            if endpoint.read is not None:
                read = partial(endpoint.read, service, asked)
                return {endpoint.gives[0]: await self._answering.answer(read)}
            if endpoint.call is not None:
                return await self._in_thread(partial(endpoint.call, service, asked))
            raise TypeError(f"{endpoint.name} has nothing that answers")

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def _description(self, request: _Request, path: Mapping[str, str]) -> _Response:
        del path
        return _response(request, 200, describe())

    async def _health(self, request: _Request, path: Mapping[str, str]) -> _Response:
        """Whether the store can be read."""
        del path
        try:
            await self._in_thread(self._service.authority.keys)
        except SaveError as error:
            return _refused(request, refusal_of(error))
        return _response(request, 200, {"status": "ok"})

    async def _metrics(self, request: _Request, path: Mapping[str, str]) -> _Response:
        """The figures, for programs on the same machine only."""
        del path
        if request.address not in _LOOPBACK:
            return _missing(request)
        headers = {**_HEADERS, "Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return _Response(200, self._figures.text(), headers)

    async def _page(self, request: _Request, path: Mapping[str, str]) -> _Response:
        """A web page for people, or a file of it."""
        keys: tuple[bytes, ...] = ()
        name = path["name"]
        if name in (KEYS, OFFLINE_PAGE):
            try:
                keys = await self._in_thread(self._service.authority.keys)
            except SaveError as error:
                return _refused(request, refusal_of(error))
        known = request.header(b"if-none-match")
        answer = answer_page(name, keys=keys[::-1], if_none_match=known)
        return _Response(answer.status, answer.body, answer.headers)


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


async def _body(request: _Request, seconds: float) -> bytes:
    """The body of a request, in time and of an acceptable size; RefusalError, _GoneError."""
    data = b""
    goes_on = True
    try:
        async with asyncio.timeout(seconds):
            while goes_on:
                message = await request.receive()
                if message["type"] == "http.disconnect":
                    raise _GoneError
                piece = message.get("body", b"")
                data += piece if isinstance(piece, bytes) else b""
                if len(data) > MAX_BODY:
                    raise RefusalError(
                        413, "body-too-large", f"The body is larger than {MAX_BODY} bytes."
                    )
                goes_on = bool(message.get("more_body"))
    except TimeoutError:
        raise RefusalError(408, "body-too-slow", "The body did not come in time.") from None
    return data


def _response(
    request: _Request, status: int, values: object, more: Mapping[str, str] | None = None
) -> _Response:
    if not isinstance(values, Mapping):
        raise TypeError("an answer is not an object")
    data, media_type = format_body(values, request.header(b"accept"))
    return _Response(status, data, {**_HEADERS, "Content-Type": media_type, **(more or {})})


def _refused(
    request: _Request, refusal: RefusalError, more: Mapping[str, str] | None = None
) -> _Response:
    headers = dict(more or {})
    if refusal.wait:
        headers["Retry-After"] = str(refusal.wait)
    if refusal.status in (408, 413):
        headers["Connection"] = "close"
    return _response(request, refusal.status, refusal.body(), headers)


def _missing(request: _Request) -> _Response:
    text = "There is nothing at this address."
    return _refused(request, RefusalError(404, "nothing-here", text, "See /v1/openapi.json."))


async def _elsewhere(where: str, request: _Request, path: Mapping[str, str]) -> _Response:
    del request, path
    return _Response(307, b"", {**_HEADERS, "Location": where})
