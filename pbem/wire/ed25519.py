"""The four things that the library of Ed25519 does for us.

Apart from `pbem.wire.signing` because the library takes long to load, and somebody who looks at
what was verified before checks no signature.  Source: RFC 8032.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)


def new_private() -> Ed25519PrivateKey:
    """A fresh key from the system's random source."""
    return Ed25519PrivateKey.generate()


def private_of(secret: bytes) -> Ed25519PrivateKey:
    """The key whose secret is these 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(secret)


def public_of(key: bytes) -> Ed25519PublicKey:
    """The public key of these 32 bytes, which the caller has checked for weakness."""
    return Ed25519PublicKey.from_public_bytes(key)


def fits(key: Ed25519PublicKey, signature: bytes, message: bytes) -> bool:
    """Whether the 64 bytes are the key's signature of a message."""
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True
