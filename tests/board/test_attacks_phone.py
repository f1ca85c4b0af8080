"""The door for a phone: one device that was shown the code, over TLS, and nobody else near it."""

from __future__ import annotations

import http.client
import socket
import ssl
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from pbem.board.connections import MOST_OPEN
from pbem.board.entrance import PHONE, PHONE_TWICE
from pbem.board.guard import Guard
from pbem.board.phone import CERTIFICATE, certificate_for, code_lines, local_address
from pbem.board.serve import Serving, serving
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.usage import UsageError
from tests.board.test_attacks_guard import echo
from tests.board.test_attacks_routes import ROUTES
from tests.support.asgi import Answer, ask
from tests.support.table import CLOCK, key_of

HOST = "192.168.1.5:4711"
ORIGIN = f"https://{HOST}"


class Clock:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Room:
    """A door for a phone, and whoever is near it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.warned: list[str] = []
        self.changes = 0
        self.guard = Guard(
            echo, ORIGIN, self.warned.append, terms=PHONE, changed=self._change, now=self.clock
        )

    def _change(self) -> None:
        self.changes += 1

    @property
    def ticket(self) -> str:
        """The path in the code that is shown now."""
        return urlsplit(self.guard.entrance).path

    def look(self, path: str, cookie: str = "", **headers: str) -> Answer:
        """GET as a browser sends it."""
        sent = {"host": HOST, "cookie": cookie, "accept": "application/json"} | headers
        return ask(self.guard, path, sent)

    def press(self, path: str, cookie: str = "", origin: str = ORIGIN) -> Answer:
        """Press the button of the page that the code leads to; origin: "" for none."""
        sent = {"host": HOST, "cookie": cookie, "content-length": "0"}
        sent["content-type"] = "application/x-www-form-urlencoded"
        if origin:
            sent["origin"] = origin
        return ask(self.guard, path, sent, method="POST")

    def pair(self) -> str:
        """The cookie of a phone that was let in."""
        entered = self.press(self.ticket)
        assert entered.status == 200
        return entered.headers["set-cookie"].partition(";")[0]

    def api(self, cookie: str, path: str = "/api/games") -> Answer:
        """Look at something of the board."""
        return self.look(self.guard.base + path, cookie)


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_phone_is_let_in_by_a_button_and_plays(room: Room) -> None:
    """Whatever fetches a link to show what it is has used nothing up."""
    path = room.ticket
    for _ in range(2):
        shown = room.look(path)
        assert (shown.status, "set-cookie" in shown.headers) == (200, False)
        assert b'<form method="post">' in shown.body
        assert "form-action 'self'" in shown.headers["content-security-policy"]
        assert shown.headers["referrer-policy"] == "same-origin", "else its origin would be null"
    cookie = room.pair()
    assert room.api(cookie).data == {"path": "/api/games", "bytes": 0}
    sent = {"host": HOST, "cookie": cookie, "origin": ORIGIN, "content-length": "2"}
    sent["content-type"] = "application/json"
    done = ask(room.guard, f"{room.guard.base}/api/fetch", sent, method="POST", body=b"{}")
    assert done.data == {"path": "/api/fetch", "bytes": 2}
    assert room.changes == 1


def test_the_cookie_goes_over_tls_only_and_ends_with_its_time(room: Room) -> None:
    entered = room.press(room.ticket)
    words = {word.strip().lower() for word in entered.headers["set-cookie"].split(";")}
    assert {"secure", "httponly", "samesite=strict", f"max-age={12 * 3600}"} <= words
    assert f"path={room.guard.base}/".lower() in words


def test_attack_a_device_without_the_code(room: Room) -> None:
    room.pair()
    assert room.api("").code == "not-let-in"
    assert room.api("pbem-phone=guessed").code == "not-let-in"
    assert room.look("/").code == "not-found"
    for guess in ("", "guessed", "../api/games"):
        assert room.press(f"{room.guard.base}/enter/{guess}").code == "ticket-used"
        assert room.look(f"{room.guard.base}/enter/{guess}").code == "ticket-used"
    assert room.warned == []


def test_attack_the_code_is_used_twice(room: Room) -> None:
    """One of the two was not the player, so both are out, and the player is told."""
    path = room.ticket
    cookie = room.pair()
    assert room.look(path).code == "ticket-used", "looking at it puts nobody out"
    assert room.api(cookie).status == 200
    assert room.press(path).code == "ticket-used"
    assert room.warned == [PHONE_TWICE]
    assert room.api(cookie).code == "not-let-in"
    assert "used a second time" in str(room.api(cookie).data)
    assert room.guard.door.seconds_left is None
    assert room.press(path).code == "ticket-used"
    assert room.warned == [PHONE_TWICE]


def test_attack_a_pairing_is_replayed(room: Room) -> None:
    """Ticket and cookie of an earlier pairing are worth nothing after the next code."""
    path = room.ticket
    cookie = room.pair()
    room.guard.renew()
    assert room.api(cookie).code == "not-let-in"
    assert room.press(path, cookie).code == "ticket-used"
    other = room.pair()
    assert room.api(other).status == 200
    assert room.api(cookie).code == "not-let-in"
    assert room.warned == []


def test_a_second_phone_is_refused_until_a_new_code_is_shown(room: Room) -> None:
    room.pair()
    assert room.guard.entrance == "", "no code is shown while a phone is let in"
    assert room.guard.renew() != ""


def test_attack_the_phone_goes_back_to_its_code(room: Room) -> None:
    """That is no attack: the browser that was let in may press the button again."""
    path = room.ticket
    cookie = room.pair()
    assert room.press(path, cookie).status == 200
    assert room.warned == []


def test_the_player_puts_the_phone_out(room: Room) -> None:
    cookie = room.pair()
    room.guard.door.put_out()
    assert room.api(cookie).code == "not-let-in"
    assert room.guard.entrance == ""


def test_code_and_phone_are_good_for_a_time(room: Room) -> None:
    path = room.ticket
    room.clock.now += 601
    assert room.guard.entrance == ""
    assert room.press(path).code == "ticket-used"
    room.guard.renew()
    cookie = room.pair()
    room.clock.now += 12 * 3600 - 1
    assert room.api(cookie).status == 200
    room.clock.now += 2
    assert room.api(cookie).code == "not-let-in"


@pytest.mark.parametrize(
    "host", ["evil.example:4711", "127.0.0.1:4711", "192.168.1.5", "192.168.1.6:4711", ""]
)
def test_attack_a_name_made_to_point_here(room: Room, host: str) -> None:
    path = room.ticket
    cookie = room.pair()
    assert room.look(f"{room.guard.base}/api/games", cookie, host=host).code == "wrong-host"
    assert room.look(path, host=host).code == "wrong-host"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"http://{HOST}", ""])
def test_attack_another_site_posts(room: Room, origin: str) -> None:
    path = room.ticket
    assert room.press(path, origin=origin).status == 403
    cookie = room.pair()
    sent = {"host": HOST, "cookie": cookie, "content-length": "2", "origin": origin}
    sent["content-type"] = "application/json"
    sent = {name: value for name, value in sent.items() if value}
    answer = ask(room.guard, f"{room.guard.base}/api/fetch", sent, method="POST", body=b"{}")
    assert answer.code == ("wrong-origin" if origin else "wrong-method")
    hidden = {"sec-fetch-site": "cross-site"}
    assert room.look(f"{room.guard.base}/api/games", cookie, **hidden).code == "wrong-origin"


def test_attack_the_phone_asks_for_secrets_or_lets_others_in(room: Room) -> None:
    """Passphrases and passwords are typed at the computer, and only that shows a code."""
    cookie = room.pair()
    closed = [path for _, path in ROUTES if path.startswith(PHONE.closed)]
    assert {"/api/door/make", "/api/mail", "/api/phone", "/api/phone/make"} <= {*closed}
    for path in closed:
        assert room.api(cookie, path).code == "at-the-computer"
    assert room.api(cookie, "/api/door").status == 200


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serving]:
    key = NamedKey("Ann", key_of("Ann"))
    with serving(Home(tmp_path), key, lambda: CLOCK, address=lambda: "127.0.0.1") as found:
        yield found


def trusting(home: Path) -> ssl.SSLContext:
    """A client that has compared the certificate."""
    return ssl.create_default_context(cafile=str(home / CERTIFICATE))


def test_the_port_speaks_tls_with_the_certificate_that_is_shown(
    served: Serving, tmp_path: Path
) -> None:
    where = urlsplit(served.phone.open())
    assert where.scheme == "https"
    browser = http.client.HTTPSConnection(
        where.hostname or "", where.port, context=trusting(tmp_path), timeout=10
    )
    browser.request("GET", where.path)
    answer = browser.getresponse()
    assert answer.status == 200
    assert b"Play on this device" in answer.read()
    assert browser.sock is not None
    seen = x509.load_der_x509_certificate(browser.sock.getpeercert(binary_form=True) or b"")
    assert seen.fingerprint(hashes.SHA256()).hex(":").upper() == served.phone.fingerprint
    browser.close()
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / CERTIFICATE).stat().st_mode) == 0o600


def test_attack_plain_http_and_old_tls_get_nothing(served: Serving, tmp_path: Path) -> None:
    where = urlsplit(served.phone.open())
    plain = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
    with pytest.raises((http.client.HTTPException, OSError)):
        plain.request("GET", where.path)
        plain.getresponse()
    plain.close()
    old = trusting(tmp_path)
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    old.minimum_version = ssl.TLSVersion.TLSv1_2
    with (
        socket.create_connection((where.hostname, where.port), 10) as sock,
        old.wrap_socket(sock, server_hostname=where.hostname) as wrapped,
    ):
        assert wrapped.version() == "TLSv1.2", "the oldest that is spoken"


def test_attack_connections_that_never_shake_hands_are_bounded(served: Serving) -> None:
    """They would take all files that the program may open, those for the computer's page too."""
    where = urlsplit(served.phone.open())
    at = (where.hostname or "", where.port or 0)
    held = [socket.create_connection(at, 10) for _ in range(MOST_OPEN + 20)]
    closed = 0
    for one in held[MOST_OPEN:]:
        one.settimeout(10)
        closed += one.recv(1) == b""
    assert closed == 20
    here = urlsplit(served.guard.entrance)
    page = http.client.HTTPConnection(here.hostname or "", here.port, timeout=10)
    page.request("GET", here.path)
    assert page.getresponse().status == 200
    page.close()
    for one in held:
        one.close()


def test_nothing_listens_before_and_after_the_player_wants_it(served: Serving) -> None:
    assert served.phone.view() == {"is_open": False}
    where = urlsplit(served.phone.open())
    view = served.phone.view()
    assert urlsplit(str(view["address"])) == where
    assert str(view["code"]).startswith("data:image/svg+xml")
    at = (where.hostname or "", where.port or 0)
    socket.create_connection(at, 10).close()
    served.phone.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(at, 10)
    assert served.phone.view() == {"is_open": False}


def test_port_and_certificate_stay_so_that_a_browser_warns_once(tmp_path: Path) -> None:
    key = NamedKey("Ann", key_of("Ann"))
    found = []
    for _ in range(2):
        with serving(Home(tmp_path), key, lambda: CLOCK, address=lambda: "127.0.0.1") as one:
            found.append((urlsplit(one.phone.open()).netloc, one.phone.fingerprint))
    assert found[0] == found[1]
    assert certificate_for(tmp_path / CERTIFICATE, "10.0.0.7") != found[0][1]
    (tmp_path / CERTIFICATE).write_bytes(b"nonsense")
    assert certificate_for(tmp_path / CERTIFICATE, "10.0.0.7") != found[0][1]


class NoSocket(socket.socket):
    """A computer in no network, or at an address of the whole internet."""

    where = ""

    def connect(self, address: object) -> None:
        if not self.where:
            raise OSError("unreachable")

    def getsockname(self) -> tuple[str, int]:
        return self.where, 1


@pytest.mark.parametrize(("where", "word"), [("", "in no network"), ("8.8.8.8", "whole internet")])
def test_only_a_private_network_is_listened_to(
    monkeypatch: pytest.MonkeyPatch, where: str, word: str
) -> None:
    monkeypatch.setattr(NoSocket, "where", where)
    monkeypatch.setattr("pbem.board.phone.socket.socket", NoSocket)
    with pytest.raises(UsageError, match=word) as refused:
        local_address()
    assert refused.value.code == "no-network"


def test_the_code_is_drawn_in_the_terminal() -> None:
    lines = code_lines("https://192.168.1.5:4711/abc/enter/def").splitlines()
    drawn = [line for line in lines if set(line) & set("▀▄█")]
    assert len(drawn) > 12
    assert code_lines("https://192.168.1.5:4711/abc/enter/xyz").splitlines() != lines
