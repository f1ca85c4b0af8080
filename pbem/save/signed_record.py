"""From the bytes of a record to one whose signatures hold: steps 3 and 4 of the verification.

Whose signatures they have to be, and whether the record may be where it is, `pbem.save.step`
decides.  Source: docs/formats/save-v1.md, section "Verification".
"""

from collections.abc import Mapping

from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.dice.closing import ClosedReceipt, open_closed
from pbem.dice.protocol import DiceRequest, Receipt, open_receipt, open_request
from pbem.dice.statements import Statement, open_statement
from pbem.dice.turn_state import Seated, open_seated
from pbem.motions.consent import SignedProposal
from pbem.save.agreement_checks import open_agreement
from pbem.save.format import MAX_BODY
from pbem.save.kinds import RecordKind
from pbem.save.record_parts import NOTHING, Attached, Parts
from pbem.save.records import (
    ROLL,
    START,
    TURN_END,
    VOID,
    Body,
    End,
    Void,
    parse_body,
    read_content,
    signed_as,
)
from pbem.save.unpacking import Packed
from pbem.wire.canonical import Plain, encode
from pbem.wire.errors import ASK_AGAIN, DiceError, NotASaveError
from pbem.wire.signing import Envelope, Verifier


@dataclass(frozen=True, slots=True)
class Signed:
    """A record whose signatures hold; its place in the log is not checked yet.

    `content` is what its body says, `end` what a turn's end says besides, `asked` the request in a
    void record; `seeds` are those that a roll or void record opens.  `is_packed`: it is of a closed
    turn, so that there are no receipts, `signature` is b"" where the turn's end stands for it, and
    `closings` of the end are times and signatures.  `seated`: since when each authority knows the
    seats, and the key that says so.
    """

    kind: RecordKind
    body: bytes
    content: Body
    signer: bytes
    signature: bytes
    attached: Attached = NOTHING
    is_packed: bool = False
    statements: tuple[Statement, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    seeds: tuple[bytes, ...] = ()
    end: End | None = None
    closed: tuple[ClosedReceipt, ...] = ()
    closings: tuple[tuple[int, bytes], ...] = ()
    agreement: SignedProposal | None = None
    asked: tuple[DiceRequest, Envelope] | None = None
    seated: tuple[tuple[Seated, bytes], ...] = ()


def open_single(parts: Parts, verifier: Verifier) -> Signed:
    """A record that came by itself; raises SaveError."""
    kind, attached = parts.kind, parts.attached
    content = parse_body(kind, parts.value)
    end: End | None = None
    if kind == TURN_END:
        if not attached.answers:
            raise DiceError(
                "closing-missing",
                "the dice authority has not closed this turn, so rolls may have been thrown away",
                "Ask the player to end the turn when their dice authority can be reached.",
            )
        end = read_content(attached.content)
    signer = verifier.signer(parts.envelope, signed_as(kind))
    asked = open_request(content.request, verifier) if isinstance(content, Void) else None
    receipts: tuple[Receipt, ...] = ()
    closed: tuple[ClosedReceipt, ...] = ()
    if kind in (ROLL, VOID):
        receipts = tuple(open_receipt(raw, verifier) for raw in attached.answers)
    elif kind == TURN_END:
        closed = tuple(open_closed(raw, verifier) for raw in attached.answers)
    return Signed(
        kind=kind,
        body=parts.envelope.body,
        content=content,
        signer=signer,
        signature=parts.envelope.signatures[0][1],
        attached=attached,
        statements=tuple(open_statement(raw, verifier) for raw in attached.statements),
        receipts=receipts,
        seeds=tuple(receipt.seed for receipt in receipts),
        end=end,
        closed=closed,
        agreement=open_agreement(content, verifier) if isinstance(content, Agreement) else None,
        asked=asked,
        seated=tuple(open_seated(raw, verifier) for raw in attached.answers)
        if kind == START
        else (),
    )


def open_packed(packed: Packed, fields: Mapping[str, Plain], verifier: Verifier) -> Signed:
    """A record of a closed turn; `fields`: of its body, those that the log decides included.

    Raises SaveError.
    """
    kind = packed.kind
    body = encode(fields)
    if len(body) > MAX_BODY:
        raise NotASaveError("too-large", f"a record is larger than {MAX_BODY} bytes", ASK_AGAIN)
    content = parse_body(kind, dict(sorted(fields.items())))
    if packed.signature:
        verifier.check(packed.signer, packed.signature, signed_as(kind), body)
    asked = open_request(content.request, verifier) if isinstance(content, Void) else None
    return Signed(
        kind=kind,
        body=body,
        content=content,
        signer=packed.signer,
        signature=packed.signature,
        attached=Attached(content=packed.content, statements=packed.statements),
        is_packed=True,
        statements=tuple(open_statement(raw, verifier) for raw in packed.statements),
        seeds=packed.seeds,
        end=read_content(packed.content) if kind == TURN_END else None,
        closings=packed.closings,
        agreement=open_agreement(content, verifier) if isinstance(content, Agreement) else None,
        asked=asked,
    )
