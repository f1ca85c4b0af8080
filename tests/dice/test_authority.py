"""The embedded authority: commits first, one answer per index for ever, a public journal."""

import itertools
import secrets
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.authority import Authority, make_chain
from pbem.dice.client import DiceClient, EmbeddedClient, connect
from pbem.dice.http import ServerClient
from pbem.dice.own_keys import answer_again
from pbem.dice.protocol import open_receipt, previous_seed, verify_commitment
from pbem.dice.registration import known_game
from pbem.dice.rehearsal import RehearsalClient
from pbem.dice.rows import Kept, Last, LogExtent, read_answer
from pbem.dice.sqlite import FolderStore
from pbem.dice.store import Work
from pbem.save.errors import DiceError, SaveError
from pbem.save.records import Roll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey, Verifier, envelope_of, parse_envelope
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    GAME,
    HOST,
    altered,
    attack,
    invitation,
    join,
    rolled_by,
)


def _clock() -> int:
    return 1_700_000_000


def _client(folder: Path, length: int = 600) -> EmbeddedClient:
    return EmbeddedClient(folder, _clock, chain_length=length)


def _game(client: DiceClient, **changes: object) -> TrustedSave:
    """A started mail game whose dice come from `client`."""
    save = invitation(commitment=client.register(GAME, HOST.public), **changes)
    save = save.append_join(join(save, "Ann", ANN)).append_join(join(save, "Bob", BOB))
    save = save.append_start(HOST, time=1020)
    client.register_seats(save.seat_registration(HOST))
    return save


def test_a_game_with_real_dice_verifies(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _game(client)
    for _ in range(20):
        save = save.append_orders("Germans", [["attack"]], ANN)
        save = rolled_by(client, save, attack(save).sign(ANN))
    again = open_save(save.to_bytes())
    assert again.next_roll == 21
    assert [entry.event for entry in client.journal(GAME)] == ["roll"] * 20
    rolls = [entry for entry in again.entries if isinstance(entry.record, Roll)]
    asked = [envelope_of(entry.body, entry.signer, entry.signature) for entry in rolls]
    answers = [entry.attached.answers[0] for entry in rolls]
    journal = [read_answer(entry.data) for entry in client.journal(GAME)]
    assert journal == list(zip(asked, answers, strict=True))


def test_the_same_request_gets_the_same_bytes_for_ever(tmp_path: Path) -> None:
    client = _client(tmp_path)
    request = attack(_game(client)).sign(ANN)
    first = client.roll(request)
    assert client.roll(request) == first
    assert _client(tmp_path).roll(request) == first
    assert len(client.journal(GAME)) == 1


def test_a_re_roll_is_refused_and_recorded_in_the_journal(tmp_path: Path) -> None:
    """Rolled, disliked, played differently."""
    client = _client(tmp_path)
    save = _game(client)
    first = client.roll(attack(save).sign(ANN))
    other = save.append_orders("Germans", [["something else"]], ANN)
    again = attack(other).sign(ANN)
    for _ in range(3):
        with pytest.raises(DiceError) as caught:
            client.roll(again)
        assert (caught.value.code, caught.value.exit_code) == ("reroll-refused", 7)
    journal = client.journal(GAME)
    assert [(entry.event, entry.index) for entry in journal] == [
        ("roll", 1),
        ("attempted-re-roll", 1),
    ]
    assert read_answer(journal[0].data)[1] == first and journal[1].data == again
    assert journal[1].time == _clock()
    assert client.roll(attack(save).sign(ANN)) == first


@pytest.mark.parametrize("changes", [{"count": 6}, {"sides": 8}, {"where": "Paris"}, {"round": 2}])
def test_any_other_field_is_another_request(tmp_path: Path, changes: dict[str, object]) -> None:
    client = _client(tmp_path)
    request = attack(_game(client))
    client.roll(request.sign(ANN))
    with pytest.raises(DiceError) as caught:
        client.roll(altered(request, **changes).sign(ANN))
    assert caught.value.code == "reroll-refused"


def test_the_index_must_be_the_next(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _game(client)
    with pytest.raises(DiceError) as caught:
        client.roll(replace(attack(save), index=2).sign(ANN))
    assert caught.value.code == "roll-wrong-index"
    assert client.journal(GAME) == ()


@pytest.mark.parametrize(
    ("nation", "key", "code"),
    [
        ("Germans", BOB, "request-wrong-signer"),
        ("Germans", EVE, "request-wrong-signer"),
        ("Martians", ANN, "request-wrong-signer"),
    ],
)
def test_only_the_holder_of_a_seat_can_roll(
    tmp_path: Path, nation: str, key: SigningKey, code: str
) -> None:
    client = _client(tmp_path)
    with pytest.raises(DiceError) as caught:
        client.roll(replace(attack(_game(client)), nation=nation).sign(key))
    assert caught.value.code == code
    assert client.journal(GAME) == ()


def test_a_request_with_a_bad_signature_is_refused(tmp_path: Path) -> None:
    client = _client(tmp_path)
    request = bytearray(attack(_game(client)).sign(ANN))
    request[-1] ^= 1
    with pytest.raises(DiceError) as caught:
        client.roll(bytes(request))
    assert caught.value.code == "request-bad-signature"
    for junk in (b"", b"junk", bytes(100_000), encode([b"", [[bytes(32), bytes(64)]]])):
        with pytest.raises(DiceError) as caught:
            client.roll(junk)
        assert caught.value.code == "request-malformed"


def test_unknown_games_and_games_without_seats(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = invitation()
    with pytest.raises(DiceError) as caught:
        client.roll(attack(save).sign(ANN))
    assert caught.value.code == "game-unknown"
    with pytest.raises(DiceError):
        client.journal(GAME)
    client.register(GAME, HOST.public)
    with pytest.raises(DiceError) as caught:
        client.roll(attack(save).sign(ANN))
    assert caught.value.code == "seats-unknown"


def test_registering_is_idempotent_and_bound_to_the_host(tmp_path: Path) -> None:
    client = _client(tmp_path)
    first = client.register(GAME, HOST.public)
    assert client.register(GAME, HOST.public) == first
    assert verify_commitment(first, Verifier()).authority == client.public_key
    with pytest.raises(DiceError) as caught:
        client.register(GAME, EVE.public)
    assert caught.value.code == "game-registered"
    with pytest.raises(SaveError):
        client.register(secrets.token_bytes(16), bytes(32))


def test_seats_are_registered_once_by_the_host(tmp_path: Path) -> None:
    client = _client(tmp_path)
    save = _game(client)
    registration = save.seat_registration(HOST)
    client.register_seats(registration)
    body = parse_envelope(registration, 10_000).body
    with pytest.raises(DiceError) as caught:
        client.register_seats(EVE.seal("seats", body))
    assert caught.value.code == "registration-bad-signature"
    stolen = encode(
        {
            "game": GAME,
            "head": save.head,
            "kind": "seats",
            "turn": 1,
            "seats": {"Germans": EVE.public},
        }
    )
    with pytest.raises(DiceError) as caught:
        client.register_seats(HOST.seal("seats", stolen))
    assert caught.value.code == "seats-registered"
    for junk in (b"", b"\xc0", HOST.seal("seats", encode({"kind": "seats"}))):
        with pytest.raises(DiceError) as caught:
            client.register_seats(junk)
        assert caught.value.code == "registration-malformed"


def test_the_chain_has_an_end(tmp_path: Path) -> None:
    client = _client(tmp_path, length=2)
    save = _game(client)
    for _ in range(2):
        save = rolled_by(client, save, attack(save).sign(ANN))
    with pytest.raises(DiceError) as caught:
        client.roll(attack(save).sign(ANN))
    assert caught.value.code == "chain-exhausted"


@pytest.mark.parametrize("length", [1, 255, 256, 257, 600])
def test_checkpoints_give_every_seed(tmp_path: Path, length: int) -> None:
    store = FolderStore(tmp_path)
    chain = make_chain(b"\7" * 32, length)
    with store.transaction() as work:
        work.add_game(GAME, HOST.public, chain, b"")
    with store.transaction() as work:
        for index in range(length + 1):
            assert work.vault.seed(GAME, index) == chain[index]
    assert all(previous_seed(after) == before for before, after in itertools.pairwise(chain))


def test_nothing_public_tells_the_next_seed(tmp_path: Path) -> None:
    """No commitment, receipt or journal line holds a seed that has not been opened."""
    client = _client(tmp_path, length=40)
    save = _game(client)
    for _ in range(3):
        save = rolled_by(client, save, attack(save).sign(ANN))
    public = save.to_bytes() + b"".join(entry.raw for entry in save.entries)
    public += b"".join(entry.data for entry in client.journal(GAME))
    with FolderStore(tmp_path).transaction() as work:
        for index in range(4, 41):
            assert work.vault.seed(GAME, index) not in public
        assert work.vault.seed(GAME, 3) in public


def test_two_games_have_different_chains(tmp_path: Path) -> None:
    client = _client(tmp_path)
    one, two = (client.register(secrets.token_bytes(16), HOST.public) for _ in range(2))
    anchors = {verify_commitment(raw, Verifier()).anchor for raw in (one, two)}
    assert len(anchors) == 2


def test_the_store_is_private(tmp_path: Path) -> None:
    _client(tmp_path / "dice")
    assert stat.S_IMODE((tmp_path / "dice").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "dice" / "dice.sqlite3").stat().st_mode) == 0o600


def test_a_failed_transaction_changes_nothing(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)

    def interrupt() -> None:
        with store.transaction() as work:
            work.add_game(GAME, HOST.public, make_chain(bytes(32), 3), b"x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    with store.transaction() as work:
        assert work.game(GAME) is None


def test_a_broken_store_says_so(tmp_path: Path) -> None:
    (tmp_path / "dice.sqlite3").write_bytes(b"not a database" * 100)
    with pytest.raises(DiceError) as caught:
        _client(tmp_path)
    assert caught.value.code == "dice-store"


def test_the_database_itself_refuses_a_second_answer(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    with store.transaction() as work:
        work.add_roll(GAME, Kept(b"a", b"a", b"b"), Last(1, b"x", LogExtent(1, b"d")))

    def second() -> None:
        with store.transaction() as work:
            work.add_roll(GAME, Kept(b"c", b"c", b"d"), Last(1, b"x", LogExtent(1, b"d")))

    with pytest.raises(DiceError) as caught:
        second()
    assert isinstance(caught.value.__cause__, sqlite3.IntegrityError)


def test_the_refused_journal_is_bounded(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    with store.transaction() as work:
        for number in range(1_100):
            work.add_refused(GAME, 1, number.to_bytes(4, "big"), b"s", 1)
        assert len(work.journal(GAME)) == 1_000


def test_addresses(tmp_path: Path) -> None:
    assert isinstance(connect("embedded", tmp_path, _clock), EmbeddedClient)
    assert isinstance(connect("rehearsal:7", tmp_path, _clock), RehearsalClient)
    assert isinstance(connect("https://dice.example.org", tmp_path, _clock), ServerClient)
    for address in ("my dice", "https://", "http://user@host", "https://host?query", "http://h:x"):
        with pytest.raises(SaveError) as caught:
            connect(address, tmp_path, _clock)
        assert caught.value.code == "dice-address"


def test_the_clock_is_the_callers(tmp_path: Path) -> None:
    authority = Authority(FolderStore(tmp_path), lambda: 42, chain_length=5)
    assert verify_commitment(authority.register(GAME, HOST.public), Verifier()).time == 42


def test_rehearsal_is_the_same_twice_and_marked(tmp_path: Path) -> None:
    def play(seed: str) -> bytes:
        client = RehearsalClient(seed)
        save = invitation(
            mode="rehearsal",
            players={"Ann": HOST.public, "Bob": HOST.public},
            dice_address=f"rehearsal:{seed}",
            commitment=client.register(GAME, HOST.public),
        ).append_start(HOST, time=1, random=bytes(32))
        client.register_seats(save.seat_registration(HOST))
        for _ in range(3):
            save = rolled_by(client, save, attack(save).sign(HOST))
        assert client.journal(GAME) == ()
        return save.to_bytes()

    assert play("7") == play("7")
    assert play("7") != play("8")
    assert "prove nothing" in open_save(play("7")).dice_words


def test_a_successor_that_was_restored_from_a_backup_gives_the_same_seed_again(
    tmp_path: Path,
) -> None:
    """Its chain begins with the roll that was next, not with roll 1."""
    store = FolderStore(tmp_path)
    commitment = Authority(store, _clock, chain_length=600).register(GAME, HOST.public, b"", 5)

    def again(work: Work) -> bytes:
        return answer_again(work, known_game(work, GAME), GAME, 5, b"request")

    seed = open_receipt(store.run(again), Verifier()).seed
    assert previous_seed(seed) == verify_commitment(commitment, Verifier()).anchor
