"""A TCP proxy for tests that breaks a connection at a chosen moment."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


def _requests(
    client: socket.socket,
    server: socket.socket,
    cut: bytes,
    broken: threading.Event,
    armed: threading.Event | None,
    in_turn: threading.Lock,
) -> None:
    """Pass on what the client sends; after `cut` no answer may reach it any more."""
    tail = b""
    with contextlib.suppress(OSError):
        while data := client.recv(65536):
            sent = tail + data
            tail = sent[-len(cut) + 1 :]
            # In one piece: a late answer to what came before must not end the connection while
            # `cut` is still here.
            with in_turn:
                if cut in sent and (armed is None or armed.is_set()):
                    broken.set()
                    if armed is not None:
                        armed.clear()
                server.sendall(data)


def _answers(
    client: socket.socket,
    server: socket.socket,
    broken: threading.Event,
    in_turn: threading.Lock,
) -> None:
    """Pass on what the server says; the first answer after the cut ends both connections."""
    with contextlib.suppress(OSError):
        while data := server.recv(65536):
            with in_turn:
                if broken.is_set():
                    break
            client.sendall(data)
    for end in (client, server):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def cutting_proxy(
    host: str, port: int, cut: bytes, armed: threading.Event | None = None
) -> Iterator[int]:
    """Yield a local port that leads to host:port. When the client has sent the bytes `cut`, they
    still reach the server, but its answer is thrown away and the connection broken.

    armed: cut only while it is set, and once, which clears it; None for every connection.
    """
    listener = socket.create_server((host, 0))
    threads: list[threading.Thread] = []
    ends: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _address = listener.accept()
                server = socket.create_connection((host, port), timeout=10)
                ends.extend((client, server))
                broken, in_turn = threading.Event(), threading.Lock()
                to, back = (client, server, cut, broken, armed, in_turn), (client, server, broken)
                pair = (
                    threading.Thread(target=_requests, args=to),
                    threading.Thread(target=_answers, args=(*back, in_turn)),
                )
                threads.extend(pair)
                for thread in pair:
                    thread.start()

    acceptor = threading.Thread(target=serve)
    acceptor.start()
    try:
        yield listener.getsockname()[1]
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        acceptor.join(timeout=5)
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(timeout=5)
        for end in ends:
            end.close()
