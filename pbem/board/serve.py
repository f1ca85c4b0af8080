"""Serving the board to the browser of this computer, until the player has had enough."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import uvicorn

from pbem.board.app import BoardApp
from pbem.board.connections import Connection
from pbem.board.guard import Guard
from pbem.board.place import open_place
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef

HOST = "127.0.0.1"
_PATIENCE = 10.0


@contextlib.contextmanager
def serving(
    home: Home,
    key: NamedKey | None,
    clock: Callable[[], int],
    port: int = 0,
    first: GameRef | None = None,
    shown_twice: Callable[[], None] = lambda: None,
) -> Iterator[Guard]:
    """The board on 127.0.0.1 for the block; the Guard knows the address to open.

    key: None when the page has to make or unlock it.
    port: 0 for that of the last time, or any that is free.  first: the game that will be opened
    first, if that is known.  shown_twice: see `Guard`.
    Raises UsageError as `listen`.
    """
    listening, base = open_place(home, HOST, port)
    with listening:
        board = BoardApp(home, key, clock)
        host = f"{HOST}:{listening.getsockname()[1]}"
        guard = Guard(board.app(), host, shown_twice, base)
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
