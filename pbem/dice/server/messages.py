"""Requests as they come from the HTTP library, and responses as it takes them (ASGI).

Every roll passes here, so what is the same for all of them is written out in bytes once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Final, TypeAlias

from engine.values import dataclass
from pbem.dice.server.errors import RefusalError
from pbem.dice.server.limits import MAX_BODY
from pbem.dice.server.wire import format_body

Message: TypeAlias = MutableMapping[str, object]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Pairs: TypeAlias = tuple[tuple[bytes, bytes], ...]
"""Names and values of headers."""

WHOLE: Final = "pbem.whole"
"""In the state of a request once all of its body has come."""
PLAIN: Final[Pairs] = ((b"Cache-Control", b"no-store"), (b"X-Content-Type-Options", b"nosniff"))


class GoneError(Exception):
    """The caller has hung up."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What somebody asks for; `address` is the caller's, `headers` have names in lower case."""

    method: str
    path: str
    query: bytes
    headers: Mapping[bytes, bytes]
    address: str
    receive: Receive
    state: Mapping[str, object]

    @classmethod
    def of(cls, scope: Message, receive: Receive) -> "HttpRequest":
        """A request from its ASGI scope; of two headers of a name the first one counts."""
        pairs, client, query = scope["headers"], scope.get("client"), scope["query_string"]
        state = scope.get("state")
        return cls(
            str(scope["method"]),
            str(scope["path"]),
            query if isinstance(query, bytes) else b"",
            dict(reversed(pairs)) if isinstance(pairs, list) else {},
            str(client[0]) if isinstance(client, tuple | list) else "",
            receive,
            state if isinstance(state, dict) else {},
        )

    def header(self, name: bytes) -> str:
        """The header of a name in lower case, else ""."""
        return self.headers.get(name, b"").decode("latin-1")

    async def body(self, seconds: float, most: int = MAX_BODY) -> bytes:
        """All of the body, of `most` bytes; RefusalError `body-too-slow`, `body-too-large`,
        GoneError."""
        if WHOLE in self.state:
            return await self._read(most)
        try:
            async with asyncio.timeout(seconds):
                return await self._read(most)
        except TimeoutError:
            raise RefusalError(408, "body-too-slow", "The body did not come in time.") from None

    async def _read(self, most: int) -> bytes:
        data = b""
        goes_on = True
        while goes_on:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise GoneError
            piece = message.get("body", b"")
            data += piece if isinstance(piece, bytes) else b""
            if len(data) > most:
                raise RefusalError(413, "body-too-large", f"The body is larger than {most} bytes.")
            goes_on = bool(message.get("more_body"))
        return data


@dataclass(frozen=True, slots=True)
class Response:
    """What is said to a request; the length of the body is not among `headers`."""

    status: int
    body: bytes
    headers: Pairs = ()

    async def give(self, send: Send) -> None:
        """Send it."""
        length = (b"Content-Length", b"%d" % len(self.body))
        headers = (*self.headers, length)
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


def answered(
    request: HttpRequest, values: Mapping[str, object], status: int = 200, more: Pairs = ()
) -> Response:
    """Values in the form that the request asks for."""
    data, media_type = format_body(values, request.header(b"accept"))
    return Response(status, data, (*PLAIN, (b"Content-Type", media_type.encode("ascii")), *more))


def refused(request: HttpRequest, refusal: RefusalError, more: Pairs = ()) -> Response:
    """A refusal, with what the caller's program should know of it in headers."""
    if refusal.wait:
        more = (*more, (b"Retry-After", b"%d" % refusal.wait))
    if refusal.status in (408, 413):
        more = (*more, (b"Connection", b"close"))
    return answered(request, refusal.body(), refusal.status, more)


def pairs_of(headers: Mapping[str, str]) -> Pairs:
    """Headers that are written as text."""
    return tuple(
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()
    )
