"""However a server fails us, no socket of ours stays open behind the event loop's back.

Closing is seen by the garbage collector: a socket or transport that it has to close itself is a
ResourceWarning, which pytest turns into a failure.
"""

from __future__ import annotations

import contextlib
import gc
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.mail.connect import open_transport
from pbem.mail.errors import MailError
from pbem.mail.settings import parse_settings
from pbem.mail.transport import Delivery, Parcel
from tests.support.certificates import make_certificate

Talk = Callable[[socket.socket, ssl.SSLContext], socket.socket]


@contextlib.contextmanager
def talking_server(folder: Path, talk: Talk) -> Iterator[int]:
    """A server that treats one client as `talk` does, and then holds the line and says no more.

    `talk` returns the socket to hold.
    """
    make_certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        client, _address = listener.accept()
        with talk(client, context):
            over.wait(20)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        over.set()
        thread.join(timeout=20)
        listener.close()


def _answers(line: socket.socket, *answers: bytes) -> None:
    """Say each answer when the client has said something."""
    for answer in answers:
        line.recv(65536)
        line.sendall(answer)


def silent_before_handshake(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    del context
    return client


def silent_after_handshake(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    return context.wrap_socket(client, server_side=True)


def refusing_after_handshake(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    line = context.wrap_socket(client, server_side=True)
    line.sendall(b"554 go away\r\n")
    return line


def no_handshake_after_starttls(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    del context
    client.sendall(b"220 hello\r\n")
    _answers(client, b"250-hello\r\n250 STARTTLS\r\n", b"220 go on\r\n")
    return client


def noise_after_starttls(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    no_handshake_after_starttls(client, context)
    _answers(client, b"this is not TLS at all\r\n" * 10)
    return client


def silent_at_login(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    line = context.wrap_socket(client, server_side=True)
    line.sendall(b"220 hello\r\n")
    _answers(line, b"250-hello\r\n250 AUTH PLAIN\r\n")
    return line


def stops_reading_data(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    del context
    client.sendall(b"220 hello\r\n")
    _answers(client, b"250 hello\r\n", b"250 sender\r\n", b"250 recipient\r\n", b"354 go on\r\n")
    return client


def stops_reading_encrypted_data(client: socket.socket, context: ssl.SSLContext) -> socket.socket:
    return stops_reading_data(context.wrap_socket(client, server_side=True), context)


@pytest.mark.parametrize(
    ("talk", "security", "code"),
    [
        (silent_before_handshake, "tls", "smtp-unreachable"),
        (silent_after_handshake, "tls", "smtp-unreachable"),
        (refusing_after_handshake, "tls", "smtp-unreachable"),
        (no_handshake_after_starttls, "starttls", "smtp-dropped"),
        (noise_after_starttls, "starttls", "smtp-tls"),
        (silent_at_login, "tls", "smtp-dropped"),
        (stops_reading_data, "none", ""),
        (stops_reading_encrypted_data, "tls", ""),
    ],
)
def test_nothing_stays_open(tmp_path: Path, talk: Talk, security: str, code: str) -> None:
    (tmp_path / "password").touch(mode=0o600)
    (tmp_path / "password").write_text("secret")
    committed: list[tuple[str, ...]] = []
    with talking_server(tmp_path, talk) as port:
        table: dict[str, object] = {
            "kind": "smtp",
            "host": "127.0.0.1",
            "port": port,
            "security": security,
            "timeout": 1,
        }
        if security != "none":
            table["ca_file"] = str(tmp_path / "cert.pem")
        if talk is silent_at_login:
            table |= {"user": "axis", "password_file": str(tmp_path / "password")}
        settings = parse_settings({"address": "axis@example.org", "outgoing": table}).outgoing
        assert settings is not None
        way = open_transport(settings)
        parcel = Parcel("k", "axis@example.org", ("allies@example.org",), b"x: y\r\n" * 800_000)
        found = ""
        try:
            outcomes = way.deliver(parcel, lambda names: committed.append(tuple(names)))
        except MailError as error:
            found = error.code
        else:
            assert [outcome.delivery for outcome in outcomes] == [Delivery.UNSURE]
        gc.collect()
    assert found == code
    # Only a server that has said 354 can have our mail.
    assert committed == ([] if code else [("allies@example.org",)])
