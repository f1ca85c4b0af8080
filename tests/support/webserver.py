"""A web application of a test in a thread of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address, without a slash at its end, of an application on a free port of loopback."""
    config = uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="off")
    server = uvicorn.Server(config)
    listener = config.bind_socket()
    listener.listen()  # or who comes before the thread runs is refused
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
