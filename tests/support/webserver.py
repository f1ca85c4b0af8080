"""A web application of a test in a thread of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The address, without a slash at its end, of an application on a free port of loopback.

    It believes what this machine, as a proxy, says about who asks.
    """
    config = uvicorn.Config(
        app, port=0, log_config=None, ws="none", forwarded_allow_ips="127.0.0.1"
    )
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
