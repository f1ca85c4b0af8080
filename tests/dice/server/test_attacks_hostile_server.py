"""Attacks of a dice server, or of somebody in between, on a player's program.

The server here is a few lines that answer whatever the test says.  Whatever that is, the log does
not grow, nothing else rolls, and the player reads one harmless sentence.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pbem.dice.authorities import Authorities
from pbem.dice.client import EmbeddedClient
from pbem.dice.http import ServerClient
from pbem.dice.protocol import DiceRequest
from pbem.dice.statements import make_statement
from pbem.play.session import Session
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave
from pbem.web_client import Answer
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey, parse_envelope
from tests.support.paper_game import spec
from tests.support.table import CLOCK, Table, key_of, table, to_next_dice

ATTACK = ("done", "done", "move 2 infantry: Karelija > Finland")
MSGPACK = "application/msgpack"


@dataclass
class Hostile:
    """A server that gives everybody one answer.

    status, headers, body: of the answer; endless: the body again and again; asked: paths so far;
    statements: the answer to whoever asks for those about new keys.
    """

    status: int = 200
    body: bytes = b""
    statements: bytes = encode({"statements": []})
    headers: dict[str, str] = field(default_factory=dict)
    endless: bool = False
    asked: list[str] = field(default_factory=list)
    address: str = ""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append(handler.path)
        handler.rfile.read(int(handler.headers.get("Content-Length", "0")))
        body = self.statements if handler.path == "/v1/statements" else self.body
        handler.send_response(self.status)
        headers = {"Content-Type": MSGPACK, **self.headers}
        if not self.endless:
            headers["Content-Length"] = str(len(body))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        try:
            handler.wfile.write(body)
            while self.endless:
                handler.wfile.write(body)
        except OSError:
            handler.close_connection = True


def start(hostile: Hostile) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            hostile.answer(self)

        do_GET = do_POST  # noqa: N815 - the names that the library wants

        def log_message(self, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    hostile.address = f"http://127.0.0.1:{server.server_address[1]}"
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return server


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    one = Hostile()
    server = start(one)
    yield one
    server.shutdown()
    server.server_close()


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@dataclass
class Player:
    """Ann before her dice, asking the hostile server; `stored` is what her program kept."""

    session: Session
    stored: list[TrustedSave]

    def refused(self) -> SaveError:
        """Ask; what she reads.  Her orders are signed and nothing more is in the log."""
        with pytest.raises(SaveError) as caught:
            self.session.roll()
        (kept,) = self.stored
        assert kept.entries[-1].kind == "orders"
        assert self.session.save is kept and self.session.needs_dice
        assert str(caught.value).isprintable()
        return caught.value


@pytest.fixture
def ann(game: Table, hostile: Hostile) -> Player:
    stored: list[TrustedSave] = []
    client = ServerClient(hostile.address, lambda seconds: None)
    session = Session(
        game.position(), key_of("Ann"), Authorities((client,)), stored.append, lambda: CLOCK
    )
    to_next_dice(session, *ATTACK)
    return Player(session, stored)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Sign in to the hotel's network</html>",
        b"\xc1" * 50,
        b"\xdd\xff\xff\xff\xff",
        b"\x91" * 100_000,
        encode({"receipt": None}),
        encode({"receipt": "none"}),
        encode({"receipts": b""}),
        encode([1, 2]),
    ],
)
def test_a_server_answers_garbage(ann: Player, hostile: Hostile, body: bytes) -> None:
    hostile.body = body
    error = ann.refused()
    assert (error.code, error.exit_code) == ("dice-server-unavailable", 9)


@pytest.mark.parametrize("receipt", [b"", b"\x00", b"\xc1" * 40, bytes(70_000)])
def test_a_server_answers_a_receipt_that_is_none(
    ann: Player, hostile: Hostile, receipt: bytes
) -> None:
    hostile.body = encode({"receipt": receipt})
    assert ann.refused().exit_code in (3, 4, 7)


def real_receipt(game: Table, request: DiceRequest) -> bytes:
    """What the true authority answers to some other request of Ann's."""
    return game.dice.roll(request.sign(key_of("Ann")))


def of_another_position(game: Table, folder: Path) -> bytes:
    return real_receipt(game, game.save.request("Russians", spec(phase="x", count=2)))


def of_another_game(game: Table, folder: Path) -> bytes:
    del game
    other = EmbeddedClient(folder / "other", lambda: CLOCK, chain_length=8)
    key = key_of("Ann")
    identity = bytes(16)
    other.register(identity, key.public)
    seats = {"game": identity, "head": bytes(32), "kind": "seats", "turn": 1}
    other.register_seats(key.seal("seats", encode({**seats, "seats": {"Russians": key.public}})))
    request = DiceRequest(identity, 1, bytes(32), "Russians", spec(where="Finland", count=2))
    return other.roll(request.sign(key))


OTHER_RECEIPTS: dict[str, tuple[Callable[[Table, Path], bytes], str]] = {
    "another position": (of_another_position, "receipt-other-request"),
    "another game": (of_another_game, "receipt-wrong-authority"),
}


@pytest.mark.parametrize("name", OTHER_RECEIPTS)
def test_a_server_answers_a_sound_receipt_for_something_else(
    tmp_path: Path, game: Table, ann: Player, hostile: Hostile, name: str
) -> None:
    make, code = OTHER_RECEIPTS[name]
    hostile.body = encode({"receipt": make(game, tmp_path)})
    error = ann.refused()
    assert (error.code, error.exit_code) == (code, 7)


def test_a_server_signs_with_another_key_than_that_of_the_commitment(
    game: Table, ann: Player, hostile: Hostile
) -> None:
    """Another server behind the same name: the game's authority has not introduced its key."""
    with pytest.raises(SaveError):
        ann.session.roll()
    kept = ann.stored.pop()
    waiting = ann.session.step.waiting
    assert waiting is not None
    honest = Table(game.dice, kept)
    (receipt,) = honest.rolled().entries[-1].attached.answers
    body = receipt_body(receipt)
    thief = SigningKey.generate()
    hostile.body = encode({"receipt": thief.seal("roll", body)})
    own = make_statement(SigningKey.generate(), thief.public, CLOCK)
    for statements in ([], [own]):
        hostile.statements = encode({"statements": statements})
        ann.stored[:] = [kept]
        error = ann.refused()
        assert (error.code, error.exit_code) == ("receipt-wrong-authority", 7)
    hostile.body = encode({"receipt": receipt})
    ann.session.roll()
    assert ann.stored[-1].entries[-1].attached.answers == (receipt,)


def receipt_body(receipt: bytes) -> bytes:
    return parse_envelope(receipt, 65_536).body


def test_a_server_sends_a_body_without_end(ann: Player, hostile: Hostile) -> None:
    hostile.endless, hostile.body = True, bytes(1 << 20)
    hostile.headers["Connection"] = "close"
    error = ann.refused()
    assert error.code == "dice-server-unavailable"
    assert "its answer is larger than" in error.reason


def test_a_server_packs_a_bomb(ann: Player, hostile: Hostile) -> None:
    """Nothing is unpacked: the protocol knows no compression."""
    hostile.headers["Content-Encoding"] = "gzip"
    hostile.body = b"\x1f\x8b\x08" + bytes(1_000)
    assert ann.refused().code == "dice-server-unavailable"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_server_sends_the_player_elsewhere(ann: Player, hostile: Hostile, status: int) -> None:
    elsewhere = Hostile()
    server = start(elsewhere)
    try:
        hostile.status = status
        hostile.headers["Location"] = f"{elsewhere.address}/v1/rolls"
        assert ann.refused().code == "dice-server-unavailable"
        assert elsewhere.asked == []
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("code", "text", "way_out"),
    [
        ("\x1b[2J", "Cleared.", ""),
        ("reroll-refused", "You lose\x1b[2J\x07\u202e.", "Run\nrm -rf /\x1b]0;x\x07"),
        ("two words", "Hello.", ""),
        ("x" * 65, "Hello.", ""),
    ],
)
def test_a_server_writes_to_the_terminal(
    ann: Player, hostile: Hostile, code: str, text: str, way_out: str
) -> None:
    """Texts are made harmless, and what is not a code is not a refusal by a dice server."""
    hostile.status = 409
    hostile.body = encode({"code": code, "text": text, "way_out": way_out})
    error = ann.refused()
    assert error.code in ("reroll-refused", "dice-server-unavailable")


def test_a_server_refuses_for_ever(ann: Player, hostile: Hostile) -> None:
    """Asked a few times, with the same bytes; then the turn waits."""
    hostile.status = 503
    hostile.headers["Retry-After"] = "9" * 400
    assert ann.refused().code == "dice-server-unavailable"
    assert hostile.asked == ["/v1/rolls"]
    del hostile.headers["Retry-After"]
    assert ann.refused().exit_code == 9
    assert hostile.asked == ["/v1/rolls"] * 6


@pytest.mark.parametrize("grows", [True, False])
def test_a_server_has_a_journal_without_end(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch, grows: bool
) -> None:
    monkeypatch.setattr("pbem.dice.http._MOST_JOURNAL", 300_000)

    class Endless(ServerClient):
        """Each page names the next one."""

        def _send(self, method: str, path: str, data: bytes | None) -> Answer:
            entry = {"event": "roll", "index": 1, "data": bytes(50_000), "time": 0}
            following = len(hostile.asked) + 1 if grows else 1
            page = {"game": bytes(16), "commitment": b"", "entries": [entry], "next": following}
            hostile.body = encode(page)
            return super()._send(method, path, data)

    client = Endless(hostile.address, lambda seconds: None)
    with pytest.raises(SaveError) as caught:
        client.journal(bytes(16))
    assert (caught.value.code, caught.value.exit_code) == ("dice-server-unavailable", 9)
    assert len(hostile.asked) == (7 if grows else 2)
