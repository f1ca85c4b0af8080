"""The pure part: known answers, uniformity, and what a receipt must prove."""

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.dice.protocol import (
    DiceRequest,
    compute_dice,
    dice_key,
    parse_request,
    previous_seed,
    request_hash,
    verify_commitment,
)
from pbem.dice.sources import LogPoint
from pbem.wire.errors import DiceError, NotASaveError, SaveError
from pbem.wire.signing import SigningKey, Verifier, parse_envelope
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    CHAIN,
    EVE,
    GAME,
    HOST,
    altered,
    attack,
    commitment,
    receipt,
    started,
)
from tests.support.receipts import checked_receipt
from tests.support.vector_maker import VECTORS

_KNOWN = json.loads((VECTORS / "dice" / "dice.json").read_text("ascii"))
_SAVE = started()
_REQUEST = attack(_SAVE)


def _place() -> LogPoint:
    save = _SAVE
    return LogPoint(GAME, save.head, save.next_roll, save.next_turn, save.seat_keys(), save.sources)


@pytest.mark.parametrize("answer", _KNOWN["answers"])
def test_known_dice(answer: dict[str, object]) -> None:
    seeds, body = answer["seeds"], bytes.fromhex(str(answer["request"]))
    assert isinstance(seeds, list)
    request = parse_request(body)
    key = dice_key([bytes.fromhex(seed) for seed in seeds])
    dice = compute_dice(key, body, request.spec.count, request.spec.sides)
    assert list(dice) == answer["dice"]
    assert request.body() == body


@pytest.mark.parametrize("link", _KNOWN["links"])
def test_known_links(link: dict[str, str]) -> None:
    assert previous_seed(bytes.fromhex(link["seed"])).hex() == link["previous"]
    plain = hashlib.sha256(b"pbem/v1/seed\0" + bytes.fromhex(link["seed"])).hexdigest()
    assert plain == link["previous"]


@given(st.binary(min_size=32, max_size=32), st.binary(), st.integers(1, 60), st.integers(2, 1000))
def test_dice_as_the_specification_words_it(
    seed: bytes, body: bytes, count: int, sides: int
) -> None:
    """Written a second time, straight from dice-v1.md."""
    words: list[int] = []
    for counter in range(80):
        block = hmac.new(
            seed, b"pbem/v1/dice\0" + body + counter.to_bytes(4, "big"), "sha256"
        ).digest()
        words += [int.from_bytes(block[at : at + 2], "big") for at in range(0, 32, 2)]
    kept = [word % sides + 1 for word in words if word < 65536 - 65536 % sides]
    assert compute_dice(seed, body, count, sides) == tuple(kept[:count])


@pytest.mark.parametrize("sides", [2, 6, 12, 1000])
def test_every_face_is_equally_likely(sides: int) -> None:
    """Chi-squared over 100,000 dice, ten fixed seeds; far beyond chance if it fails."""
    counts: Counter[int] = Counter()
    for number in range(10):
        counts.update(compute_dice(bytes([number]) * 32, b"uniform", 10_000, sides))
    assert sorted(counts) == list(range(1, sides + 1))
    expected = 100_000 / sides
    chi = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    degrees = sides - 1
    assert abs(chi - degrees) < 5 * (2 * degrees) ** 0.5


def test_rejection_leaves_no_modulo_bias() -> None:
    """Over all 65,536 words each of 1,000 faces is accepted equally often."""
    accepted = 65536 - 65536 % 1000
    assert set(Counter(word % 1000 for word in range(accepted)).values()) == {65}


def test_a_long_roll_begins_like_a_short_one_of_the_same_body() -> None:
    body = _REQUEST.body()
    assert compute_dice(CHAIN[1], body, 100, 6)[:7] == compute_dice(CHAIN[1], body, 7, 6)


@given(st.data())
def test_any_change_of_the_request_changes_the_dice(data: st.DataObject) -> None:
    """Look-ahead: no field is idle, so nothing can be tried out on the side."""
    name = data.draw(st.sampled_from(["nation", "phase", "where", "step", "side", "round"]))
    value = data.draw(st.integers(2, 1000) if name == "round" else st.text("xyz", min_size=1))
    changes: dict[str, object] = {name: value, "count": 40}
    changed = altered(_REQUEST, **changes)
    plain = altered(_REQUEST, count=40)
    first = compute_dice(CHAIN[1], plain.body(), 40, 6)
    assert compute_dice(CHAIN[1], changed.body(), 40, 6) != first


def test_the_head_steers_nothing_that_a_player_can_foresee() -> None:
    """A client that knows all public values cannot beat chance at predicting the next dice.

    It guesses with every seed that it has seen, for 400 orders of the same battles; with one die
    of six it must be right about one time in six, however it guesses.
    """
    seen = [
        CHAIN[0],
        CHAIN[1],
        previous_seed(CHAIN[0]),
        bytes(32),
        hashlib.sha256(CHAIN[1]).digest(),
    ]
    secret = CHAIN[2]
    assert secret not in seen
    for known in seen:
        right = 0
        for number in range(400):
            head = hashlib.sha256(number.to_bytes(4, "big")).digest()
            body = altered(_REQUEST, index=2, head=head, count=1).body()
            right += compute_dice(known, body, 1, 6) == compute_dice(secret, body, 1, 6)
        assert 30 < right < 110  # 66.7 expected, five deviations are 37


def test_a_right_receipt_verifies() -> None:
    signed = _REQUEST.sign(ANN)
    raw = receipt(signed)
    verified = checked_receipt(signed, raw, _place())
    assert verified.request == request_hash(_REQUEST.body())
    assert verified.seed == CHAIN[1] and verified.raw == raw


@given(st.data())
def test_an_altered_or_truncated_receipt_is_refused(data: st.DataObject) -> None:
    signed = _REQUEST.sign(ANN)
    raw = bytearray(receipt(signed))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(SaveError):
        checked_receipt(signed, bytes(raw), _place())
    with pytest.raises(SaveError):
        checked_receipt(signed, bytes(raw[:place]), _place())


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": bytes(16)}, "roll-wrong-game"),
        ({"index": 2}, "roll-wrong-index"),
        ({"head": bytes(32)}, "roll-wrong-head"),
        ({"nation": "Russians"}, "request-wrong-signer"),
    ],
)
def test_a_receipt_for_elsewhere_is_refused(changes: dict[str, object], code: str) -> None:
    request = altered(_REQUEST, **changes)
    with pytest.raises(DiceError) as caught:
        checked_receipt(request.sign(ANN), receipt(request.sign(ANN)), _place())
    assert (caught.value.code, caught.value.exit_code) == (code, 7)


def test_a_receipt_signed_again_by_another_is_refused() -> None:
    with pytest.raises(DiceError) as caught:
        checked_receipt(_REQUEST.sign(ANN), receipt(_REQUEST.sign(ANN), key=EVE), _place())
    assert caught.value.code == "receipt-wrong-authority"


@pytest.mark.parametrize(
    "changes",
    [
        {"count": 0},
        {"count": -1},
        {"count": 10_001},
        {"count": 2**62},
        {"sides": 1},
        {"sides": 1_001},
        {"index": 0},
        {"index": -5},
        {"round": -1},
        {"nation": ""},
        {"nation": "x" * 65},
        {"game": bytes(15)},
        {"head": b""},
    ],
)
def test_absurd_requests_cannot_be_signed(changes: dict[str, object]) -> None:
    request = altered(_REQUEST, **changes)
    with pytest.raises(NotASaveError):
        request.sign(ANN)


def test_ten_thousand_dice_fit() -> None:
    request = altered(_REQUEST, count=10_000, sides=1_000)
    signed = request.sign(ANN)
    seed = checked_receipt(signed, receipt(signed), _place()).seed
    assert len(compute_dice(seed, request.body(), 10_000, 1_000)) == 10_000


def test_commitment_verifies_and_names_its_authority() -> None:
    made = verify_commitment(commitment(), Verifier())
    assert (made.game, made.host, made.anchor) == (GAME, HOST.public, CHAIN[0])
    assert made.authority == AUTHORITY.public
    assert verify_commitment(commitment(key=BOB), Verifier()).authority == BOB.public


def test_request_fields_are_all_in_the_body() -> None:
    assert parse_request(_REQUEST.body()) == _REQUEST
    assert isinstance(_REQUEST, DiceRequest)


def test_keys_without_end_do_not_fill_the_memory_of_a_verifier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pbem.wire.signing._MOST_LOADED", 3)
    verifier = Verifier()
    for _ in range(10):
        key = SigningKey.generate()
        assert verifier.signer(parse_envelope(key.seal("roll", b"x"), 100), "roll") == key.public
        assert len(verifier._keys) <= 3
