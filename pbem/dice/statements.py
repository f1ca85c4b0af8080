"""Statements by which a dice authority introduces a new signing key: signed by the old one.

Source: docs/formats/dice-v1.md, section "A new key of an authority".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import ASK_AGAIN, DiceError, SaveError
from pbem.wire.fields import Fields, wrong_shape
from pbem.wire.signing import SigningKey, Verifier, check_public_key, parse_envelope

MAX_STATEMENTS = 16
_MAX_BODY = 256


@dataclass(frozen=True, slots=True)
class Statement:
    """The holder of `old` says that it signs with `key` from now on; `raw`: as it came."""

    old: bytes
    key: bytes
    time: int
    raw: bytes


def make_statement(old: SigningKey, key: bytes, time: int) -> bytes:
    """The signed statement that `key` follows on `old`."""
    body = encode({"key": key, "kind": "successor", "old": old.public, "time": time})
    return old.seal("successor", body)


def open_statement(raw: bytes, verifier: Verifier) -> Statement:
    """A statement whose signature holds (R1, R2).

    Raises DiceError `statement-malformed`, `statement-bad-signature`.
    """
    try:
        envelope = parse_envelope(raw, _MAX_BODY)
        fields = Fields(decode(envelope.body), "successor", ("key", "kind", "old", "time"))
        fields.choice("kind", ("successor",))
        statement = Statement(
            fields.data("old", 32), fields.data("key", 32), fields.time(), envelope.raw
        )
        check_public_key(statement.key)
        if statement.key == statement.old:
            raise wrong_shape("successor.key", "is the old key")
    except SaveError as error:
        raise DiceError("statement-malformed", error.reason, error.way_out) from None
    try:
        signer = verifier.signer(envelope, "successor")
    except SaveError:
        signer = b""
    if signer != statement.old:
        raise DiceError(
            "statement-bad-signature",
            "a new key of the authority is not signed by its old one",
            ASK_AGAIN,
        )
    return statement


def path_between(statements: Sequence[Statement], old: bytes, new: bytes) -> tuple[Statement, ...]:
    """The statements that lead from one key to another, () if none do."""
    following = {one.old: one for one in reversed(statements)}
    path: list[Statement] = []
    key = old
    while key != new and key in following and len(path) < MAX_STATEMENTS:
        path.append(following[key])
        key = following[key].key
    return tuple(path) if key == new else ()
