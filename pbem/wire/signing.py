"""Ed25519 keys and signed envelopes.

An envelope is the canonical msgpack list `[body, [[public key, signature], ...]]`, where `body` is
a byte string: what was signed is kept as the original bytes and is never encoded again. The signed
message is `b"pbem/v1/sign/" + kind + b"\\0" + body`.

Source: RFC 8032; docs/formats/save-v1.md, section "Envelopes".
"""

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.lazy import LazyFunction
from engine.values import dataclass
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import ASK_AGAIN, ChainError, NotASaveError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

    from pbem.wire.ed25519 import fits, new_private, private_of, public_of
else:
    fits, new_private, private_of, public_of = (
        LazyFunction("pbem.wire.ed25519", name)
        for name in ("fits", "new_private", "private_of", "public_of")
    )

KEY_SIZE = 32
SIGNATURE_SIZE = 64
SIGN_TAG = b"pbem/v1/sign/"
MAX_SIGNATURES = 16

_MOST_LOADED = 4_096
"""Public keys in the memory of a verifier."""

_FIELD_PRIME = 2**255 - 19
# Encodings of the points of small order with y < p (y = 1, -1, 0 and the two of order 8).
_SMALL_ORDER = (
    1,
    _FIELD_PRIME - 1,
    0,
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
)


@dataclasses.dataclass(frozen=True, slots=True)
class SigningKey:
    """An Ed25519 private key with its 32 public bytes; its repr shows the public half only."""

    private: "Ed25519PrivateKey" = dataclasses.field(repr=False, compare=False)
    public: bytes

    @classmethod
    def generate(cls) -> "SigningKey":
        """A fresh key from the system's random source."""
        return cls._of(new_private())

    @classmethod
    def from_secret(cls, secret: bytes) -> "SigningKey":
        """The key whose RFC 8032 secret is these 32 bytes."""
        return cls._of(private_of(secret))

    @classmethod
    def _of(cls, private: "Ed25519PrivateKey") -> "SigningKey":
        return cls(private, private.public_key().public_bytes_raw())

    def secret(self) -> bytes:
        """The 32 secret bytes, for a key file."""
        return self.private.private_bytes_raw()

    def sign(self, kind: str, body: bytes) -> bytes:
        """The signature, 64 bytes, of `body` under the tag of `kind`."""
        return self.private.sign(_message(kind, body))

    def seal(self, kind: str, body: bytes) -> bytes:
        """Envelope bytes: `body` signed under the tag of `kind`."""
        return envelope_of(body, self.public, self.sign(kind, body))


@dataclass(frozen=True, slots=True)
class Envelope:
    """A parsed envelope, not yet verified. `signatures` are (public key, signature) pairs."""

    raw: bytes
    body: bytes
    signatures: tuple[tuple[bytes, bytes], ...]


def parse_envelope(raw: bytes, most: int) -> Envelope:
    """Read an envelope whose body has at most `most` bytes; raises NotASaveError."""
    if len(raw) > most + 2048:
        raise NotASaveError("too-large", f"a record is larger than {most} bytes", ASK_AGAIN)
    value = decode(raw)
    if not isinstance(value, list) or len(value) != 2:
        raise _bad_envelope("is not a pair of body and signatures")
    return read_envelope(raw, value, most)


def read_envelope(raw: bytes, value: Sequence[Plain], most: int) -> Envelope:
    """The envelope in the first two items of a decoded list; raises NotASaveError.

    `raw`: the bytes in which they came.
    """
    body, pairs = value[:2]
    if not isinstance(body, bytes) or not isinstance(pairs, list):
        raise _bad_envelope("is not a pair of body and signatures")
    if len(body) > most:
        raise NotASaveError("too-large", f"a record is larger than {most} bytes", ASK_AGAIN)
    if not 1 <= len(pairs) <= MAX_SIGNATURES:
        raise _bad_envelope(f"does not have 1 to {MAX_SIGNATURES} signatures")
    signatures: list[tuple[bytes, bytes]] = []
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            raise _bad_envelope("has a signature that is not a pair")
        key, signature = pair
        if not isinstance(key, bytes) or len(key) != KEY_SIZE:
            raise _bad_envelope("has a public key that is not 32 bytes")
        if not isinstance(signature, bytes) or len(signature) != SIGNATURE_SIZE:
            raise _bad_envelope("has a signature that is not 64 bytes")
        signatures.append((key, signature))
    return Envelope(raw, body, tuple(signatures))


class Verifier:
    """Checks signatures and remembers the public keys that it has loaded; for any threads."""

    __slots__ = ("_keys",)

    def __init__(self) -> None:
        self._keys: dict[bytes, Ed25519PublicKey] = {}

    def signer(self, envelope: Envelope, kind: str) -> bytes:
        """The public key of the one valid signature.

        Raises ChainError `bad-signature` (also for more than one signature: v1 has no record that
        several sign) and `bad-key` for a public key of small order or with a second spelling.
        """
        if len(envelope.signatures) != 1:
            raise ChainError("bad-signature", "it must have exactly one signature", ASK_AGAIN)
        key, signature = envelope.signatures[0]
        self.check(key, signature, kind, envelope.body)
        return key

    def check(self, key: bytes, signature: bytes, kind: str, body: bytes) -> None:
        """Raise ChainError `bad-key` or `bad-signature` unless the key has signed the body."""
        loaded = self._keys.get(key)
        if loaded is None:
            check_public_key(key)
            loaded = public_of(key)
            if len(self._keys) >= _MOST_LOADED:
                # Anybody who sends keys without end must not fill the memory.
                self._keys.clear()
            self._keys[key] = loaded
        if not fits(loaded, signature, _message(kind, body)):
            raise ChainError("bad-signature", "the signature does not fit what it signs", ASK_AGAIN)


def envelope_of(body: bytes, key: bytes, signature: bytes) -> bytes:
    """The envelope of a body with one signature."""
    return encode([body, [[key, signature]]])


def check_public_key(key: bytes) -> None:
    """Refuse weak public keys: ChainError `bad-key`.

    With a key of small order one signature fits every message, so its holder could deny or shift
    anything that they signed; a y of p or more is a second spelling of another key.
    """
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if len(key) != KEY_SIZE or y >= _FIELD_PRIME or y in _SMALL_ORDER:
        raise ChainError("bad-key", "the public key is not a sound Ed25519 key", ASK_AGAIN)


def is_sound_key(key: bytes) -> bool:
    """Whether a public key is not weak; see `check_public_key`."""
    try:
        check_public_key(key)
    except ChainError:
        return False
    return True


def tagged_hash(tag: bytes, *parts: bytes) -> bytes:
    """SHA-256 over a tag (which ends in a zero byte) and fixed-size or final parts."""
    return hashlib.sha256(b"".join((tag, *parts))).digest()


def _message(kind: str, body: bytes) -> bytes:
    return SIGN_TAG + kind.encode() + b"\0" + body


def _bad_envelope(problem: str) -> NotASaveError:
    return NotASaveError("wrong-shape", f"the envelope {problem}", ASK_AGAIN)
