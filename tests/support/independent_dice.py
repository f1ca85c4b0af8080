"""Dice authorities and their chains, for the independent reader: from dice-v1.md alone."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from tests.support.independent_envelope import (
    Refused,
    Signed,
    demand,
    is_sound,
    open_envelope,
    open_inside,
)


def sha(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"".join((f"pbem/v1/{label}\0".encode(), *parts))).digest()


@dataclass(slots=True)
class Authority:
    """One authority of a game: its key now, where its chain stands, what it has answered."""

    key: bytes
    seed: bytes
    first: int
    length: int
    answered: bytes = bytes(32)
    is_rehearsal: bool = False
    committed: bytes = b""

    def answer(self, body: bytes) -> None:
        """What it says in its next closing; a rehearsal keeps nothing."""
        if not self.is_rehearsal:
            self.answered = sha("answered", self.answered, body)


def open_commitment(raw: bytes) -> Signed:
    """Section "Commitment": shape and signature."""
    commitment = open_envelope(raw, 1024, "commitment")
    try:
        commitment.signer()
    except Refused as refused:
        raise Refused("commitment-bad-signature") from refused
    return commitment


def authority_of(commitment: Signed) -> Authority:
    """The authority as it is before its first answer."""
    return Authority(
        commitment.signatures[0][0],
        commitment.get("anchor", bytes),
        commitment.get("first", int),
        commitment.get("length", int),
        is_rehearsal=commitment.fields["proof"] == "rehearsal",
        committed=commitment.signatures[0][0],
    )


def open_statements(raws: Iterable[bytes]) -> list[Signed]:
    """R1 and R2 for statements: a new key, signed by the old one."""
    opened = [open_inside(raw, 256, "successor", "statement") for raw in raws]
    for one in opened:
        old, key = one.get("old", bytes), one.get("key", bytes)
        demand(one.signatures[0][0] == old, "statement-bad-signature")
        demand(is_sound(key) and key != old, "statement-malformed")
    return opened


def apply(statements: Iterable[Signed], authorities: list[Authority]) -> None:
    """Each `old` is the key of an authority of this game, which has `key` from then on."""
    for one in statements:
        concerned = [each for each in authorities if each.key == one.fields["old"]]
        demand(bool(concerned), "statement-unfit")
        for each in concerned:
            each.key = one.get("key", bytes)
