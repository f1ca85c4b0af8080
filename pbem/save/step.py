"""How a log grows while it is verified: a ledger and a record give the next ledger.

A step gives another ledger or raises SaveError; whoever needs the last good one has it still.
Records of closed turns come packed and are made again here (`turn_steps`); from then on they take
the same way as single ones.  Order of the checks: docs/formats/save-v1.md, section "Verification".
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.values import replace
from pbem.dice.agreement import Agreement
from pbem.dice.closing import Closing, closed_body, seats_hash
from pbem.dice.protocol import DiceRequest
from pbem.dice.sources import introduced
from pbem.save.chain import end_hash, genesis_head, next_head
from pbem.save.consent_records import Absence, Note, RollAgain
from pbem.save.dice_steps import with_roll, with_turn_end, with_void
from pbem.save.entries import LogEntry
from pbem.save.format import MAX_RECORDS
from pbem.save.ledger import Ledger
from pbem.save.play_steps import with_agreement, with_play
from pbem.save.record_parts import take_apart
from pbem.save.records import (
    ROLL,
    TURN_END,
    Genesis,
    Join,
    Orders,
    Record,
    Start,
    Void,
    signed_as,
)
from pbem.save.setup_steps import with_genesis, with_join, with_start
from pbem.save.signed_record import Signed, open_packed, open_single
from pbem.save.unpacking import Packed, unpack
from pbem.wire.canonical import Plain
from pbem.wire.errors import ASK_AGAIN, ChainError, NotASaveError, SaveError
from pbem.wire.signing import envelope_of


def step(ledger: Ledger, raw: bytes, *, can_end: bool = True) -> Ledger:
    """With one more record, verified; otherwise SaveError with its index.

    can_end: whether it may be the end of a turn, which no file has by itself.
    """
    index = len(ledger.history)
    kind = ""
    try:
        parts = take_apart(raw, is_first=not index)
        kind = parts.kind
        if kind == TURN_END and not can_end:
            raise ChainError("wrong-stage", "the end of a turn is not packed", ASK_AGAIN)
        return _with_record(ledger, open_single(parts, ledger.verifier))
    except SaveError as error:
        raise error.at(index, kind) from None


def frame_steps(ledger: Ledger, frame: bytes) -> Iterator[Ledger]:
    """With packed turns, verified: a ledger after each; raises SaveError for the first bad one."""
    start = ledger.history[-1].record if ledger.history else None
    if not isinstance(start, Start):
        error = ChainError("wrong-stage", "packed turns are not allowed here", ASK_AGAIN)
        raise error.at(len(ledger.history), "")
    try:
        turns = unpack(frame, start.time, len(ledger.sources))
    except SaveError as error:
        raise error.at(len(ledger.history), "") from None
    yield from turn_steps(ledger, turns, frame)


def turn_steps(ledger: Ledger, turns: Iterable[Sequence[Packed]], frame: bytes) -> Iterator[Ledger]:
    """The same for turns that were unpacked already; the last ledger has their frame.

    All of a closed turn or none of it: most of its records have the last one's signature.
    """
    for turn in turns:
        for packed in turn:
            ledger = _with_packed(ledger, packed)
        yield ledger
    yield replace(ledger, packed=frame)


def _with_packed(ledger: Ledger, packed: Packed) -> Ledger:
    try:
        fields = _whole_body(ledger, packed)
        return _with_record(ledger, open_packed(packed, fields, ledger.verifier))
    except SaveError as error:
        raise error.at(len(ledger.history), packed.kind) from None


def _whole_body(ledger: Ledger, packed: Packed) -> dict[str, Plain]:
    """The fields of a packed record, with those that follow from where it is."""
    fields: dict[str, Plain] = {**packed.fields, "kind": signed_as(packed.kind)}
    if packed.kind not in (ROLL, TURN_END):
        return {**fields, "prev": ledger.history.head}
    place = ledger.place()
    fields |= {"game": place.game, "head": place.head, "index": place.index}
    if packed.kind == TURN_END:
        seats, end = seats_hash(place.seats), end_hash(packed.content)
        fields |= {"turn": place.turn, "seats": seats, "end": end}
    return fields


def _with_record(ledger: Ledger, signed: Signed) -> Ledger:
    """Steps 5 and 6, and the entry."""
    history = ledger.history
    if len(history) >= MAX_RECORDS:
        raise NotASaveError("too-large", "the log has too many records")
    ledger.check_stage(signed.kind)
    quotas = ledger.quotas.with_record(signed.kind, len(signed.body), len(history))
    sources = ledger.sources
    if signed.statements:
        sources = introduced(sources, signed.statements)
    ledger = replace(ledger, quotas=quotas, sources=sources)
    if signed.closings:
        signed = _with_closings(ledger, signed)
    ledger, record = _taken(ledger, signed)
    body = signed.body
    entry = LogEntry(
        index=len(history),
        kind=signed.kind,
        signer=signed.signer,
        record=record,
        head=next_head(history.head, body, signed.seeds) if history else genesis_head(body),
        body=body,
        signature=signed.signature,
        attached=signed.attached,
        agreement=signed.agreement,
    )
    return replace(ledger, history=history.plus(entry))


def _with_closings(ledger: Ledger, signed: Signed) -> Signed:
    """A packed end with its closings as the authorities gave them."""
    closings = tuple(
        envelope_of(closed_body(signed.body, source.answered, time), source.key, signature)
        for source, (time, signature) in zip(ledger.sources, signed.closings, strict=True)
    )
    return replace(signed, attached=replace(signed.attached, answers=closings))


def _taken(ledger: Ledger, signed: Signed) -> tuple[Ledger, Record]:
    """Step 6; with the record as it stands in the log."""
    content, signer = signed.content, signed.signer
    match content:
        case DiceRequest():
            return with_roll(ledger, content, signed)
        case Closing():
            return with_turn_end(ledger, content, signed)
        case Void():
            return with_void(ledger, content, signed)
        case Genesis():
            return with_genesis(ledger, content, signer, signed.attached.scenario), content
        case Join():
            return with_join(ledger, content, signer), content
        case Start():
            return with_start(ledger, content, signed), content
        case Agreement():
            return with_agreement(ledger, content, signed), content
        case Orders() | Note() | Absence() | RollAgain():
            return with_play(ledger, content, signer), content
