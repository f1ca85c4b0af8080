"""What players read when the way to the server is broken, or when they ask for too much."""

import http.server
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import urllib3

from pbem.dice.authority import Authority
from pbem.dice.http import MSGPACK, ServerClient
from pbem.dice.server.answering import AnswerThreads
from pbem.dice.server.app import App
from pbem.dice.server.endpoints import Service
from pbem.dice.server.limits import UNLIMITED, Rate, RateLimits
from pbem.dice.server.serve import Settings, open_store
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import DiceError, DiceUnavailableError
from tests.support.certificates import make_certificate
from tests.support.dicegame import new_game_at
from tests.support.paper_game import ANN, EVE, HOST
from tests.support.webserver import served

KEYS = encode({"keys": [HOST.public]})
SLOW = Rate(1 / 1000, 3)
"""Three requests at once, and the next one after about a quarter of an hour."""


class Answering(http.server.BaseHTTPRequestHandler):
    """Answers everything with a list of keys, over HTTP/1.1."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Type", MSGPACK)
        self.send_header("Content-Length", str(len(KEYS)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(KEYS)

    def log_message(self, *_: object) -> None:
        pass


class TlsServer(http.server.ThreadingHTTPServer):
    """An HTTPS server on loopback; `asked` is what arrived after the handshake."""

    daemon_threads = False

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[str] = []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        self.socket = context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False
        )

    def handle_error(self, *_: object) -> None:
        """A client that goes away in the handshake is what most of these tests want."""


@contextmanager
def tls_server(folder: Path) -> Iterator[TlsServer]:
    with TlsServer(folder) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def failure(server: TlsServer, pauses: list[float]) -> DiceUnavailableError:
    client = ServerClient(f"https://127.0.0.1:{server.server_port}", pauses.append)
    with pytest.raises(DiceUnavailableError) as caught:
        client.keys()
    assert (caught.value.code, caught.value.exit_code) == ("dice-server-unavailable", 9)
    assert "nothing else rolls instead" in caught.value.way_out
    return caught.value


def trust(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As if a certificate authority of this computer had signed it."""
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "cert.pem"))


def test_a_certificate_that_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_certificate(tmp_path)
    trust(monkeypatch, tmp_path)
    with tls_server(tmp_path) as server:
        assert ServerClient(f"https://127.0.0.1:{server.server_port}").keys() == (HOST.public,)
        assert server.asked == ["/v1/keys"]


def test_a_certificate_that_nobody_signed(tmp_path: Path) -> None:
    """The message comes immediately, and nothing was sent to that server."""
    make_certificate(tmp_path)
    pauses: list[float] = []
    with tls_server(tmp_path) as server:
        error = failure(server, pauses)
        assert server.asked == [] == pauses
    assert "its certificate does not prove who it is (self-signed certificate)" in error.reason
    assert error.way_out.startswith("Nothing was sent. Ask the server's operator")


def test_a_certificate_of_another_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_certificate(tmp_path, host="192.0.2.1")
    trust(monkeypatch, tmp_path)
    with tls_server(tmp_path) as server:
        error = failure(server, [])
        assert server.asked == []
    assert "does not prove who it is (IP address mismatch" in error.reason


@pytest.mark.parametrize(("first", "last"), [(-9, -2), (2, 9)], ids=["expired", "not yet valid"])
def test_a_certificate_of_another_time_points_to_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int, last: int
) -> None:
    make_certificate(tmp_path, first, last)
    trust(monkeypatch, tmp_path)
    pauses: list[float] = []
    with tls_server(tmp_path) as server:
        error = failure(server, pauses)
        assert server.asked == [] == pauses
    assert "its certificate is not valid at this time" in error.reason
    assert "Check this computer's clock" in error.way_out


def test_a_server_that_speaks_no_tls(tmp_path: Path) -> None:
    pauses: list[float] = []
    with limited(tmp_path, RateLimits()) as address:
        client = ServerClient(address.replace("http:", "https:"), pauses.append)
        with pytest.raises(DiceUnavailableError) as caught:
            client.keys()
    assert "no safe connection (" in caught.value.reason
    assert len(pauses) == 4


@contextmanager
def limited(folder: Path, limits: RateLimits) -> Iterator[str]:
    """The address of a server with limits of its own, in a thread of this process."""
    store = open_store(Settings(str(folder / "store"), (b"k" * 32,)))
    authority = Authority(store, lambda: 7, chain_length=50)
    app = App(Service(authority, limits), AnswerThreads([store]), store.close)
    with served(app) as address:
        yield address


def too_many(client: ServerClient, pauses: list[float]) -> str:
    with pytest.raises(DiceUnavailableError) as caught:
        client.keys()
    assert pauses == [], "so long a wait is the player's to decide"
    return caught.value.reason


def test_too_many_requests_of_an_address(tmp_path: Path) -> None:
    """429 with the time to wait; another address behind the proxy is answered."""
    with limited(tmp_path, replace(RateLimits(), address=SLOW)) as address:
        pauses: list[float] = []
        client = ServerClient(address, pauses.append)
        for _ in range(SLOW.burst):
            client.keys()
        assert "too many requests from your address" in too_many(client, pauses)
        refused = ask(address, Accept=MSGPACK)
        value = decode(refused.data)
        assert refused.status == 429
        assert isinstance(value, dict) and value["code"] == "too-many-requests"
        wait = int(refused.headers["Retry-After"])
        assert 900 < wait <= 1000 and str(wait) in str(value["way_out"])
        assert ask(address, **{"X-Forwarded-For": "198.51.100.7"}).status == 200


def ask(address: str, **headers: str) -> urllib3.BaseHTTPResponse:
    """The keys, requested once: urllib3 alone would wait as long as the server says."""
    return urllib3.request("GET", f"{address}/v1/keys", headers=headers, retries=False)


def test_too_many_rolls_of_a_player_in_a_game(tmp_path: Path) -> None:
    """What they were answered is answered again later; others and other games are answered."""
    with limited(tmp_path, replace(RateLimits(), address=UNLIMITED, player=SLOW)) as address:
        pauses: list[float] = []
        client = ServerClient(address, pauses.append)
        game, other = new_game_at(client), new_game_at(client)
        for index in range(1, SLOW.burst + 1):
            game.answers[index] = client.roll(game.request(index))
        for asked in (client.roll, client.close):
            request = game.request(4) if asked == client.roll else game.closing(4, 1)
            with pytest.raises(DiceUnavailableError) as caught:
                asked(request)
            assert "too many requests from this player in this game" in caught.value.reason
        assert pauses == []
        client.roll(other.request(1))
        with pytest.raises(DiceError) as stranger:
            client.roll(replace(game, player=EVE).request(4))
        assert stranger.value.code == "request-wrong-signer", "a stranger is counted apart"
        assert game.check(client.journal(game.game)) == SLOW.burst


def test_too_many_new_games_of_an_address(tmp_path: Path) -> None:
    with limited(tmp_path, replace(RateLimits(), registrations=SLOW)) as address:
        pauses: list[float] = []
        client = ServerClient(address, pauses.append)
        for number in range(SLOW.burst):
            client.register(bytes([number]) * 16, ANN.public)
        with pytest.raises(DiceUnavailableError) as caught:
            client.register(b"x" * 16, ANN.public)
        assert "too many requests from your address for new games" in caught.value.reason
        assert pauses == []
        assert client.keys()


def test_a_short_wait_is_waited_by_the_client(tmp_path: Path) -> None:
    """The server says for how long, and the same request gets through afterwards."""
    quick = Rate(1.0, 1)
    with limited(tmp_path, replace(RateLimits(), address=quick)) as address:
        pauses: list[float] = []

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            threading.Event().wait(seconds)

        client = ServerClient(address, pause)
        assert client.keys() == client.keys()
        assert all(0.25 <= seconds <= 1.5 for seconds in pauses)
