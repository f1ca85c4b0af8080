"""What the records that dice authorities answer do to a ledger: rolls, void rolls, ends of turns.

Source: docs/formats/dice-v1.md, sections "Verification of a roll" and "Verification of a closing".
"""

from engine.values import replace
from pbem.dice.closing import Closing, check_derived
from pbem.dice.protocol import DiceRequest, compute_dice, dice_key
from pbem.dice.sources import (
    DiceSource,
    after_roll,
    check_answerers,
    check_answers,
    check_closed,
    check_number,
    check_request,
)
from pbem.save.chain import end_hash
from pbem.save.ledger import Ledger
from pbem.save.records import Roll, TurnEnd, Void, VoidRoll
from pbem.save.signed_record import Signed
from pbem.text import quoted
from pbem.wire.errors import DiceError
from pbem.wire.fields import wrong_shape


def with_roll(ledger: Ledger, request: DiceRequest, signed: Signed) -> tuple[Ledger, Roll]:
    """With the dice that a player asked for; raises SaveError."""
    _check_answerers(ledger, signed)
    check_request(request, signed.signer, ledger.place())
    sources = _answered(ledger, signed, signed.body)
    if ledger.history.free_rolls().get(request.asked):
        raise DiceError(
            "roll-drawn-before",
            "these dice were drawn and taken back before, so the same dice must come again",
            "A take-back gives nobody new dice; ask the sender to use those already drawn.",
        )
    spec = request.spec
    quotas = ledger.quotas.with_dice(spec.count)
    after = replace(ledger, quotas=quotas, sources=sources, next_roll=ledger.next_roll + 1)
    dice = compute_dice(dice_key(signed.seeds), signed.body, spec.count, spec.sides)
    return after, Roll(request, signed.seeds, dice)


def with_void(ledger: Ledger, void: Void, signed: Signed) -> tuple[Ledger, VoidRoll]:
    """V2 to V4: a number that somebody used up; whether they were to move, replay finds."""
    ledger.check_prev(void.prev)
    ledger.holders.check_seat(void.nation, signed.signer)
    if signed.asked is None:
        raise wrong_shape("void", "holds no request")
    request, envelope = signed.asked
    _check_answerers(ledger, signed)
    check_number(request, ledger.place())
    asker = envelope.signatures[0][0]
    if (request.nation, asker) not in ledger.holders.ever:
        raise DiceError(
            "request-wrong-signer",
            f"nobody who ever held {quoted(request.nation)} asked for the void roll",
        )
    sources = _answered(ledger, signed, envelope.body)
    after = replace(ledger, sources=sources, next_roll=ledger.next_roll + 1)
    return after, VoidRoll(void, request, envelope.body, asker, signed.seeds)


def with_turn_end(ledger: Ledger, closing: Closing, signed: Signed) -> tuple[Ledger, TurnEnd]:
    """With a turn that each dice authority has closed; raises SaveError."""
    ledger.check_prev(closing.head)
    ledger.holders.check_seat(closing.nation, signed.signer)
    end = signed.end
    if end is None:
        raise wrong_shape("turn_end", "says nothing")
    content = end_hash(signed.attached.content)
    if signed.is_packed:
        for raw in signed.attached.answers:
            check_derived(raw, ledger.verifier)
    else:
        check_closed(closing, signed.body, content, signed.closed, ledger.place())
    after = replace(ledger, next_turn=closing.turn + 1, quotas=ledger.quotas.ended())
    return after, TurnEnd(closing, end)


def _check_answerers(ledger: Ledger, signed: Signed) -> None:
    """R3, where the receipts are kept."""
    if not signed.is_packed:
        check_answerers(signed.receipts, ledger.sources)


def _answered(ledger: Ledger, signed: Signed, body: bytes) -> tuple[DiceSource, ...]:
    """R9, where the receipts are kept, and R10: the authorities after this request."""
    if not signed.is_packed:
        check_answers(signed.receipts, body)
    return after_roll(ledger.sources, body, signed.seeds)
