"""Which keys of a save its reader has taken on trust and should compare.

Source: docs/formats/save-v1.md, section "The keyring".
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from engine.values import dataclass
from pbem.save.ledger import Ledger
from pbem.wire.address import is_server

KeyRole: TypeAlias = Literal["player", "host", "dice authority"]
"""Whose key it is."""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A key that was taken on trust, and whose it is."""

    role: KeyRole
    name: str
    key: bytes


def unconfirmed_keys(ledger: Ledger) -> tuple[Unconfirmed, ...]:
    """Keys to compare by phone; only the host's matters in a game on one computer.

    A pinned key vouches for the one that it was changed to by its owner.
    """
    keyring, genesis = ledger.keyring, ledger.genesis
    followers: dict[bytes, bytes] = {}
    for entry in ledger.history.entries:
        change = entry.motion.handover if entry.motion is not None else None
        if change is not None and change.is_of_key and change.by_owner:
            followers[change.old] = change.key
    host = ledger.holders.host
    found: list[Unconfirmed] = []
    if not _vouches(keyring.players.get(genesis.host), host, followers):
        found.append(Unconfirmed("host", genesis.host, host))
    if genesis.mode == "mail":
        for name, key in sorted(ledger.holders.players.items()):
            if name == genesis.host and key == host:
                continue
            if not _vouches(keyring.players.get(name), key, followers):
                found.append(Unconfirmed("player", name, key))
    for source in ledger.sources:
        committed = source.commitment.authority
        if is_server(source.address) and committed not in keyring.keys_at(source.address):
            found.append(Unconfirmed("dice authority", source.address, source.key))
    return tuple(found)


def _vouches(pinned: bytes | None, key: bytes, followers: Mapping[bytes, bytes]) -> bool:
    """Whether a pinned key is this one, or was changed to it by its owner, step by step."""
    # Bounded: a player may change back to a key that they had before.
    for _ in followers:
        if pinned is not None and pinned != key:
            pinned = followers.get(pinned)
    return pinned == key
