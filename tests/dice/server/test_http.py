"""A dice server over HTTP: the protocol as with an authority in a folder, and plain refusals."""

import base64
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import urllib3

from pbem.dice.http import ServerClient
from pbem.dice.protocol import (
    DiceRequest,
    open_receipt,
    open_request,
    previous_seed,
    request_hash,
    verify_commitment,
)
from pbem.dice.rows import answer_data
from pbem.dice.server.errors import RefusalError
from pbem.dice.server.limits import Limiter, Rate, address_name
from pbem.dice.turn_state import Here, open_state
from pbem.save.audit import audit_dice
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import DiceError, DiceUnavailableError
from pbem.wire.signing import SigningKey, Verifier
from tests.support.dicegame import NATION, DiceGame, new_game_at
from tests.support.diceserver import DiceServer, dice_server
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    GAME,
    HOST,
    attack,
    invitation,
    join,
    rolled_by,
    spec,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiceServer]:
    folder = tmp_path_factory.mktemp("server")
    with dice_server(folder, "--journal-page", "3", "--chain", "300") as running:
        yield running


@pytest.fixture
def client(server: DiceServer) -> ServerClient:
    return ServerClient(server.address)


@pytest.fixture
def game(client: ServerClient) -> DiceGame:
    return new_game_at(client)


def ask(
    server: DiceServer, path: str, body: object = None, **headers: str
) -> tuple[int, dict[str, object], urllib3.BaseHTTPResponse]:
    """Ask in JSON; status, answer, response."""
    method = "GET" if body is None else "POST"
    data = body if isinstance(body, bytes) or body is None else json.dumps(body)
    named = {"Content-Type": "application/json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    response = urllib3.request(
        method, server.address + path, body=data, headers=named, retries=False
    )
    value = json.loads(response.data)
    assert isinstance(value, dict)
    return response.status, value, response


def test_a_game_over_http_verifies_and_its_journal_fits(client: ServerClient) -> None:
    save = invitation(
        commitment=client.register(GAME, HOST.public), dice_address="http://127.0.0.1:1"
    )
    save = save.append_join(join(save, "Ann", ANN)).append_join(join(save, "Bob", BOB))
    save = save.append_start(HOST, time=1020)
    client.register_seats(save.seat_registration(HOST))
    for _ in range(3):
        save = rolled_by(client, save, attack(save).sign(ANN))
    end = save.sign_end("Germans", bytes(32), ANN, time=1200)
    save = save.append_turn_end(end, [client.close(end.request)])
    journal = client.journal(GAME)
    assert [entry.event for entry in journal] == ["roll", "roll", "roll", "closing"]
    assert audit_dice(save, journal) == ()


def test_a_server_takes_over_from_the_roll_that_is_next(client: ServerClient) -> None:
    """What was rolled before, another authority has answered."""
    other = bytes(15) + b"\5"
    commitment = client.register(other, HOST.public, b"", 5)
    assert verify_commitment(commitment, Verifier()).first == 5
    seats = {"Germans": ANN.public, "Russians": BOB.public}
    listed = {"game": other, "head": bytes(32), "kind": "seats", "turn": 1, "seats": seats}
    client.register_seats(HOST.seal("seats", encode(listed)))
    asked = DiceRequest(other, 5, bytes(32), "Germans", spec())
    for index in (1, 4, 6):
        with pytest.raises(DiceError) as caught:
            client.roll(replace(asked, index=index).sign(ANN))
        assert caught.value.code == "roll-wrong-index"
    receipt = client.roll(asked.sign(ANN))
    assert previous_seed(open_receipt(receipt, Verifier()).seed) == anchor_of(commitment)
    assert [entry.index for entry in client.journal(other)] == [5]


def anchor_of(commitment: bytes) -> bytes:
    return verify_commitment(commitment, Verifier()).anchor


def test_a_first_roll_that_is_none_is_refused(server: DiceServer) -> None:
    body = {"game": GAME.hex(), "host": HOST.public.hex(), "first": "AAAAAA=="}
    status, answer, _ = ask(server, "/v1/games", body)
    assert (status, answer["code"]) == (400, "body-malformed")


def test_the_same_request_gets_the_same_bytes_and_another_is_refused(
    client: ServerClient, game: DiceGame
) -> None:
    first = game.request(1)
    receipt = client.roll(first)
    assert client.roll(first) == receipt
    other = game.request(1)
    with pytest.raises(DiceError) as caught:
        client.roll(other)
    assert (caught.value.code, caught.value.exit_code) == ("reroll-refused", 7)
    assert "roll 1 of this game was made before" in str(caught.value).lower()
    assert "the journal notes the attempt" in str(caught.value)
    journal = client.journal(game.game)
    assert [entry.event for entry in journal] == ["roll", "attempted-re-roll"]
    assert [entry.data for entry in journal] == [answer_data(first, receipt), other]
    assert journal[1].time > 0


def test_a_turn_is_closed_once_and_only_with_all_of_its_rolls(
    client: ServerClient, game: DiceGame
) -> None:
    client.roll(game.request(1))
    with pytest.raises(DiceError) as caught:
        client.close(game.closing(1, 1))
    assert caught.value.code == "rolls-missing"
    closing = game.closing(2, 1)
    assert client.close(closing) == client.close(closing)
    with pytest.raises(DiceError) as caught:
        client.close(game.closing(2, 1))
    assert caught.value.code == "closing-refused"
    assert [entry.event for entry in client.journal(game.game)] == [
        "roll",
        "attempted-closing",
        "closing",
        "attempted-closing",
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"index": 2}, "roll-wrong-index"),
        ({"nation": "Martians"}, "request-wrong-signer"),
        ({"nation": "Ger\0mans"}, "request-wrong-signer"),
        ({"game": bytes(16)}, "game-unknown"),
    ],
)
def test_requests_that_do_not_fit(
    client: ServerClient, game: DiceGame, changes: dict[str, object], code: str
) -> None:
    with pytest.raises(DiceError) as caught:
        client.roll(game.request(**{"index": 1, **changes}))
    assert caught.value.code == code
    assert client.journal(game.game) == ()


def test_a_stranger_cannot_roll_or_say_who_plays(client: ServerClient, game: DiceGame) -> None:
    with pytest.raises(DiceError) as caught:
        client.roll(replace(game, player=EVE).request(1))
    assert caught.value.code == "request-wrong-signer"
    with pytest.raises(DiceError) as caught:
        client.register(game.game, EVE.public)
    assert caught.value.code == "game-registered"
    seats = {
        "game": game.game,
        "head": bytes(32),
        "kind": "seats",
        "turn": 1,
        "seats": {"A": EVE.public},
    }
    for key, refused in ((EVE, "registration-bad-signature"), (game.host, "seats-registered")):
        with pytest.raises(DiceError) as caught:
            client.register_seats(key.seal("seats", encode(seats)))
        assert caught.value.code == refused


def test_an_altered_request_is_refused_at_every_byte(client: ServerClient, game: DiceGame) -> None:
    request = game.request(1)
    for place in range(0, len(request), 7):
        broken = bytearray(request)
        broken[place] ^= 1
        with pytest.raises(DiceError):
            client.roll(bytes(broken))
    with pytest.raises(DiceError) as caught:
        client.roll(request[:-1])
    assert caught.value.code == "request-malformed"
    assert client.journal(game.game) == ()


def test_the_journal_comes_in_pieces(
    server: DiceServer, client: ServerClient, game: DiceGame
) -> None:
    for index in range(1, 8):
        game.answers[index] = client.roll(game.request(index))
    assert game.check(client.journal(game.game)) == 7
    path = f"/v1/games/{game.game.hex()}/journal?from="
    first, second, third = (ask(server, f"{path}{place}")[1] for place in (0, 3, 6))
    assert [first["next"], second["next"], third["next"]] == [3, 6, None]
    assert [len(rows(piece)) for piece in (first, second, third)] == [2, 3, 2]
    assert rows(ask(server, f"{path}8")[1]) == []


def rows(piece: dict[str, object], name: str = "entries") -> list[object]:
    entries = piece[name]
    assert isinstance(entries, list)
    return entries


def test_json_says_the_same_as_msgpack(server: DiceServer, game: DiceGame) -> None:
    signed = game.request(1)
    body = {"request": base64.b64encode(signed).decode()}
    status, value, _ = ask(server, "/v1/rolls", body)
    assert status == 200
    receipt = base64.b64decode(str(value["receipt"]))
    body_of_it = open_request(signed, Verifier())[1].body
    assert open_receipt(receipt, Verifier()).request == request_hash(body_of_it)
    packed = ask_raw(server, "/v1/rolls", encode({"request": signed}))
    assert packed == {"receipt": receipt}
    status, journal, _ = ask(server, f"/v1/games/{game.game.hex()}/journal")
    data = base64.b64encode(answer_data(signed, receipt)).decode()
    assert journal == {
        "game": game.game.hex(),
        "commitment": base64.b64encode(game.raw_commitment).decode(),
        "entries": [{"event": "roll", "index": 1, "data": data, "time": 0}],
        "next": None,
    }
    status, again, _ = ask(
        server, "/v1/games", {"game": game.game.hex(), "host": game.host.public.hex()}
    )
    assert base64.b64decode(str(again["commitment"])) == game.raw_commitment


def ask_raw(server: DiceServer, path: str, body: bytes) -> object:
    kind = "application/msgpack"
    response = urllib3.request(
        "POST",
        server.address + path,
        body=body,
        headers={"Content-Type": kind, "Accept": kind},
        retries=False,
    )
    assert response.headers["Content-Type"] == kind
    return decode(response.data)


def test_the_keys_of_the_authority(server: DiceServer, game: DiceGame) -> None:
    signer = verify_commitment(game.raw_commitment, Verifier()).authority
    assert ask(server, "/v1/keys")[1] == {"keys": [signer.hex()]}


@pytest.mark.parametrize(
    ("path", "body", "headers", "status", "code"),
    [
        ("/v1/rolls", b"{", {}, 400, "body-malformed"),
        ("/v1/rolls", b"[" * 50_000, {}, 400, "body-malformed"),
        ("/v1/rolls", {"request": 7}, {}, 400, "body-malformed"),
        ("/v1/rolls", {"request": "!"}, {}, 400, "body-malformed"),
        ("/v1/rolls", {"request": "\u00e9"}, {}, 400, "body-malformed"),
        ("/v1/rolls", {"request": "", "more": ""}, {}, 400, "body-malformed"),
        ("/v1/rolls", {"request": ""}, {}, 400, "request-malformed"),
        ("/v1/closings", {"request": "AA=="}, {}, 400, "closing-malformed"),
        ("/v1/seats", {"registration": "AA=="}, {}, 400, "registration-malformed"),
        ("/v1/rolls", b"\xc1", {"Content_Type": "application/msgpack"}, 400, "body-malformed"),
        ("/v1/rolls", b"x", {"Content_Type": "text/plain"}, 415, "media-type"),
        ("/v1/rolls", b" " * 98_305, {}, 413, "body-too-large"),
        ("/v1/games", {"game": "00", "host": "00"}, {}, 400, "body-malformed"),
        ("/v1/games", {"game": "00" * 16, "host": "00" * 32}, {}, 400, "bad-key"),
        ("/v1/games/XX/journal", None, {}, 400, "body-malformed"),
        ("/v1/games/" + "00" * 16 + "/journal", None, {}, 404, "game-unknown"),
        ("/v1/games/" + "00" * 16 + "/journal?from=-1", None, {}, 400, "query-malformed"),
        ("/nowhere", None, {}, 404, "nothing-here"),
        ("/v1/rolls", None, {}, 405, "wrong-method"),
    ],
)
def test_refusals_are_plain(
    server: DiceServer,
    path: str,
    body: object,
    headers: dict[str, str],
    status: int,
    code: str,
) -> None:
    found, value, _ = ask(server, path, body, **headers)
    assert (found, value["code"]) == (status, code)
    assert set(value) == {"code", "text", "way_out"}
    assert str(value["text"])[0].isupper() and str(value["text"]).endswith(".")


def test_health_figures_and_description(server: DiceServer) -> None:
    assert ask(server, "/health")[:2] == (200, {"status": "ok"})
    ask(server, "/v1/keys")
    described = ask(server, "/v1/openapi.json")[1]
    assert described["openapi"] == "3.1.0"


def test_the_figures_are_shown_to_who_has_the_token_and_to_nobody_else(tmp_path: Path) -> None:
    """A plain proxy on loopback adds no header, so an address proves nothing."""
    secret, short = tmp_path / "token", tmp_path / "short"
    for name in ("without", "with", "short-one"):
        (tmp_path / name).mkdir()
    secret.write_text("0123456789abcdef\n", encoding="ascii")
    short.write_text("0123", encoding="ascii")

    def metrics(server: DiceServer, shown: str) -> tuple[int, str]:
        headers = {"Authorization": shown} if shown else {}
        answer = urllib3.request("GET", server.address + "/metrics", headers=headers)
        return answer.status, answer.data.decode()

    with dice_server(tmp_path / "without") as server:
        assert metrics(server, "")[0] == 404
        assert metrics(server, "Bearer ")[0] == 404
    with dice_server(tmp_path / "with", "--metrics", str(secret)) as server:
        ask(server, "/v1/keys")
        for shown in ("", "Bearer ", "0123456789abcdef", "Bearer 0123456789abcdeF"):
            assert metrics(server, shown)[0] == 404
        status, figures = metrics(server, "Bearer 0123456789abcdef")
        assert status == 200
        assert 'pbem_dice_requests_total{asked="keys",code="",status="200"}' in figures
    with (
        pytest.raises(AssertionError, match="holds no token"),
        dice_server(tmp_path / "short-one", "--metrics", str(short)),
    ):
        raise NotImplementedError


def test_the_web_pages_are_served_with_the_authoritys_keys(server: DiceServer) -> None:
    front = urllib3.request("GET", f"{server.address}/")
    assert front.status == 200 and b"Verify a save" in front.data
    assert "default-src 'none'" in front.headers["Content-Security-Policy"]
    (key,) = rows(ask(server, "/v1/keys")[1], "keys")
    for name in ("keys.js", "verify-offline.html"):
        page = urllib3.request("GET", f"{server.address}/verify/{name}")
        assert page.status == 200 and str(key).encode() in page.data
        known = {"If-None-Match": page.headers["ETag"]}
        again = urllib3.request("GET", f"{server.address}/verify/{name}", headers=known)
        assert (again.status, again.data) == (304, b"")
    assert urllib3.request("GET", f"{server.address}/verify/..%2fkeys.js").status == 404


def test_the_log_is_lines_of_json_without_secrets(server: DiceServer, game: DiceGame) -> None:
    signed = game.request(1)
    ServerClient(server.address).roll(signed)
    time.sleep(0.2)
    lines = [json.loads(line) for line in server.lines if line.startswith("{")]
    asked = [line for line in lines if line.get("asked") == "roll"]
    assert asked and {"time", "status", "milliseconds", "address"} <= set(asked[-1])
    key = server.key_file.read_text("ascii").strip()
    for secret in (key, signed.hex(), base64.b64encode(signed).decode(), game.game.hex()):
        assert secret not in server.log


def test_a_server_that_is_away(tmp_path: Path) -> None:
    pauses: list[float] = []
    client = ServerClient("http://127.0.0.1:9", pauses.append)
    with pytest.raises(DiceUnavailableError) as caught:
        client.register(bytes(16), HOST.public)
    assert (caught.value.code, caught.value.exit_code) == ("dice-server-unavailable", 9)
    assert "nothing else rolls instead" in str(caught.value)
    assert len(pauses) == 4


def test_a_lost_connection_is_tried_again_with_the_same_bytes(tmp_path: Path) -> None:
    """The server is killed; the client asks until it is back, and gets what was answered."""
    with dice_server(tmp_path, "--chain", "300") as server:
        game = new_game_at(ServerClient(server.address))
        request = game.request(1)
        receipt = ServerClient(server.address).roll(request)
        server.kill()

        def pause(seconds: float) -> None:
            if server.process is None:
                server.start()

        client = ServerClient(server.address, pause)
        assert client.roll(request) == receipt
        assert [entry.data for entry in client.journal(game.game)] == [
            answer_data(request, receipt)
        ]


def test_the_state_of_a_turn_and_who_is_here_over_http(
    client: ServerClient, game: DiceGame
) -> None:
    """Docs: docs/formats/dice-v1.md, section "The state of a turn"."""
    client.note_here(Here(game.game, NATION, b"h" * 32).sign(game.player))
    said, signer = open_state(client.turn_state(game.game, NATION, 1), Verifier())
    assert signer == game.commitment.authority
    [(head, heard)] = said.here
    assert (said.nation, said.turn, said.closed, head) == (NATION, 1, 0, b"h" * 32)
    assert abs(said.time - time.time()) < 60 and heard <= said.time
    for wrong, code in (
        (
            lambda: client.note_here(Here(game.game, NATION, bytes(32)).sign(game.host)),
            "here-wrong-signer",
        ),
        (lambda: client.note_here(b"junk"), "here-malformed"),
        (lambda: client.turn_state(bytes(16), NATION, 1), "game-unknown"),
        (lambda: client.turn_state(game.game, NATION, 0), "body-malformed"),
    ):
        with pytest.raises(DiceError) as caught:
            wrong()
        assert caught.value.code == code
    client.close(game.closing(1, 1))
    assert open_state(client.turn_state(game.game, NATION, 1), Verifier())[0].closed


def test_a_limit_for_each_address_and_player(tmp_path: Path) -> None:
    now = [0.0]
    limiter = Limiter(Rate(0.5, 3), lambda: now[0])
    for _ in range(3):
        limiter.take(b"a", "you")
    with pytest.raises(RefusalError) as caught:
        limiter.take(b"a", "you")
    assert (caught.value.status, caught.value.wait) == (429, 2)
    limiter.take(b"b", "you")
    now[0] = 2.0
    limiter.take(b"a", "you")
    assert address_name("2001:db8::1") == address_name("2001:db8::ffff:2")
    assert address_name("2001:db8::1") != address_name("2001:db8:0:1::1")
    assert address_name("::ffff:192.0.2.1") == address_name("192.0.2.1")
    key = SigningKey.generate()
    assert address_name(key.public.hex()[:9]) == key.public.hex()[:9].encode()


def test_a_server_that_is_no_relay_says_so_and_reads_no_save(server: DiceServer) -> None:
    status, answer, _ = ask(server, "/v1/saves/heads", {"games": "A" * 22 + "=="})
    assert (status, answer["code"]) == (404, "relay-off")
    body = {"request": "AA==", "save": "AA=="}
    status, answer, _ = ask(server, "/v1/saves", body)
    assert (status, answer["code"]) == (404, "relay-off")
    status, answer, _ = ask(server, "/v1/saves", body | {"save": "A" * 200_000})
    assert (status, answer["code"]) == (413, "body-too-large")
