"""The ports of the board, served by one loop in a thread of its own."""

import asyncio
import socket
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from engine.values import dataclass
from pbem.board.connections import BoundedSocket, Connection

_PATIENCE: Final = 10.0


@dataclass(frozen=True, slots=True)
class Running:
    """A port that is served until it is stopped."""

    server: uvicorn.Server
    done: "Future[None]"

    def stop(self) -> None:
        """End it, and wait until it has ended."""
        self.server.should_exit = True
        with suppress(TimeoutError):
            self.done.result(_PATIENCE)


class Servers:
    """Starts and stops ports from any thread but its own."""

    def __init__(self) -> None:
        """Nothing is served yet."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def start(
        self, app: ASGIApp, listening: socket.socket, certificate: Path | None = None
    ) -> Running:
        """Serve an application at a socket, which is closed with it.

        certificate: a file with it and its key, for TLS.
        """
        if certificate is not None:
            listening = BoundedSocket(fileno=listening.detach())
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_level="critical",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                lifespan="off",
                loop="asyncio",
                http=Connection,
                ws="none",
                timeout_graceful_shutdown=1,
                ssl_certfile=certificate,
                ssl_keyfile=certificate,
            )
        )
        done = asyncio.run_coroutine_threadsafe(server.serve([listening]), self._loop)
        done.add_done_callback(lambda _: listening.close())
        deadline = time.monotonic() + _PATIENCE
        while not server.started and not done.done() and time.monotonic() < deadline:
            time.sleep(0.01)
        return Running(server, done)

    def close(self) -> None:
        """End the loop, after all ports were stopped."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)
        if not self._thread.is_alive():
            self._loop.close()
