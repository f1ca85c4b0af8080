"""Serving the board to the browser of this computer, until the player has had enough."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import uvicorn

from pbem.board.app import Board
from pbem.board.connections import Connection
from pbem.board.guard import Guard
from pbem.home import Home
from pbem.listening import listen
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef

HOST = "127.0.0.1"
_PATIENCE = 10.0


@contextlib.contextmanager
def serving(
    home: Home,
    key: NamedKey,
    clock: Callable[[], int],
    port: int = 0,
    first: GameRef | None = None,
    shown_twice: Callable[[], None] = lambda: None,
) -> Iterator[Guard]:
    """The board on 127.0.0.1 for the block; the Guard knows the address to open.

    port: 0 for any that is free.  first: the game that will be opened first, if that is known.
    shown_twice: see `Guard`.
    Raises UsageError as `listen`.
    """
    with listen(HOST, port) as listening:
        board = Board(home, key, clock)
        guard = Guard(board.app(), f"{HOST}:{listening.getsockname()[1]}", shown_twice)
        server = uvicorn.Server(
            uvicorn.Config(
                guard,
                log_level="critical",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                lifespan="off",
                loop="asyncio",
                http=Connection,
                ws="none",
                timeout_graceful_shutdown=1,
            )
        )
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        deadline = time.monotonic() + _PATIENCE
        while not server.started and thread.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        if first is not None:
            threading.Thread(target=board.read_ahead, args=(first,), daemon=True).start()
        try:
            yield guard
        finally:
            board.news.close()
            server.should_exit = True
            thread.join(_PATIENCE)
