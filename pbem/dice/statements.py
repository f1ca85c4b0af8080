"""Statements by which a dice authority introduces a new signing key: signed by the old one.

Source: docs/formats/dice-v1.md, section "A new key of an authority".
"""

from collections.abc import Sequence
from typing import Annotated

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass
from pbem.wire.fields import Hash, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import RAW, SIGNER, bytes_of
from pbem.wire.signing import SigningKey, Verifier, check_public_key

MAX_STATEMENTS = 16
MAX_STATEMENT = 512
"""Bytes of one with its signature."""
_STATEMENT = SignedForm(256, "statement", "a new key of the authority is not signed by its old one")


@wire("successor")
@dataclass(frozen=True, slots=True)
class Statement:
    """The holder of `old` says that it signs with `key` from now on; `raw`: as it came.

    restored: 1 because its store was restored from a backup at `time`, which may lack answers that
    it had given, else 0.
    """

    old: Annotated[Hash, Tag("old")]
    key: Annotated[Hash, Tag("key")]
    time: Annotated[Time, Tag("time")]
    restored: Annotated[int, Tag("restored"), Bounds(0, 1)] = 0
    signer: Annotated[bytes, SIGNER] = b""
    raw: Annotated[bytes, RAW] = b""

    @property
    def is_restored(self) -> bool:
        """Whether a restore is the reason."""
        return self.restored == 1

    def fault(self) -> str:
        """What is wrong with the fields together; raises ChainError `bad-key`."""
        check_public_key(self.key)
        return "leads from a key to itself" if self.key == self.old else ""


def make_statement(old: SigningKey, key: bytes, time: int, *, is_restored: bool = False) -> bytes:
    """The signed statement that `key` follows on `old`, and whether a restore is the reason."""
    return old.seal("successor", bytes_of(Statement(old.public, key, time, int(is_restored))))


def open_statement(raw: bytes, verifier: Verifier) -> Statement:
    """A statement whose signature holds (R1, R2).

    Raises DiceError `statement-malformed`, `statement-bad-signature`.
    """
    statement = _STATEMENT.open(raw, Statement, verifier)
    if statement.signer != statement.old:
        raise _STATEMENT.forged()
    return statement


def keys_after(statements: Sequence[Statement], old: bytes) -> tuple[bytes, ...]:
    """A key, and those to which statements lead from it."""
    following = {one.old: one.key for one in reversed(statements)}
    keys = [old]
    while keys[-1] in following and len(keys) <= MAX_STATEMENTS:
        keys.append(following[keys[-1]])
    return tuple(keys)


def path_between(statements: Sequence[Statement], old: bytes, new: bytes) -> tuple[Statement, ...]:
    """The statements that lead from one key to another, () if none do."""
    following = {one.old: one for one in reversed(statements)}
    path: list[Statement] = []
    key = old
    while key != new and key in following and len(path) < MAX_STATEMENTS:
        path.append(following[key])
        key = following[key].key
    return tuple(path) if key == new else ()


def restored_between(statements: Sequence[Statement], old: bytes, new: bytes) -> int:
    """When a store was restored for the first time between two keys, Unix seconds; 0 for never."""
    return next((one.time for one in path_between(statements, old, new) if one.is_restored), 0)
