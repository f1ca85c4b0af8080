"""The end of a turn at the authority: closed once, and only when no roll is left out.

What a reader must find in a closing is tested by the vectors (tests/support/vector_turns.py).
"""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.client import DiceClient, EmbeddedClient
from pbem.dice.closing import (
    MAX_CLOSED_BODY,
    MAX_CLOSING_BODY,
    Closing,
    open_closed,
    open_closing,
    seats_hash,
)
from pbem.dice.protocol import MAX_CHAIN, NOTHING_ANSWERED, next_answered, request_hash
from pbem.dice.rehearsal import RehearsalClient
from pbem.dice.rows import Kept, LogExtent
from pbem.dice.sqlite import FolderStore
from pbem.save.audit import audit_dice
from pbem.save.ending import Ending
from pbem.save.errors import DiceError
from pbem.save.records import Roll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.errors import NotASaveError
from pbem.wire.shapes import bytes_of
from pbem.wire.signing import SigningKey, Verifier, parse_envelope
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    GAME,
    HOST,
    attack,
    closing_request,
    invitation,
    join,
    rolled_by,
)

_CLOCK = 1_700_000_000
_KEYS = {"Germans": ANN, "Russians": BOB}


def _client(folder: Path, length: int = 50) -> EmbeddedClient:
    return EmbeddedClient(folder, lambda: _CLOCK, chain_length=length)


def _start(client: DiceClient) -> TrustedSave:
    save = invitation(commitment=client.register(GAME, HOST.public))
    save = save.append_join(join(save, "Ann", ANN)).append_join(join(save, "Bob", BOB))
    save = save.append_start(HOST, time=1)
    client.register_seats(save.seat_registration(HOST))
    return save


def _roll(client: DiceClient, save: TrustedSave) -> TrustedSave:
    return rolled_by(client, save, attack(save).sign(ANN))


def _close(client: DiceClient, save: TrustedSave, nation: str = "Germans") -> bytes:
    return client.close(_ending(save, nation).request)


def _ending(save: TrustedSave, nation: str = "Germans") -> Ending:
    return save.sign_end(nation, bytes(32), _KEYS[nation], time=1, random=bytes(16))


def _end(client: DiceClient, save: TrustedSave, nation: str = "Germans") -> TrustedSave:
    return save.append_turn_end(_ending(save, nation), [_close(client, save, nation)])


def _events(client: DiceClient) -> list[tuple[str, int]]:
    return [(entry.event, entry.index) for entry in client.journal(GAME)]


def _refused(client: DiceClient, closing: Closing, code: str, key: SigningKey = ANN) -> DiceError:
    with pytest.raises(DiceError) as caught:
        client.close(closing.sign(key))
    assert (caught.value.code, caught.value.exit_code) == (code, 7)
    return caught.value


def test_turns_with_and_without_rolls_are_closed_and_verify(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _end(client, _roll(client, _roll(client, _start(client))))
    for nation in ("Russians", "Germans", "Germans"):
        save = _end(client, save, nation)
    save = _end(client, _roll(client, save))
    again = open_save(save.to_bytes())
    assert (again.next_roll, again.next_turn) == (4, 6)
    assert _events(client) == [
        ("roll", 1),
        ("roll", 2),
        ("closing", 3),
        ("closing", 3),
        ("closing", 3),
        ("closing", 3),
        ("roll", 3),
        ("closing", 4),
    ]
    assert audit_dice(again, client.journal(GAME)) == ()


def test_the_same_request_gets_the_same_bytes_for_ever(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _roll(client, _start(client))
    first = _close(client, save)
    ended = save.append_turn_end(_ending(save), [first])
    # A later roll changes nothing about what was answered.
    _roll(client, ended)
    assert _close(client, save) == first
    assert _close(_client(tmp_path), save) == first
    assert _events(client).count(("closing", 2)) == 1


@pytest.mark.parametrize("left_out", [1, 2, 3])
def test_a_turn_that_leaves_out_rolls_is_not_closed(tmp_path: Path, left_out: int) -> None:
    client = _client(tmp_path)
    saves = [_start(client)]
    for _ in range(3):
        saves.append(_roll(client, saves[-1]))
    shown = saves[-1 - left_out].append_orders("Germans", [["retreat"]], ANN)
    request = closing_request(shown, "Germans")
    for _ in range(2):
        error = _refused(client, request, "rolls-missing")
    words = "1 roll of this game was" if left_out == 1 else f"{left_out} rolls of this game were"
    assert words in str(error)
    attempts = [entry for entry in client.journal(GAME) if entry.event == "attempted-closing"]
    assert [(entry.index, entry.time) for entry in attempts] == [(4 - left_out, _CLOCK)]
    assert open_closing(attempts[0].data, Verifier())[0] == request
    # The turn can still be ended from where the rolls are.
    assert _end(client, saves[-1]).next_turn == 2


def test_another_end_of_the_same_turn_is_refused_and_journalled(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _start(client)
    _close(client, save)
    fork = save.append_orders("Germans", [["something else"]], ANN)
    _refused(client, closing_request(fork, "Germans"), "closing-refused")
    _refused(client, closing_request(_roll(client, save), "Germans"), "closing-refused")
    assert _events(client) == [
        ("closing", 1),
        ("roll", 1),
        ("attempted-closing", 1),
        ("attempted-closing", 2),
    ]


def test_nobody_uses_up_the_closing_of_another_nation(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _start(client)
    stolen = replace(closing_request(save, "Germans"), nation="Russians")
    client.close(stolen.sign(BOB))
    assert _end(client, save).next_turn == 2


@pytest.mark.parametrize("key", [BOB, EVE, HOST])
def test_only_the_holder_of_the_seat_closes_its_turn(tmp_path: Path, key: SigningKey) -> None:
    client = _client(tmp_path)
    request = closing_request(_start(client), "Germans")
    _refused(client, request, "closing-wrong-signer", key)
    _refused(client, replace(request, nation="Martians"), "closing-wrong-signer")
    assert client.journal(GAME) == ()


def test_an_end_with_other_holders_of_the_seats_is_refused(tmp_path: Path) -> None:
    client = _client(tmp_path)
    request = closing_request(_start(client), "Germans")
    _refused(client, replace(request, seats=bytes(32)), "closing-wrong-seats")
    assert client.journal(GAME) == ()


def test_a_closing_says_which_requests_were_answered(tmp_path: Path) -> None:
    """A log in which a request is another one does not fit, whoever has signed its end."""
    client = _client(tmp_path)
    save = _roll(client, _start(client))
    closed = open_closed(_close(client, save), Verifier())
    assert closed.answered == next_answered(NOTHING_ANSWERED, save.entries[-1].body)
    other = _start(client).append_orders("Germans", [["something else"]], ANN)
    seed = save.records[-1]
    assert isinstance(seed, Roll)
    assert closed.answered != other.sources[0].after(attack(other).body(), seed.seeds[0]).answered


def test_a_log_with_more_rolls_than_the_authority_made_is_refused(tmp_path: Path) -> None:
    client = _client(tmp_path)
    request = closing_request(_start(client), "Germans")
    _refused(client, replace(request, index=2), "closing-wrong-index")
    assert client.journal(GAME) == ()


def test_a_turn_can_end_when_the_chain_is_used_up(tmp_path: Path) -> None:
    client = _client(tmp_path, length=1)
    assert _end(client, _roll(client, _start(client))).next_turn == 2


def test_unknown_games_bad_signatures_and_junk(tmp_path: Path) -> None:
    client = _client(tmp_path)
    request = closing_request(invitation(), "Germans")
    _refused(client, request, "game-unknown")
    client.register(GAME, HOST.public)
    _refused(client, request, "seats-unknown")
    signed = request.sign(ANN)
    for junk in (b"", b"junk", bytes(100_000), signed[:-1], attack(_start(client)).sign(ANN)):
        with pytest.raises(DiceError) as caught:
            client.close(junk)
        assert caught.value.code == "closing-malformed"
    altered = signed[:-1] + bytes([signed[-1] ^ 1])
    # A roll's signature over the same bytes is another signature: its kind is signed too.
    retagged = ANN.seal("request", bytes_of(request))
    for bad in (altered, retagged):
        with pytest.raises(DiceError) as caught:
            client.close(bad)
        assert caught.value.code == "closing-bad-signature"


@pytest.mark.parametrize(
    "changes",
    [
        {"index": 0},
        {"index": MAX_CHAIN + 2},
        {"turn": 0},
        {"turn": 100_001},
        {"nation": ""},
        {"nation": "x" * 65},
        {"game": bytes(15)},
        {"head": b""},
    ],
)
def test_absurd_requests_cannot_be_signed(changes: dict[str, object]) -> None:
    request = closing_request(invitation(), "Germans")
    with pytest.raises(NotASaveError):
        replace(request, **changes).sign(ANN)


def test_the_largest_closing_fits_its_field(tmp_path: Path) -> None:
    name = "\N{EURO SIGN}" * 21 + "x"
    largest = Closing(GAME, bytes(32), MAX_CHAIN + 1, name, 100_000, bytes(32), bytes(32))
    receipt = RehearsalClient("7").close(largest.sign(ANN))
    assert len(parse_envelope(receipt, MAX_CLOSED_BODY).body) < MAX_CLOSED_BODY
    assert len(parse_envelope(largest.sign(ANN), 512).body) < MAX_CLOSING_BODY
    assert open_closed(receipt, Verifier()).request == request_hash(bytes_of(largest))


def test_rehearsals_close_every_turn_in_the_same_way() -> None:
    client = RehearsalClient("7")
    request = replace(closing_request(invitation(), "Germans"), index=9).sign(ANN)
    assert client.close(request) == client.close(request) == RehearsalClient("7").close(request)
    with pytest.raises(DiceError):
        client.close(request[:-1])


def test_the_database_itself_refuses_a_second_closing(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    closing = Closing(GAME, bytes(32), 1, "Germans", 1, bytes(32), bytes(32))
    with store.transaction() as work:
        work.add_closing(closing, Kept(b"a", b"a", b"b"), b"k", LogExtent(1, b"d"))

    def second() -> None:
        with store.transaction() as work:
            work.add_closing(
                replace(closing, head=b"\1" * 32), Kept(b"c", b"c", b"d"), b"k", LogExtent(1, b"d")
            )

    with pytest.raises(DiceError) as caught:
        second()
    assert isinstance(caught.value.__cause__, sqlite3.IntegrityError)


def test_the_journal_of_refused_closings_is_bounded(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    closing = Closing(GAME, bytes(32), 1, "Germans", 1, bytes(32), bytes(32))
    with store.transaction() as work:
        for number in range(1_100):
            work.add_refused_closing(closing, number.to_bytes(4, "big"), b"s", 1)
        assert len(work.journal(GAME)) == 1_000


# Rolls and closes one turn from two heads, as fast as it can, and prints what it got.
_RACER = """
import os, sys
from pathlib import Path
from pbem.dice.client import EmbeddedClient
from pbem.dice.closing import Closing
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey
folder, secret, game, seats = sys.argv[1:]
key = SigningKey.from_secret(bytes.fromhex(secret))
client = EmbeddedClient(Path(folder), lambda: 5, chain_length=50)
for turn in range(1, 31):
    head, end = os.urandom(32), os.urandom(32)
    held = bytes.fromhex(seats)
    closing = Closing(bytes.fromhex(game), head, 1, "Germans", turn, held, end)
    try:
        print(turn, client.close(closing.sign(key)).hex(), flush=True)
    except DiceError as error:
        print(turn, error.code, flush=True)
"""


def test_two_processes_never_close_a_turn_twice(tmp_path: Path) -> None:
    seats = seats_hash(_start(_client(tmp_path)).seat_keys())
    command = [sys.executable, "-c", _RACER, str(tmp_path), ANN.secret().hex(), GAME.hex()]
    command.append(seats.hex())
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    lines = [line for racer in racers for line in racer.communicate(timeout=60)[0].splitlines()]
    answers = sorted(tuple(line.split()) for line in lines)
    assert len(answers) == 60
    closed = [turn for turn, answer in answers if answer != "closing-refused"]
    assert sorted(map(int, closed)) == list(range(1, 31))


def test_audit_finds_closings_that_do_not_fit(tmp_path: Path) -> None:
    client = _client(tmp_path / "one")
    save = _start(client)
    (tmp_path / "two").mkdir()
    copy = (tmp_path / "one" / "dice.sqlite3").read_bytes()
    (tmp_path / "two" / "dice.sqlite3").write_bytes(copy)
    ended = _end(client, save)
    fork = save.append_orders("Germans", [["something else"]], ANN)
    _refused(client, closing_request(fork, "Germans"), "closing-refused")

    def codes(shown: TrustedSave, lines: DiceClient) -> list[tuple[str, int, str]]:
        found = audit_dice(shown, lines.journal(GAME))
        assert all(finding.words for finding in found)
        return [(finding.code, finding.index, finding.player) for finding in found]

    attempt = ("attempted-closing", 1, "Ann")
    assert codes(ended, client) == [attempt]
    assert codes(save, client) == [("closing-not-in-save", 1, "Ann"), attempt]
    # An authority that closes a turn twice convicts itself, and so does one that hides a closing.
    twin = _client(tmp_path / "two")
    assert codes(ended, twin) == [("closing-not-in-journal", 1, "")]
    _end(twin, fork)
    assert codes(ended, twin) == [
        ("closing-differs", 1, "Ann"),
        ("closing-not-in-journal", 1, ""),
    ]
    closing = client.journal(GAME)[0]
    forged = replace(closing, data=closing.data[:-1] + bytes([closing.data[-1] ^ 1]))
    assert [one.code for one in audit_dice(save, [forged])] == ["journal-malformed"]
    moved = replace(closing, index=7)
    assert [one.code for one in audit_dice(save, [moved])] == ["journal-malformed"]
