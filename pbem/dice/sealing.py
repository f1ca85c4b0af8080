"""Secrets at rest: seeds and signing keys are sealed before they reach a server's database.

AES-256-GCM of the `cryptography` library, with a random nonce, bound to the place in the store. The
database or a backup of it reveals no future die to its reader. The keys are in a file or the
environment, one per line in base64: the first one seals, all of them open, so that a key can be
changed.

    sealed = 0x01 || key id (8) || nonce (12) || AES-256-GCM(key, secret, place)
    key id = SHA-256("pbem/v1/storage-key\0" || key)[:8]

Source: RFC 5116; docs/dice-server.md.
"""

import base64
import binascii
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pbem.text import quoted
from pbem.wire.errors import DiceError, KeyFileError
from pbem.wire.signing import tagged_hash

SECRET_SIZE = 32
KEY_SIZE = 32
MAX_KEYS = 16
_VERSION = b"\1"
_ID_SIZE = 8
_NONCE_SIZE = 12
_TAG = b"pbem/v1/storage-key\0"
_MOST_BYTES = 8_192


class Sealer(Protocol):
    """Turns a secret of 32 bytes into what the store keeps, and back."""

    def seal(self, secret: bytes, place: bytes) -> bytes:
        """What is kept for a secret; `place` says where, and is needed to open it."""
        ...

    def open(self, kept: bytes, place: bytes) -> bytes:
        """The secret again; DiceError `seal-broken` or `seal-key-missing`."""
        ...


class Unsealed:
    """Secrets as they are: whoever owns the computer of an embedded authority sees them anyway."""

    def seal(self, secret: bytes, place: bytes) -> bytes:
        """The secret itself."""
        del place
        return secret

    def open(self, kept: bytes, place: bytes) -> bytes:
        """The secret itself; DiceError `seal-key-missing` for one that a server has sealed."""
        del place
        if len(kept) != SECRET_SIZE:
            raise DiceError(
                "seal-key-missing",
                "the secrets of this dice store are sealed",
                "It belongs to a dice server: use it with that server's storage key.",
            )
        return kept


class Sealed:
    """Secrets sealed with the first of some storage keys."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """keys: at least one, of 32 bytes each."""
        self._ciphers = {_key_id(key): AESGCM(key) for key in keys}
        self._first = _key_id(keys[0])

    def seal(self, secret: bytes, place: bytes) -> bytes:
        """See `Sealer`."""
        nonce = secrets.token_bytes(_NONCE_SIZE)
        sealed = self._ciphers[self._first].encrypt(nonce, secret, place)
        return _VERSION + self._first + nonce + sealed

    def open(self, kept: bytes, place: bytes) -> bytes:
        """See `Sealer`. A secret that was never sealed is refused: it may be known to others."""
        head = len(_VERSION) + _ID_SIZE
        if kept[:1] != _VERSION or len(kept) <= head + _NONCE_SIZE:
            raise DiceError(
                "seal-broken",
                "the dice store holds a secret that is not sealed",
                "It belongs to an embedded authority; a server needs a store of its own.",
            )
        cipher = self._ciphers.get(kept[len(_VERSION) : head])
        if cipher is None:
            raise DiceError(
                "seal-key-missing",
                "the dice store was sealed with a storage key that was not given",
                "Add that key to the key file, below the newest one.",
            )
        try:
            return cipher.decrypt(
                kept[head : head + _NONCE_SIZE], kept[head + _NONCE_SIZE :], place
            )
        except InvalidTag:
            raise DiceError(
                "seal-broken",
                "a secret in the dice store was altered or moved",
                "Restore the store from a backup; the games that it names are in danger.",
            ) from None


def new_storage_key() -> str:
    """A line for a key file: 32 fresh bytes in base64."""
    return base64.b64encode(secrets.token_bytes(KEY_SIZE)).decode("ascii")


def parse_storage_keys(text: str) -> tuple[bytes, ...]:
    """The keys of a key file, the newest first; lines that begin with # do not count.

    Raises KeyFileError `storage-key-malformed`.
    """
    lines = [line.strip() for line in text.splitlines()]
    keys: list[bytes] = []
    for line in lines:
        if not line or line.startswith("#"):
            continue
        try:
            key = base64.b64decode(line, validate=True)
        except (binascii.Error, ValueError):
            key = b""
        if len(key) != KEY_SIZE:
            raise _malformed("a line of it is not 32 bytes in base64")
        keys.append(key)
    if not 1 <= len(keys) <= MAX_KEYS or len(set(keys)) != len(keys):
        raise _malformed(f"it must hold 1 to {MAX_KEYS} different keys")
    return tuple(keys)


def read_storage_keys(path: Path) -> tuple[bytes, ...]:
    """The keys in a file that only its owner may read.

    Raises KeyFileError `storage-key-missing`, `storage-key-open`, `storage-key-malformed`.
    """
    try:
        mode = path.stat().st_mode
        text = path.read_bytes()[:_MOST_BYTES].decode("ascii")
    except OSError as error:
        raise KeyFileError(
            "storage-key-missing",
            f"the storage key {quoted(str(path))} cannot be read ({error.strerror})",
            "Make one with `pbem dice keygen FILE`.",
        ) from None
    except UnicodeDecodeError:
        raise _malformed("it is not plain text") from None
    # On Windows the mode says nothing of who may read a file.
    if sys.platform != "win32" and mode & 0o007:
        raise KeyFileError(
            "storage-key-open",
            f"everybody on this computer can read the storage key {quoted(str(path))}",
            "Remove that permission (chmod 600), and change the key: see `pbem help dice-server`.",
        )
    return parse_storage_keys(text)


def _key_id(key: bytes) -> bytes:
    return tagged_hash(_TAG, key)[:_ID_SIZE]


def _malformed(problem: str) -> KeyFileError:
    return KeyFileError(
        "storage-key-malformed",
        f"this is not a storage key: {problem}",
        "Restore it from a copy; without it the dice of running games are lost.",
    )
