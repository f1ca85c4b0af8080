"""Web servers are reached through the proxy of the environment, and this machine without it."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.dice.http import ServerClient
from pbem.web_client import WebClient
from pbem.web_line import WebError, proxy_for
from pbem.wire.canonical import encode
from pbem.wire.errors import DiceUnavailableError
from tests.support.certificates import make_certificate

HOST = "192.0.2.7"
"""Nobody has it, so only the proxy can lead there."""
KEYS = encode({"keys": [bytes(32)]})
_PATIENCE = 20.0


class Proxy:
    """A proxy that plays the server behind it as well; `asked`: the heads of what it was told."""

    def __init__(self, folder: Path, says: str) -> None:
        self.asked: list[str] = []
        self.says = says
        make_certificate(folder, host=HOST)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(folder / "cert.pem", folder / "key.pem")

    def serve(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock, _ = listener.accept()
                with sock, contextlib.suppress(OSError):
                    sock.settimeout(_PATIENCE)
                    self.answer(sock)

    def answer(self, sock: socket.socket) -> None:
        self.asked.append(sock.recv(4096).decode())
        sock.sendall(f"HTTP/1.1 {self.says}\r\n\r\n".encode())
        if not self.says.startswith("200"):
            return
        with self.context.wrap_socket(sock, server_side=True) as safe:
            self.asked.append(safe.recv(4096).decode())
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(KEYS)}\r\nConnection: close\r\n\r\n"
            safe.sendall(head.encode() + KEYS)


@contextlib.contextmanager
def proxy(
    folder: Path, monkeypatch: pytest.MonkeyPatch, says: str = "200 Connected", login: str = ""
) -> Iterator[Proxy]:
    there = Proxy(folder, says)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=there.serve, args=(listener,), daemon=True).start()
        address = f"http://{login}127.0.0.1:{listener.getsockname()[1]}"
        for name in ("HTTPS_PROXY", "https_proxy"):
            monkeypatch.setenv(name, address)
        monkeypatch.setenv("SSL_CERT_FILE", str(folder / "cert.pem"))
        yield there
        listener.shutdown(socket.SHUT_RDWR)


def test_a_forum_is_asked_through_the_proxy_which_sees_its_name_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with proxy(tmp_path, monkeypatch, login="ann:s%40cret@") as there:
        found = WebClient(tmp_path / "cert.pem").ask("GET", f"https://{HOST}/secret/path")
        assert (found.status, found.body) == (200, KEYS)
    to_proxy, to_server = there.asked
    assert to_proxy.startswith(f"CONNECT {HOST}:443 HTTP/1.1\r\n")
    assert "Proxy-Authorization: Basic YW5uOnNAY3JldA==" in to_proxy
    assert "secret" not in to_proxy
    assert to_server.startswith("GET /secret/path ")
    assert "Proxy-Authorization" not in to_server


def test_a_dice_server_is_asked_through_the_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with proxy(tmp_path, monkeypatch, login="ann:word@") as there:
        assert ServerClient(f"https://{HOST}").keys() == (bytes(32),)
    assert there.asked[0].startswith(f"CONNECT {HOST}:443 ")
    assert "roxy-" in there.asked[0]
    assert "roxy-" not in there.asked[1]


def test_a_dice_server_by_plain_http_is_asked_for_by_its_whole_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RFC 9112, 3.2.2: such a proxy reads along, and is told the login in each request."""
    asked: list[str] = []

    def answer(listener: socket.socket) -> None:
        sock, _ = listener.accept()
        with sock:
            asked.append(sock.recv(4096).decode())
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(KEYS)}\r\nConnection: close\r\n\r\n"
            sock.sendall(head.encode() + KEYS)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer, args=(listener,), daemon=True).start()
        monkeypatch.setenv("http_proxy", f"http://ann:word@127.0.0.1:{listener.getsockname()[1]}")
        assert ServerClient(f"http://{HOST}:8642").keys() == (bytes(32),)
    assert asked[0].startswith(f"GET http://{HOST}:8642/v1/keys HTTP/1.1\r\n")
    assert f"\r\nHost: {HOST}:8642\r\n" in asked[0]
    assert "\r\nProxy-Authorization: Basic YW5uOndvcmQ=\r\n" in asked[0]


def test_a_proxy_that_refuses_is_named_and_nothing_has_arrived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with proxy(tmp_path, monkeypatch, "407 Login, please"), pytest.raises(WebError) as caught:
        WebClient().ask("POST", f"https://{HOST}/", body=b"x")
    assert "the proxy 127.0.0.1:" in str(caught.value)
    assert "407 Login, please" in str(caught.value)
    assert not caught.value.may_have_arrived


def test_this_machine_and_what_the_environment_leaves_out_need_no_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example.org:3128")
    monkeypatch.setenv("no_proxy", "example.net")
    assert proxy_for("https", "dice.example.net") is None
    assert proxy_for("https", "127.0.0.1") is None
    assert proxy_for("https", "localhost") is None
    found = proxy_for("https", "dice.example.org")
    assert found is not None
    assert (found.host, found.port, found.headers()) == ("proxy.example.org", 3128, {})


def test_a_proxy_of_another_kind_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:1080")
    with pytest.raises(WebError, match="none that pbem can use"):
        WebClient().ask("GET", f"https://{HOST}/")
    with pytest.raises(DiceUnavailableError, match="none that pbem can use"):
        ServerClient(f"https://{HOST}", lambda seconds: None).keys()
