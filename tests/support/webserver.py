"""A web application of a test in a thread of this process."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp


class _Server(uvicorn.Server):
    """Ends at once: the library looks ten times a second whether to end, then waits once more."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._runs = threading.Event()

    def end(self) -> None:
        """From another thread: answers that are still being made are not waited for."""
        assert self._runs.wait(20)
        self._loop.call_soon_threadsafe(self._over.set)

    async def main_loop(self) -> None:
        """Answer until somebody ends it."""
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._runs.set()
        await self._over.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close everything."""
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        for task in self.server_state.tasks:
            task.cancel()
        for connection in self.server_state.connections:
            connection.transport.abort()
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(0)
        await self.lifespan.shutdown()


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The address, without a slash at its end, of an application on a free port of loopback.

    It believes what this machine, as a proxy, says about who asks.
    """
    config = uvicorn.Config(
        app, port=0, log_config=None, ws="none", forwarded_allow_ips="127.0.0.1"
    )
    server = _Server(config)
    listener = config.bind_socket()
    listener.listen()  # or who comes before the thread runs is refused
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.end()
        thread.join()
