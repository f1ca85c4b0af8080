"""The server as an ASGI application: reading a request, answering it, writing it down.

Answers are made in threads, so that many can wait for one flush of the store together. When an
answer takes too long the caller is told so; it is kept all the same, and asking again gives it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ExceptionHandler

from pbem.dice.server.endpoints import ENDPOINTS, Asked, Endpoint, Service
from pbem.dice.server.errors import RefusalError, refusal_of
from pbem.dice.server.limits import MAX_BODY, Limits, address_name
from pbem.dice.server.observe import LOG, Figures
from pbem.dice.server.openapi import describe
from pbem.dice.server.pages import KEYS, MAIN_PAGE, OFFLINE_PAGE, answer_page
from pbem.dice.server.wire import format_body, parse_body
from pbem.wire.errors import SaveError

_LOOPBACK = ("127.0.0.1", "::1")
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


def make_app(service: Service, on_close: Callable[[], None]) -> Starlette:
    """The application. on_close: called when the server stops."""
    figures = Figures()
    threads = CapacityLimiter(service.limits.at_once)
    routes = [
        Route(one.path, partial(_serve, service, figures, threads, one), methods=[one.method])
        for one in ENDPOINTS
    ]
    routes += [
        Route("/v1/openapi.json", _description),
        Route("/health", partial(_health, service, threads)),
        Route("/metrics", partial(_metrics, figures)),
        # Relative, so that a proxy may serve all of this under a path of its own.
        Route("/", partial(_elsewhere, f"verify/{MAIN_PAGE}")),
        Route("/verify", partial(_elsewhere, f"verify/{MAIN_PAGE}")),
        Route("/verify/", partial(_elsewhere, MAIN_PAGE)),
        Route("/verify/{name}", partial(_page, service, threads)),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        yield
        on_close()

    handlers: dict[int | type[Exception], ExceptionHandler] = {404: _nothing, 405: _wrong_method}
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)


async def _serve(
    service: Service,
    figures: Figures,
    threads: CapacityLimiter,
    endpoint: Endpoint,
    request: Request,
) -> Response:
    """Answer a request, count it and write it down."""
    begun = time.perf_counter()
    address = request.client.host if request.client else ""
    status, code = 200, ""
    try:
        service.addresses.take(address_name(address), "your address")
        asked = await _read(request, endpoint, service.limits, address)
        call = partial(endpoint.call, service, asked)
        async with asyncio.timeout(service.limits.answer_seconds):
            answer = await to_thread.run_sync(call, limiter=threads, abandon_on_cancel=True)
        response = _response(request, 200, answer)
    except (RefusalError, SaveError, TimeoutError, ClientDisconnect) as error:
        refusal = _refusal(error)
        status, code = refusal.status, refusal.code
        response = _response(request, status, refusal.body(), refusal.wait)
    except Exception:
        LOG.exception("fault", extra={"asked": endpoint.name})
        status, code = 500, "internal-error"
        text = "This is a fault of the dice server; its log says more."
        refusal = RefusalError(status, code, text, "Nothing is lost: try again later.")
        response = _response(request, status, refusal.body())
    seconds = time.perf_counter() - begun
    figures.count(endpoint.name, status, code, seconds)
    LOG.info(
        "request",
        extra={
            "asked": endpoint.name,
            "status": status,
            "code": code,
            "milliseconds": round(seconds * 1000, 2),
            "address": address,
        },
    )
    return response


def _refusal(error: Exception) -> RefusalError:
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, SaveError):
        return refusal_of(error)
    if isinstance(error, ClientDisconnect):
        return RefusalError(400, "cut-off", "The request was cut off.")
    text = "The dice server is too busy to answer in time."
    return RefusalError(503, "too-busy", text, "Try again: an answer that was found is kept.", 5)


async def _read(request: Request, endpoint: Endpoint, limits: Limits, address: str) -> Asked:
    """Read and check a request; RefusalError."""
    body = {}
    if endpoint.takes:
        data = await _body(request, limits)
        media_type = request.headers.get("content-type", "")
        body = dict(parse_body(data, media_type, tuple(endpoint.takes)))
    path = {name: str(value) for name, value in request.path_params.items()}
    return Asked(body, path, request.query_params, address)


async def _body(request: Request, limits: Limits) -> bytes:
    """The body of a request, in time and of an acceptable size."""
    data = bytearray()
    try:
        async with asyncio.timeout(limits.read_seconds):
            async for piece in request.stream():
                data += piece
                if len(data) > MAX_BODY:
                    raise RefusalError(
                        413, "body-too-large", f"The body is larger than {MAX_BODY} bytes."
                    )
    except TimeoutError:
        raise RefusalError(408, "body-too-slow", "The body did not come in time.") from None
    return bytes(data)


def _response(request: Request, status: int, values: object, wait: int = 0) -> Response:
    if not isinstance(values, dict):
        raise TypeError("an answer is not an object")
    data, media_type = format_body(values, request.headers.get("accept", ""))
    headers = dict(_HEADERS)
    if wait:
        headers["Retry-After"] = str(wait)
    if status in (408, 413):
        headers["Connection"] = "close"
    return Response(data, status, headers, media_type)


async def _description(request: Request) -> Response:
    return _response(request, 200, describe())


async def _health(service: Service, threads: CapacityLimiter, request: Request) -> Response:
    """Whether the store can be read."""
    try:
        await to_thread.run_sync(service.authority.keys, limiter=threads)
    except SaveError as error:
        refusal = refusal_of(error)
        return _response(request, refusal.status, refusal.body(), refusal.wait)
    return _response(request, 200, {"status": "ok"})


async def _metrics(figures: Figures, request: Request) -> Response:
    """The figures, for programs on the same machine only."""
    if request.client is None or request.client.host not in _LOOPBACK:
        return _missing(request)
    return Response(figures.text(), 200, _HEADERS, "text/plain; version=0.0.4; charset=utf-8")


async def _elsewhere(where: str, request: Request) -> Response:
    del request
    return Response(b"", 307, {**_HEADERS, "Location": where})


async def _page(service: Service, threads: CapacityLimiter, request: Request) -> Response:
    """A web page for people, or a file of it."""
    keys: tuple[bytes, ...] = ()
    name = str(request.path_params["name"])
    if name in (KEYS, OFFLINE_PAGE):
        try:
            keys = await to_thread.run_sync(service.authority.keys, limiter=threads)
        except SaveError as error:
            refusal = refusal_of(error)
            return _response(request, refusal.status, refusal.body(), refusal.wait)
    known = request.headers.get("if-none-match", "")
    answer = answer_page(name, keys=keys[::-1], if_none_match=known)
    return Response(answer.body, answer.status, dict(answer.headers))


async def _nothing(request: Request, error: Exception) -> Response:
    del error
    return _missing(request)


def _missing(request: Request) -> Response:
    refusal = RefusalError(
        404, "nothing-here", "There is nothing at this address.", "See /v1/openapi.json."
    )
    return _response(request, 404, refusal.body())


async def _wrong_method(request: Request, error: Exception) -> Response:
    headers = getattr(error, "headers", None) or {}
    text = f"This address does not take {request.method}."
    refusal = RefusalError(405, "wrong-method", text, "See /v1/openapi.json.")
    response = _response(request, 405, refusal.body())
    response.headers.update(headers)
    return response
