"""A request ends, whatever the server does, and says whether it may have arrived."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from pbem.web_client import WebClient, WebError


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
