"""Connections that nobody can hold on to: how many one address has, and how long each may take.

uvicorn limits all connections together, and gives the headers of a request any length of time.
So whoever opens enough connections and never ends a request would shut everybody else out.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import TYPE_CHECKING, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pbem.dice.server.limits import MAX_SAVE_BODY, RateLimits, address_name
from pbem.dice.server.messages import WHOLE
from pbem.dice.server.observe import LOG

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

_FULL = (
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)

_MOST_BYTES = 2 * MAX_SAVE_BODY
"""Of one request with its headers, however it is spelt; the body is limited by the application."""


def limited_connections(limits: RateLimits, proxies: str) -> type[asyncio.Protocol]:
    """The class of one server's connections.

    proxies: addresses and networks with commas between them, `*` for all. They may have any number
    of connections, because theirs are those of many people.
    """

    class Connection(_Connection):
        door = _Door(limits, proxies)

    return Connection


class _Door:
    """How many connections each address has open."""

    def __init__(self, limits: RateLimits, proxies: str) -> None:
        self.limits = limits
        self._open: Counter[bytes] = Counter()
        words = [word.strip() for word in proxies.split(",")]
        self._is_open_to_all = "*" in words
        self._proxies = [network for word in words if (network := _network(word)) is not None]

    def enter(self, address: str) -> bool:
        """Count a connection; False when its address already has as many as it may."""
        self._open[address_name(address)] += 1
        most = self.limits.connections
        return self._open[address_name(address)] <= most or self._is_proxy(address)

    def leave(self, address: str) -> None:
        """Note that a connection is closed, even one that was turned away."""
        name = address_name(address)
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def _is_proxy(self, address: str) -> bool:
        own = _network(address)
        return self._is_open_to_all or (
            own is not None and any(own.network_address in network for network in self._proxies)
        )


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """The network, or the single address, that a text names; None for anything else."""
    try:
        return ipaddress.ip_network(text.partition("%")[0])
    except ValueError:
        return None


class _Gathered:
    """A transport that sends all that is written in one step of the event loop at once.

    uvicorn writes the headers of an answer and then its body, and each would cost a system call.
    Everything but writing and closing is the transport's own.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send it, together with whatever is written before the loop goes on."""
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(data)

    def close(self) -> None:
        """Send what was written, then hang up."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        pieces, self._pieces = self._pieces, []
        if pieces and not self._transport.is_closing():
            self._transport.write(b"".join(pieces))


class _Connection(HttpToolsProtocol):
    """A connection with a deadline for the headers of each request, and one for all the rest."""

    door: ClassVar[_Door]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._deadline: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._is_open = True
        # Bytes that have come since the last request that came whole.
        self._unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast("asyncio.Transport", _Gathered(transport, self.loop)))
        self._set_deadline(self.door.limits.header_seconds)
        if not self.door.enter(self._address()):
            self.transport.write(_FULL)
            self._close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        if self._slow is not None:
            self._slow.cancel()
        self.door.leave(self._address())
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            return
        self._unread += len(data)
        super().data_received(data)
        if self._unread > _MOST_BYTES:
            self._cut()
        elif self._deadline is None:
            self._set_deadline(self.door.limits.header_seconds)

    def on_headers_complete(self) -> None:
        self._set_deadline(self.door.limits.request_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._unread = 0
        self.scope["state"][WHOLE] = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        # Between two requests uvicorn's own time for idle connections counts.
        self._set_deadline(None)
        if self._unread or self.pipeline:
            self._set_deadline(self.door.limits.request_seconds)
        super().on_response_complete()

    def pause_writing(self) -> None:
        # An answer is over for uvicorn once it was written, whether anybody takes it in or not.
        self._slow = self.loop.call_later(self.door.limits.request_seconds, self._cut)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
        super().resume_writing()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._cut)

    def _close(self) -> None:
        self._is_open = False
        self.transport.close()

    def _cut(self) -> None:
        LOG.info("cut", extra={"address": self._address()})
        self._is_open = False
        self.transport.abort()
