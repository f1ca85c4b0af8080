"""Key files, fingerprints, keyring files, address cards, weak keys."""

import base64
import hashlib
import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.save import keys
from pbem.save.cards import make_card, read_card
from pbem.save.errors import ChainError, KeyFileError, KeyMismatchError, NotASaveError
from pbem.save.keyring import Keyring, check_authority
from pbem.wire.address import normal_address
from pbem.wire.fingerprint import fingerprint, parse_fingerprint
from pbem.wire.signing import _SMALL_ORDER, SigningKey, check_public_key
from tests.support.independent_reader import plain_url
from tests.support.paper_game import ANN, BOB, EVE, fixed, played

_NAMED = keys.NamedKey("Ann", ANN)
_PRIME = 2**255 - 19


def test_open_key_file_round_trip() -> None:
    data = keys.format_key_file(_NAMED)
    assert not keys.is_sealed(data)
    assert keys.parse_key_file(data) == _NAMED
    assert keys.parse_key_file(data).key.secret() == fixed("ann")


def test_sealed_key_file() -> None:
    data = keys.format_key_file(_NAMED, "pässword")
    assert keys.is_sealed(data)
    assert fixed("ann").hex().encode() not in data
    assert keys.parse_key_file(data, "pässword").key.secret() == fixed("ann")
    for passphrase, code in (("", "passphrase-needed"), ("wrong", "passphrase-wrong")):
        with pytest.raises(KeyFileError) as caught:
            keys.parse_key_file(data, passphrase)
        assert (caught.value.code, caught.value.exit_code) == (code, 1)


def test_a_sealed_key_cannot_be_given_another_name() -> None:
    values = json.loads(keys.format_key_file(_NAMED, "p"))
    values["name"] = "Eve"
    with pytest.raises(KeyFileError) as caught:
        keys.parse_key_file(json.dumps(values).encode(), "p")
    assert caught.value.code == "passphrase-wrong"


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"public": "00" * 32},
        {"secret": "abc"},
        {"secret": "00" * 31},
        {"pbem": "keyring"},
    ],
)
def test_malformed_key_files(change: dict[str, object]) -> None:
    values = {**json.loads(keys.format_key_file(_NAMED)), **change}
    with pytest.raises(KeyFileError) as caught:
        keys.parse_key_file(json.dumps(values).encode())
    assert caught.value.code == "key-file-malformed"


@pytest.mark.parametrize("n", [2**30, 2**13, 3, -1, "x"])
def test_scrypt_cost_is_bounded(n: object) -> None:
    values = json.loads(keys.format_key_file(_NAMED, "p"))
    values["scrypt"]["n"] = n
    with pytest.raises(KeyFileError) as caught:
        keys.parse_key_file(json.dumps(values).encode(), "p")
    assert caught.value.code == "key-file-malformed"


def test_key_file_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "ann.key"
    keys.write_key_file(path, _NAMED)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keys.read_key_file(path) == _NAMED
    before = path.read_bytes()
    with pytest.raises(KeyFileError) as caught:
        keys.write_key_file(path, keys.NamedKey("Eve", EVE))
    assert caught.value.code == "key-exists"
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == ["ann.key"]
    with pytest.raises(KeyFileError) as caught:
        keys.read_key_file(tmp_path / "none.key")
    assert caught.value.code == "key-missing"


def test_repr_of_a_key_shows_no_secret() -> None:
    assert fixed("ann").hex() not in repr(_NAMED)
    assert "private" not in repr(_NAMED)


def test_fingerprint_known_answers() -> None:
    """Fixed for ever: people have them on paper."""
    assert fingerprint(ANN.public) == "8PD3-PRJ8-C029-3Q1E-QP3F-YFBF"
    digest = hashlib.sha256(b"pbem/v1/fingerprint\0" + BOB.public).digest()
    rfc4648 = base64.b32encode(digest)[:23].decode()
    crockford = rfc4648.translate(
        str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    )
    assert fingerprint(BOB.public).replace("-", "")[:23] == crockford


def test_fingerprint_as_typed() -> None:
    text = fingerprint(ANN.public)
    typed = text.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert parse_fingerprint(typed) == text


@given(st.binary(min_size=32, max_size=32), st.integers(0, 23), st.integers(1, 31))
def test_every_single_wrong_letter_is_noticed(key: bytes, place: int, shift: int) -> None:
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    letters = list(fingerprint(key).replace("-", ""))
    letters[place] = alphabet[(alphabet.index(letters[place]) + shift) % 32]
    with pytest.raises(KeyFileError):
        parse_fingerprint("".join(letters))


@pytest.mark.parametrize("text", ["", "ABCD", "U" * 24, "é" * 24, "0" * 25])
def test_what_is_not_a_fingerprint(text: str) -> None:
    with pytest.raises(KeyFileError):
        parse_fingerprint(text)


def test_keyring_file(tmp_path: Path) -> None:
    path = tmp_path / "keyring.json"
    assert keys.read_keyring(path) == Keyring()
    ring = Keyring().pin("Ann", ANN.public).pin_authority("https://dice.example.org", BOB.public)
    keys.write_keyring(path, ring)
    assert keys.read_keyring(path) == ring
    key = "00" * 32
    pins: tuple[tuple[int, object], ...] = ((1, [key]), (2, key), (2, []), (2, [key, key]), (3, []))
    for text in (
        "",
        "[]",
        "[" * 9999,
        '{"pbem": "keyring", "version": 1, "players": {"A": "00"}}',
        *(keyring_text(version, pinned) for version, pinned in pins),
    ):
        path.write_text(text)
        with pytest.raises(KeyFileError) as caught:
            keys.read_keyring(path)
        assert caught.value.code == "keyring-malformed"


def keyring_text(version: int, pinned: object) -> str:
    values = {"pbem": "keyring", "version": version, "players": {}, "authorities": {"A": pinned}}
    return json.dumps(values)


def test_keyring_file_of_version_1_is_read_and_written_as_version_2(tmp_path: Path) -> None:
    """There a dice server had one key; a second one goes beside it."""
    path = tmp_path / "keyring.json"
    url = "https://dice.example.org"
    old = {
        "pbem": "keyring",
        "version": 1,
        "players": {"Ann": ANN.public.hex()},
        "authorities": {url: BOB.public.hex()},
    }
    path.write_text(json.dumps(old))
    ring = keys.read_keyring(path)
    assert ring == Keyring({"Ann": ANN.public}, {url: (BOB.public,)})
    keys.write_keyring(path, ring.pin_authority(url, EVE.public))
    assert json.loads(path.read_text()) == {
        "pbem": "keyring",
        "version": 2,
        "players": {"Ann": ANN.public.hex()},
        "authorities": {url: [BOB.public.hex(), EVE.public.hex()]},
    }
    assert keys.read_keyring(path).authorities[url] == (BOB.public, EVE.public)


SAME = [
    "https://dice.example.org",
    "HTTPS://Dice.Example.ORG",
    "https://dice.example.org/",
    "https://dice.example.org:443",
    "https://dice.example.org:0443//",
    "https://dice.example.org:/",
]
OTHER = [
    "http://dice.example.org",
    "https://dice.example.org:8443",
    "https://dice.example.org/Club",
    "https://dice.example.com",
    "https://dice.example.org?x=1",
    "https://ann@dice.example.org",
    "https://dice.example.org:port",
    "embedded",
    "rehearsal:https://dice.example.org",
]


@pytest.mark.parametrize("address", SAME)
def test_a_dice_server_has_one_address_however_it_is_spelt(address: str) -> None:
    assert normal_address(address) == plain_url(address) == SAME[0]
    ring = Keyring().pin_authority(address, BOB.public)
    assert ring.keys_at("https://dice.example.org:443/") == (BOB.public,)
    check_authority(ring, SAME[0], BOB.public)
    with pytest.raises(KeyMismatchError):
        check_authority(ring, SAME[1], EVE.public)
    assert ring.unpin(SAME[2]) == Keyring()
    assert ring.pin_authority(SAME[3], EVE.public).unpin_authority(SAME[1], EVE.public) == ring


@pytest.mark.parametrize("address", OTHER)
def test_other_addresses_stay_others(address: str) -> None:
    assert normal_address(address) == plain_url(address) != SAME[0]


def test_path_and_another_port_count() -> None:
    written = "HTTPS://[2001:DB8::1]:8443/Club/dice/"
    assert normal_address(written) == "https://[2001:db8::1]:8443/Club/dice"
    assert plain_url(written) == normal_address(written)


def test_two_spellings_in_a_keyring_file_are_one_server(tmp_path: Path) -> None:
    path = tmp_path / "keyring.json"
    values = {
        "pbem": "keyring",
        "version": 2,
        "players": {},
        "authorities": {SAME[1]: [BOB.public.hex()], SAME[2]: [EVE.public.hex(), BOB.public.hex()]},
    }
    path.write_text(json.dumps(values))
    assert keys.read_keyring(path).authorities == {SAME[0]: (BOB.public, EVE.public)}


def test_card_round_trip_and_no_address_in_any_save() -> None:
    data = make_card("Ann", "ann@example.org", ANN, time=7)
    card = read_card(data)
    assert (card.name, card.address, card.key) == ("Ann", "ann@example.org", ANN.public)
    assert all(b"example.org" not in frame for frame in played().frames)
    with pytest.raises(NotASaveError):
        make_card("Ann", "a" * 300, ANN, time=7)


def _double(point: tuple[int, int]) -> tuple[int, int]:
    """Affine doubling on edwards25519 (RFC 8032, section 5.1)."""
    x, y = point
    d = -121665 * pow(121666, -1, _PRIME) % _PRIME
    shared = d * x * x * y * y
    return (
        2 * x * y * pow(1 + shared, -1, _PRIME) % _PRIME,
        (y * y + x * x) * pow(1 - shared, -1, _PRIME) % _PRIME,
    )


@pytest.mark.parametrize("y", _SMALL_ORDER)
def test_small_order_points_are_what_they_are_said_to_be(y: int) -> None:
    """Doubling the point three times gives the neutral element; so do all eight of its kind."""
    d = -121665 * pow(121666, -1, _PRIME) % _PRIME
    square = (y * y - 1) * pow(d * y * y + 1, -1, _PRIME) % _PRIME
    x = pow(square, (_PRIME + 3) // 8, _PRIME)
    if (x * x - square) % _PRIME:
        x = x * pow(2, (_PRIME - 1) // 4, _PRIME) % _PRIME
    assert (x * x - square) % _PRIME == 0
    point = (x, y)
    for _ in range(3):
        point = _double(point)
    assert point == (0, 1)


def test_weak_keys_are_refused() -> None:
    for y in (*_SMALL_ORDER, _PRIME, _PRIME + 1, 2**255 - 1):
        for sign in (0, 2**255):
            with pytest.raises(ChainError) as caught:
                check_public_key((y + sign).to_bytes(32, "little"))
            assert caught.value.code == "bad-key"
    check_public_key(SigningKey.generate().public)
