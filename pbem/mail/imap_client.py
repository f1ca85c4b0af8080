"""An IMAP connection that ends: each step of it is limited in time and bytes.

The libraries wait for a server as long as a byte comes now and then, and read whatever it sends.
"""

from __future__ import annotations

import contextlib
import imaplib
import re
import selectors
import socket
import ssl
import threading
from collections.abc import Iterator

import imapclient

from pbem.mail.plain import plain_line

ANSWERS = 4 * 1024 * 1024
"""Bytes of answers in one step besides a mail: room for the numbers of 500,000 mails."""

_SIGNS_OF_LIFE = {"TCP_KEEPIDLE": 60, "TCP_KEEPALIVE": 60, "TCP_KEEPINTVL": 20, "TCP_KEEPCNT": 3}
"""Seconds of silence, seconds between two questions, and how many; macOS has a name of its own."""

_PRINTED_BYTES = re.compile(r"b(['\"])(.*)\1", re.DOTALL)
_RESPONSE_CODE = re.compile(r"^\s*\[[A-Z][A-Z0-9-]*[^\]]{0,200}\]\s*")


class EndlessError(Exception):
    """A server that answers for too long, or too much."""


class BoundedIMAPClient(imapclient.IMAPClient):  # type: ignore[misc]
    """A client whose every step runs in `step`; connecting is a step of its own.

    context: None for a connection without TLS. timeout: seconds without a byte. limit: seconds of
    a step, whatever comes in them.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        context: ssl.SSLContext | None,
        timeout: float,
        limit: float,
    ) -> None:
        self._bounds = _Bounds(limit)
        self._context = context
        try:
            with self.step():
                super().__init__(host, port=port, ssl=context is not None, timeout=timeout)
        except BaseException:
            self._bounds.close()
            raise

    @contextlib.contextmanager
    def step(self, most: int = ANSWERS) -> Iterator[None]:
        """Limit the bytes that a block of calls may read; EndlessError when the server goes on."""
        with self._bounds.step(most):
            yield

    def has_ended(self) -> bool:
        """Whether the server has ended the connection and all that it said was read.

        `idle_check` returns no lines for an end, as it does when nothing has come.
        """
        return self._bounds.has_ended()

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - the name of the library
        return _BoundedIMAP4(
            self.host, self.port, self._timeout.connect, self._context, self._bounds
        )


class _Bounds:
    """What is left of a step."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._left = 0
        self._is_over = False
        self._sock: socket.socket | None = None

    def watch(self, sock: socket.socket) -> None:
        """Break this connection at the end of a step; before TLS, whose socket is another one."""
        self._sock = sock.dup()
        if self._is_over:
            self._hang_up()

    def has_ended(self) -> bool:
        """Whether this connection has nothing more but its end; looks below TLS, which hides it."""
        if self._sock is None:
            return True
        # Asked first: a socket that does not wait would make its twin above not wait either.
        with selectors.DefaultSelector() as looking:
            looking.register(self._sock, selectors.EVENT_READ)
            if not looking.select(0):
                return False
        try:
            return not self._sock.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def take(self, size: int) -> None:
        """Count bytes before they are read."""
        self._left -= size
        if self._left < 0:
            self._hang_up()
            raise EndlessError("its answer is larger than anything requested")

    @contextlib.contextmanager
    def step(self, most: int) -> Iterator[None]:
        self._left = most
        timer = threading.Timer(self._limit, self._hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        except Exception as error:
            if self._is_over and not isinstance(error, EndlessError):
                text = f"its answer did not end within {self._limit:g} seconds"
                raise EndlessError(text) from error
            raise
        finally:
            timer.cancel()

    def _hang_up(self) -> None:
        self._is_over = True
        if self._sock is not None:
            with contextlib.suppress(OSError):
                self._sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        if self._sock is not None:
            self._sock.close()


class _BoundedIMAP4(imaplib.IMAP4):
    """The connection below the client."""

    def __init__(
        self,
        host: str,
        port: int,
        timeout: float | None,
        context: ssl.SSLContext | None,
        bounds: _Bounds,
    ) -> None:
        self._bounds = bounds
        self._context = context
        super().__init__(host, port, timeout)

    def _create_socket(self, timeout: float | None = None) -> socket.socket:
        sock = socket.create_connection((self.host, self.port), timeout)
        _keep_alive(sock)
        self._bounds.watch(sock)
        if self._context is None:
            return sock
        return self._context.wrap_socket(sock, server_hostname=self.host)

    def read(self, size: int) -> bytes:
        self._bounds.take(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self._bounds.take(len(line))
        return line

    def shutdown(self) -> None:
        try:
            super().shutdown()
        finally:
            self._bounds.close()


def _keep_alive(sock: socket.socket) -> None:
    """Let the system ask a silent server for a sign of life: some networks forget connections."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _SIGNS_OF_LIFE.items():
        if (option := getattr(socket, name, None)) is not None:
            sock.setsockopt(socket.IPPROTO_TCP, option, value)


def said(error: BaseException) -> str:
    """Return the words of an IMAP error without what only programs read: the library prints the
    server's bytes as Python does, and servers put a code in brackets before their words."""
    first = error.args[0] if error.args else ""
    text = first.decode("utf-8", "replace") if isinstance(first, bytes) else str(error)
    printed = _PRINTED_BYTES.fullmatch(text)
    text = _RESPONSE_CODE.sub("", printed[2] if printed else text)
    return plain_line(text, 200).rstrip(".") or type(error).__name__
