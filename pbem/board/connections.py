"""Connections of the board that nobody can hold on to.

Everybody who uses this computer reaches its port, and everybody in its network that for a phone.
Without the cookie they are told no, but they could open connections and say nothing, until there
is none left for the player's browser; and whoever takes no answer in would keep it in memory for
ever.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_WAITING: Final = 100
"""Connections that have asked for nothing yet; the oldest one has to go."""
REQUEST_SECONDS: Final = 10.0
"""So long may the headers of a request take."""
TAKING_SECONDS: Final = 30.0
"""So long may an answer wait for somebody to take more of it in."""

MOST_OPEN: Final = 64
"""Connections of a port at which hands are shaken first: before that no `Connection` sees them."""


class BoundedSocket(socket.socket):
    """Listens; connections beyond `MOST_OPEN` are closed at once.

    The loop of Windows accepts by itself, so that the bound does not count there.
    """

    _open: tuple[socket.socket, ...] = ()

    def accept(self) -> tuple[socket.socket, object]:
        """The next connection; BlockingIOError when it was one too many, as when there is none."""
        found, peer = super().accept()
        self._open = tuple(one for one in self._open if one.fileno() != -1)
        if len(self._open) >= MOST_OPEN:
            found.close()
            raise BlockingIOError
        self._open += (found,)
        return found, peer


class Connection(H11Protocol):
    """One of them, with a deadline for what its other end has to do next."""

    _deadline: asyncio.TimerHandle | None = None
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        others = (one for one in self.connections if isinstance(one, Connection))
        waiting = {one.deadline: one for one in others if one.deadline}
        if len(waiting) > MOST_WAITING:
            waiting[min(waiting)].transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_slow()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._deadline is None:
            self._wait()

    def on_response_complete(self) -> None:
        # Until the next request uvicorn's own time for idle connections counts.
        self._stop_waiting()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._slow = self.loop.call_later(TAKING_SECONDS, self._cut)

    def resume_writing(self) -> None:
        self._stop_slow()
        super().resume_writing()

    @property
    def deadline(self) -> float:
        """Until when it has to have asked for something, by the clock of the loop; 0: it has."""
        return 0.0 if self._deadline is None else self._deadline.when()

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._cut)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_slow(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _cut(self) -> None:
        self.transport.abort()
