"""Key files and the keyring file.

A key file is JSON with the Ed25519 secret, sealed with a passphrase (scrypt, then AES-256-GCM) or
open. Mail addresses are not here: see `cards`.

Source: docs/formats/save-v1.md, sections "Key files" and "Keyring files"; RFC 7914,
RFC 5116.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from engine.values import dataclass
from pbem.files import write_atomic
from pbem.save.keyring import Keyring
from pbem.text import quoted
from pbem.wire.address import normal_address
from pbem.wire.errors import KeyFileError
from pbem.wire.signing import SigningKey

_AAD_TAG = b"pbem/v1/key-file\0"
_SCRYPT_N = 2**15
_SCRYPT_MAX_N = 2**17
_SCRYPT_R = 8
_SCRYPT_P = 1
_MAX_KEY_FILE = 8_192
_MAX_KEYRING = 1024 * 1024
_KEYRING_VERSION = 2


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A player's key with the name it was made for."""

    name: str
    key: SigningKey


def format_key_file(named: NamedKey, passphrase: str = "") -> bytes:
    """The bytes of a key file; without a passphrase anyone who reads it has the secret."""
    head = {"pbem": "key", "version": 1, "name": named.name, "public": named.key.public.hex()}
    if not passphrase:
        return _json({**head, "secret": named.key.secret().hex()})
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - late, to start quickly

    salt, nonce = os.urandom(16), os.urandom(12)
    sealed = AESGCM(_stretch(passphrase, salt, _SCRYPT_N)).encrypt(
        nonce, named.key.secret(), _bound(named.name, named.key.public)
    )
    return _json(
        {
            **head,
            "scrypt": {"n": _SCRYPT_N, "r": _SCRYPT_R, "p": _SCRYPT_P, "salt": salt.hex()},
            "nonce": nonce.hex(),
            "sealed": sealed.hex(),
        }
    )


def parse_key_file(data: bytes, passphrase: str = "") -> NamedKey:
    """Read a key file.

    Raises KeyFileError `key-file-malformed`, `passphrase-needed`, `passphrase-wrong`.
    """
    if len(data) > _MAX_KEY_FILE:
        raise _malformed()
    try:
        values: object = json.loads(data)
        if not isinstance(values, dict) or values["pbem"] != "key" or values["version"] != 1:
            raise _malformed()
        name, public = str(values["name"]), bytes.fromhex(values["public"])
        if "secret" in values:
            secret = bytes.fromhex(values["secret"])
        else:
            secret = _unseal(values, name, public, passphrase)
        key = SigningKey.from_secret(secret)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _malformed() from None
    if key.public != public:
        raise _malformed()
    return NamedKey(name, key)


def is_sealed(data: bytes) -> bool:
    """Whether a key file needs a passphrase."""
    return b'"sealed"' in data


def write_key_file(path: Path, named: NamedKey, passphrase: str = "") -> None:
    """Create a key file that only its owner can read; KeyFileError `key-exists` if one exists."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        write_atomic(path, format_key_file(named, passphrase), mode=0o600, replace=False)
    except FileExistsError:
        raise KeyFileError(
            "key-exists",
            f"there is already a key file {quoted(path.name)}",
            "Move it away first if you really want another key: games know you by the old one.",
        ) from None


def read_key_file(path: Path, passphrase: str = "") -> NamedKey:
    """Read a key file from disk; KeyFileError as `parse_key_file`, and `key-missing`."""
    try:
        data = path.read_bytes()
    except OSError:
        raise KeyFileError(
            "key-missing",
            f"there is no key file {quoted(path.name)}",
            "Make one with `pbem keys new`.",
        ) from None
    return parse_key_file(data, passphrase)


def read_keyring(path: Path) -> Keyring:
    """The pinned keys; an empty keyring if there is no file.

    Version 1 of the file, with one key for each dice server, is read too. Raises KeyFileError
    `keyring-malformed`.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Keyring()
    try:
        values: object = json.loads(data[:_MAX_KEYRING])
        if not isinstance(values, dict) or values["pbem"] != "keyring":
            raise ValueError
        players = _pins(values["players"])
        if values["version"] == 1:
            single = _pins(values["authorities"])
            return Keyring(players, _merged({name: (key,) for name, key in single.items()}))
        if values["version"] != _KEYRING_VERSION:
            raise ValueError
        return Keyring(players, _merged(_lists(values["authorities"])))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise KeyFileError(
            "keyring-malformed",
            f"the keyring {quoted(path.name)} cannot be read",
            "Restore it from a copy, or remove it and pin your friends' keys again.",
        ) from None


def write_keyring(path: Path, keyring: Keyring) -> None:
    """Write the pinned keys, atomically, in the newest version of the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    values = {
        "pbem": "keyring",
        "version": _KEYRING_VERSION,
        "players": {name: key.hex() for name, key in sorted(keyring.players.items())},
        "authorities": {
            address: [key.hex() for key in keys]
            for address, keys in sorted(keyring.authorities.items())
        },
    }
    write_atomic(path, _json(values), mode=0o600)


def _pins(values: object) -> dict[str, bytes]:
    if not isinstance(values, dict):
        raise ValueError
    return {str(name): _pin(key) for name, key in values.items()}


def _lists(values: object) -> dict[str, tuple[bytes, ...]]:
    if not isinstance(values, dict):
        raise ValueError
    pins: dict[str, tuple[bytes, ...]] = {}
    for address, keys in values.items():
        if not isinstance(keys, list) or not keys:
            raise ValueError
        pins[str(address)] = tuple(map(_pin, keys))
        if len(set(pins[str(address)])) != len(keys):
            raise ValueError
    return pins


def _merged(pins: Mapping[str, tuple[bytes, ...]]) -> dict[str, tuple[bytes, ...]]:
    """The keys of dice servers by address in normal form; one may be listed in two spellings."""
    found: dict[str, tuple[bytes, ...]] = {}
    for address, keys in pins.items():
        place = normal_address(address)
        found[place] = tuple(dict.fromkeys((*found.get(place, ()), *keys)))
    return found


def _pin(value: object) -> bytes:
    key = bytes.fromhex(value) if isinstance(value, str) else b""
    if len(key) != 32:
        raise ValueError
    return key


def _unseal(values: Mapping[str, object], name: str, public: bytes, passphrase: str) -> bytes:
    kdf, nonce, sealed = values["scrypt"], values["nonce"], values["sealed"]
    if not isinstance(kdf, dict) or not isinstance(nonce, str) or not isinstance(sealed, str):
        raise _malformed()
    n, salt = kdf["n"], bytes.fromhex(kdf["salt"])
    # Bounded, so that a planted key file cannot eat the memory.
    if n not in {2**power for power in range(14, 18)} or (kdf["r"], kdf["p"]) != (8, 1):
        raise _malformed()
    if not passphrase:
        raise KeyFileError("passphrase-needed", "this key file has a passphrase", "Give it.")
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - late, to start quickly
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    try:
        return AESGCM(_stretch(passphrase, salt, n)).decrypt(
            bytes.fromhex(nonce), bytes.fromhex(sealed), _bound(name, public)
        )
    except InvalidTag:
        raise KeyFileError("passphrase-wrong", "the passphrase is wrong", "Try again.") from None


def _stretch(passphrase: str, salt: bytes, n: int) -> bytes:
    return hashlib.scrypt(
        passphrase.encode(),
        salt=salt,
        n=n,
        r=_SCRYPT_R,
        p=_SCRYPT_P,
        maxmem=_SCRYPT_MAX_N * _SCRYPT_R * 128 + 2**20,
        dklen=32,
    )


def _bound(name: str, public: bytes) -> bytes:
    """What is sealed together with the secret, so that a key file cannot be given another name."""
    return _AAD_TAG + public + name.encode()


def _json(values: Mapping[str, object]) -> bytes:
    return (json.dumps(values, indent=1, ensure_ascii=True) + "\n").encode("ascii")


def _malformed() -> KeyFileError:
    return KeyFileError(
        "key-file-malformed", "this is not a pbem key file", "Restore it from your copy."
    )
