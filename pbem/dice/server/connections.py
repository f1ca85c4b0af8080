"""Connections that nobody can hold on to: how many one address has, and how long each may take.

uvicorn limits all connections together, and gives the headers of a request any length of time.
So whoever opens enough connections and never ends a request would shut everybody else out.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import TYPE_CHECKING, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pbem.dice.server.limits import Limits, address_name
from pbem.dice.server.observe import LOG

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

_FULL = (
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


def limited_connections(limits: Limits, proxies: str) -> type[asyncio.Protocol]:
    """The class of one server's connections.

    proxies: addresses and networks with commas between them, `*` for all. They may have any number
    of connections, because theirs are those of many people.
    """

    class Connection(_Connection):
        door = _Door(limits, proxies)

    return Connection


class _Door:
    """How many connections each address has open."""

    def __init__(self, limits: Limits, proxies: str) -> None:
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


class _Connection(H11Protocol):
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

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(self.door.limits.header_seconds)
        if not self.door.enter(self._address()):
            transport.write(_FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        self.door.leave(self._address())
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        was_waiting = self._is_waiting()
        super().data_received(data)
        if was_waiting and not self._is_waiting():
            self._set_deadline(self.door.limits.request_seconds)
        elif self._deadline is None and self._is_waiting():
            self._set_deadline(self.door.limits.header_seconds)

    def on_response_complete(self) -> None:
        # Between two requests uvicorn's own time for idle connections counts.
        self._set_deadline(None)
        super().on_response_complete()
        if not self._is_waiting():
            self._set_deadline(self.door.limits.request_seconds)

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _is_waiting(self) -> bool:
        """Whether the headers of a request are still to come."""
        return self.conn.their_state is h11.IDLE

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._cut)

    def _cut(self) -> None:
        LOG.info("cut", extra={"address": self._address()})
        self.transport.abort()
