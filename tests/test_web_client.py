"""A request ends, whatever the server does, and says whether it may have arrived."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from pbem.web_client import WebClient
from pbem.web_line import WebError


@contextlib.contextmanager
def server(*pieces: bytes, pause: float = 0.0, repeat: bool = False) -> Iterator[str]:
    """A server that sends pieces, whatever it is asked, with a pause after each."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with contextlib.suppress(OSError):
                sock, _ = listener.accept()
                with sock:
                    sock.recv(4096)
                    for piece in pieces:
                        sock.sendall(piece)
                        time.sleep(pause)
                    while repeat:
                        sock.sendall(pieces[-1])
                        time.sleep(pause)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"


def refused(url: str, whole: float = 20.0) -> WebError:
    with pytest.raises(WebError) as caught:
        WebClient(whole=whole).ask("POST", url, body=b"x", most=1000)
    return caught.value


HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("piece", [b"X: y\r\n", b"\r\na"], ids=["headers", "body"])
def test_answer_that_drips_ends(piece: bytes) -> None:
    with server(HEAD, piece, pause=0.05, repeat=True) as url:
        begin = time.monotonic()
        error = refused(url, whole=0.5)
    assert "did not end within 0.5 seconds" in str(error)
    assert time.monotonic() - begin < 5 and error.may_have_arrived


def test_answer_that_is_too_large_ends() -> None:
    with server(HEAD + b"\r\n", b"x" * 4096, repeat=True) as url:
        assert "larger than 1000 bytes" in str(refused(url))


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0\r\n", HEAD + b"Content-Length: 9\r\n\r\nshort"],
    ids=["", "ssh", "cut"],
)
def test_answer_that_breaks_off_may_have_arrived(answer: bytes) -> None:
    with server(answer) as url:
        assert refused(url).may_have_arrived


def test_what_was_never_sent_has_not_arrived() -> None:
    for url in (
        "http://127.0.0.1:1/",
        "http://example.org/",
        "https://no-such-host.invalid/",
        "file:///etc/passwd",
        "https://127.0.0.1:99999/",
        "http://127.0.0.1:80/a b",
    ):
        assert not refused(url).may_have_arrived, url


def test_certificate_is_checked() -> None:
    with server(b"nonsense") as url:
        assert "no safe connection" in str(refused(url.replace("http:", "https:")))


@contextlib.contextmanager
def counting_server(is_closing: bool) -> Iterator[tuple[str, list[int]]]:
    """A server that answers with HTTP/1.1, and for each connection how often it was asked there.

    is_closing: it hangs up after each answer without having said so.
    """
    asked: list[int] = []
    gone = threading.Event()

    def answer(sock: socket.socket) -> None:
        asked.append(0)
        with sock, contextlib.suppress(OSError):
            while sock.recv(4096):
                asked[-1] += 1
                sock.sendall(HEAD + b"Content-Length: 2\r\n\r\nok")
                if is_closing:
                    break
        gone.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    answer(listener.accept()[0])

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/", asked
        assert gone.wait(10), "the connection is given back"
        listener.shutdown(socket.SHUT_RDWR)


def test_a_connection_is_kept_where_that_is_asked_for() -> None:
    with counting_server(is_closing=False) as (url, asked):
        client = WebClient(keeps=True)
        assert [client.ask("GET", url).body for _ in range(3)] == [b"ok"] * 3
        del client
    assert asked == [3]
    with counting_server(is_closing=False) as (url, asked):
        client = WebClient()
        assert [client.ask("GET", url).body for _ in range(3)] == [b"ok"] * 3
    assert asked == [1, 1, 1]


def test_a_kept_connection_that_the_server_closed_loses_no_request() -> None:
    with counting_server(is_closing=True) as (url, asked):
        client = WebClient(keeps=True)
        for _ in range(3):
            assert client.ask("GET", url).body == b"ok"
            time.sleep(0.05)
    assert asked == [1, 1, 1]


def test_the_body_of_a_request_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes out after the headers, and a server is slow to acknowledge those alone."""
    opened: list[socket.socket] = []
    connect = socket.create_connection

    def noted(*given: object, **named: object) -> socket.socket:
        opened.append(connect(*given, **named))  # type: ignore[arg-type]
        return opened[-1]

    monkeypatch.setattr(socket, "create_connection", noted)
    with counting_server(is_closing=False) as (url, _):
        client = WebClient(keeps=True)
        assert client.ask("POST", url, body=b"{}").body == b"ok"
        assert opened[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
        del client
