"""Which key belongs to whom: keys that a player has pinned, usually after a phone call.

A keyring is a plain value; `pbem.save.keys` reads and writes the file. Names are compared exactly,
addresses of dice servers as `pbem.wire.address.normal_address` writes them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.values import dataclass, field
from pbem.text import quoted
from pbem.wire.address import normal_address
from pbem.wire.errors import KeyMismatchError

_NONE: Mapping[str, bytes] = MappingProxyType({})
_NO_KEYS: Mapping[str, tuple[bytes, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Keyring:
    """Pinned public keys: `players` by name, `authorities` by dice address (a URL, normal form).

    A player has one key. A dice server may have several, in the order in which they were pinned:
    it signs new games with a new key and goes on with the games that began under an older one.
    """

    players: Mapping[str, bytes] = field(default_factory=lambda: _NONE)
    authorities: Mapping[str, tuple[bytes, ...]] = field(default_factory=lambda: _NO_KEYS)

    def pin(self, name: str, key: bytes) -> "Keyring":
        """A keyring that also holds this player's key; KeyMismatchError if another is pinned."""
        check_pinned(self.players, name, key)
        return Keyring({**self.players, name: key}, self.authorities)

    def pin_authority(self, address: str, key: bytes) -> "Keyring":
        """A keyring that also holds this key of an authority, beside those that it held before.

        Only for a key whose fingerprint the player has personally compared.
        """
        known = self.keys_at(address)
        if key in known:
            return self
        pinned = {**self.authorities, normal_address(address): (*known, key)}
        return Keyring(self.players, pinned)

    def keys_at(self, address: str) -> tuple[bytes, ...]:
        """The keys that are pinned for a dice server, () if there are none."""
        return self.authorities.get(normal_address(address), ())

    def unpin(self, name: str) -> "Keyring":
        """A keyring without the key of a player, who lost it, or any of an authority's address."""
        return Keyring(
            {other: key for other, key in self.players.items() if other != name},
            {
                other: keys
                for other, keys in self.authorities.items()
                if other != normal_address(name)
            },
        )

    def unpin_authority(self, address: str, key: bytes) -> "Keyring":
        """A keyring without this one key of an authority."""
        kept = tuple(known for known in self.keys_at(address) if known != key)
        rest = self.unpin(address).authorities
        return Keyring(self.players, {**rest, normal_address(address): kept} if kept else rest)


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


def check_authority(keyring: Keyring, address: str, key: bytes) -> None:
    """Accept a key of a dice server that is pinned for its address, or any key if none is.

    Raises KeyMismatchError `key-contradicts-keyring` if only others are.
    """
    if key not in (keyring.keys_at(address) or (key,)):
        raise KeyMismatchError(
            "key-contradicts-keyring",
            f"the key of the dice server {quoted(address)} in this game is not one that you "
            "have pinned for it",
            "Ask its operator whether it has a new key, and for the fingerprint; then `pbem keys "
            "pin-dice` pins it beside the older ones.",
        )
