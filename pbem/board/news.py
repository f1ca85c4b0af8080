"""What happens while the page is open, told to every tab of it as server-sent events."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

_QUIET_SECONDS = 2.0
_MOST_WAITING = 200
MOST_LISTENERS = 20
"""A browser has at most six; one more than these ends the oldest."""


class NewsFeed:
    """Tells all who listen; may be told things from any thread."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: dict[asyncio.Queue[Mapping[str, object]], None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False

    def tell(self, what: Mapping[str, object]) -> None:
        """Tell everybody who listens now."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._put, what)

    def _put(self, what: Mapping[str, object]) -> None:
        for queue in tuple(self._listeners):
            with contextlib.suppress(asyncio.QueueFull):
                queue.put_nowait(what)

    def close(self) -> None:
        """End all that listen, so that the server can end."""
        self._is_closed = True
        self.tell({})

    async def listen(
        self, is_gone: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[Mapping[str, object]]:
        """What is told from now on; an empty mapping when it has been quiet for a while."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Mapping[str, object]] = asyncio.Queue(_MOST_WAITING)
        while len(self._listeners) >= MOST_LISTENERS:
            del self._listeners[next(iter(self._listeners))]
        self._listeners[queue] = None
        try:
            while queue in self._listeners and not self._is_closed and not await is_gone():
                try:
                    yield await asyncio.wait_for(queue.get(), _QUIET_SECONDS)
                except TimeoutError:
                    yield {}
        finally:
            self._listeners.pop(queue, None)
