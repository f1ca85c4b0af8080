"""Statements by which a dice authority introduces a new signing key: signed by the old one.

Source: docs/formats/dice-v1.md, section "A new key of an authority".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.wire.canonical import Plain, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import Fields, wrong_shape
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier, check_public_key

MAX_STATEMENTS = 16
MAX_STATEMENT = 512
"""Bytes of one with its signature."""
_STATEMENT = SignedForm(
    "successor",
    256,
    "statement",
    "a new key of the authority is not signed by its old one",
    DiceError,
    DiceError,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """The holder of `old` says that it signs with `key` from now on; `raw`: as it came.

    is_restored: because its store was restored from a backup at `time` (Unix seconds), which may
    lack answers that it had given.
    """

    old: bytes
    key: bytes
    time: int
    raw: bytes
    is_restored: bool = False


def make_statement(old: SigningKey, key: bytes, time: int, *, is_restored: bool = False) -> bytes:
    """The signed statement that `key` follows on `old`, and whether a restore is the reason."""
    body = {
        "key": key,
        "kind": "successor",
        "old": old.public,
        "restored": int(is_restored),
        "time": time,
    }
    return old.seal("successor", encode(body))


def open_statement(raw: bytes, verifier: Verifier) -> Statement:
    """A statement whose signature holds (R1, R2).

    Raises DiceError `statement-malformed`, `statement-bad-signature`.
    """
    statement, signer = _STATEMENT.open(raw, _read, verifier)
    if signer != statement.old:
        raise _STATEMENT.forged()
    return statement


def _read(value: Plain, envelope: Envelope) -> tuple[Statement, bytes]:
    """A statement, and who says that they signed it."""
    fields = Fields(value, "successor", ("key", "kind", "old", "restored", "time"))
    fields.choice("kind", ("successor",))
    statement = Statement(
        fields.data("old", 32),
        fields.data("key", 32),
        fields.time(),
        envelope.raw,
        fields.integer("restored", 0, 1) == 1,
    )
    check_public_key(statement.key)
    if statement.key == statement.old:
        raise wrong_shape("successor.key", "is the old key")
    return statement, envelope.signatures[0][0]


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
