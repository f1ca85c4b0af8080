"""A record as bytes: a signed body, and what others have added to it.

The shape only; what is attached is opened where it is checked, in `pbem.save.step`.

Source: docs/formats/save-v1.md, section "Records and what is attached to them".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.dice.statements import MAX_STATEMENTS
from pbem.save.format import MAX_BODY, MAX_SCENARIO, MAX_SLACK
from pbem.save.kinds import RecordKind
from pbem.save.records import ROLL, START, TURN_END, VOID, kind_of
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import ASK_AGAIN, NotASaveError
from pbem.wire.fields import wrong_shape
from pbem.wire.signing import Envelope, read_envelope

MAX_ANSWERS = 16


@dataclass(frozen=True, slots=True)
class Attached:
    """What a record holds besides body and signature, as the bytes that came.

    `answers` of the dice authorities: receipts of a roll or void record, closings of an end, and
    since when they know the seats, of the start of a game with a pace;
    `statements` about new keys of theirs; `content` of a turn's end; `scenario` of the game, None
    when it is left out.
    """

    answers: tuple[bytes, ...] = ()
    statements: tuple[bytes, ...] = ()
    content: bytes = b""
    scenario: bytes | None = None


NOTHING = Attached()


@dataclass(frozen=True, slots=True)
class Parts:
    """A record taken apart, nothing of it verified; `value`: its decoded body, of this `kind`."""

    envelope: Envelope
    value: Plain
    kind: RecordKind
    attached: Attached


def take_apart(raw: bytes, *, is_first: bool = False) -> Parts:
    """Steps 1 and 2 of the verification; raises NotASaveError."""
    most = MAX_BODY + MAX_SLACK + (MAX_SCENARIO if is_first else 0)
    if len(raw) > most:
        raise NotASaveError("too-large", f"a record is larger than {most} bytes", ASK_AGAIN)
    items = decode(raw)
    if not isinstance(items, list) or len(items) < 2:
        raise wrong_shape("the record", "is not a body with signatures")
    envelope = read_envelope(raw, items, MAX_BODY)
    value = decode(envelope.body)
    kind = kind_of(value)
    return Parts(envelope, value, kind, _attached(kind, items[2:]))


def put_together(
    kind: RecordKind, body: bytes, key: bytes, signature: bytes, attached: Attached
) -> bytes:
    """The bytes of a record."""
    items: list[object] = [body, [[key, signature]]]
    if kind == "genesis":
        items.append(attached.scenario)
    elif kind == START and attached.answers:
        items.append(list(attached.answers))
    elif kind in (ROLL, VOID):
        items += [list(attached.answers), list(attached.statements)]
    elif kind == TURN_END:
        items += [attached.content, list(attached.answers), list(attached.statements)]
    return encode(items)


def _attached(kind: RecordKind, items: Sequence[Plain]) -> Attached:
    if kind == "genesis":
        (scenario,) = _exactly(1, items)
        if scenario is not None and not isinstance(scenario, bytes):
            raise wrong_shape("the genesis record", "has a scenario that is not bytes")
        return Attached(scenario=scenario)
    if kind == START and items:
        (seated,) = _exactly(1, items)
        if not seated:
            raise wrong_shape("the start record", "has a list of nothing")
        return Attached(_blobs(seated, MAX_ANSWERS))
    if kind in (ROLL, VOID):
        receipts, statements = _exactly(2, items)
        return Attached(_blobs(receipts, MAX_ANSWERS), _blobs(statements, MAX_STATEMENTS))
    if kind == TURN_END:
        content, closings, statements = _exactly(3, items)
        if not isinstance(content, bytes):
            raise wrong_shape("the end of the turn", "has a content that is not bytes")
        answers = _blobs(closings, MAX_ANSWERS)
        return Attached(answers, _blobs(statements, MAX_STATEMENTS), content)
    _exactly(0, items)
    return NOTHING


def _exactly(count: int, items: Sequence[Plain]) -> Sequence[Plain]:
    if len(items) != count:
        raise wrong_shape("the record", f"does not have {count} items after its signatures")
    return items


def _blobs(value: Plain, most: int) -> tuple[bytes, ...]:
    if not isinstance(value, list) or len(value) > most:
        raise wrong_shape("the record", f"has an item that is not a list of up to {most}")
    blobs = tuple(item for item in value if isinstance(item, bytes))
    if len(blobs) != len(value):
        raise wrong_shape("the record", "has something attached that is not bytes")
    return blobs
