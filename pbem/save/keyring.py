"""Which key belongs to whom: keys that a player has pinned, usually after a phone call.

A keyring is a plain value; `pbem.save.keys` reads and writes the file. Names are compared exactly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pbem.text import quoted
from pbem.wire.errors import KeyMismatchError

_NONE: Mapping[str, bytes] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Keyring:
    """Pinned public keys: `players` by name, `authorities` by dice address (a URL)."""

    players: Mapping[str, bytes] = field(default_factory=lambda: _NONE)
    authorities: Mapping[str, bytes] = field(default_factory=lambda: _NONE)

    def pin(self, name: str, key: bytes) -> "Keyring":
        """A keyring that also holds this player's key; KeyMismatchError if another is pinned."""
        check_pinned(self.players, name, key)
        return Keyring({**self.players, name: key}, self.authorities)

    def pin_authority(self, address: str, key: bytes) -> "Keyring":
        """A keyring that also holds this authority's key; KeyMismatchError on contradiction."""
        check_pinned(self.authorities, address, key)
        return Keyring(self.players, {**self.authorities, address: key})

    def unpin(self, name: str) -> "Keyring":
        """A keyring without the key of a player, who lost it, or of an authority, by address."""
        return Keyring(
            {other: key for other, key in self.players.items() if other != name},
            {other: key for other, key in self.authorities.items() if other != name},
        )


def check_pinned(pinned: Mapping[str, bytes], name: str, key: bytes) -> bool:
    """Whether `key` is pinned for `name`.

    Raises KeyMismatchError `key-contradicts-keyring` if another key is.
    """
    known = pinned.get(name)
    if known is None:
        return False
    if known != key:
        raise KeyMismatchError(
            "key-contradicts-keyring",
            f"the key given for {quoted(name)} is not the key that you have pinned for that name",
            "Ask that person by phone to read out the fingerprint of the key.",
        )
    return True
