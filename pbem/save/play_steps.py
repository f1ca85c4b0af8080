"""What players do to a ledger without an authority: orders, words, rolls again, agreements.

Source: docs/formats/save-v1.md and docs/formats/consent-v1.md, sections "Verification".
"""

from engine.values import replace
from pbem.dice.agreement import Agreement
from pbem.dice.turn_state import next_free
from pbem.motions.motion import Motion
from pbem.save.agreement_checks import check_agreement
from pbem.save.consent_records import Absence, Note, RollAgain
from pbem.save.holders import stranger
from pbem.save.ledger import Ledger
from pbem.save.new_dice import replaced, source_after
from pbem.save.records import Orders, Roll
from pbem.save.signed_record import Signed
from pbem.wire.errors import DiceError
from pbem.wire.fields import wrong_shape


def with_play(
    ledger: Ledger, content: Orders | Note | Absence | RollAgain, signer: bytes
) -> Ledger:
    """With what the holder of a seat wrote; raises SaveError."""
    ledger.check_prev(content.prev)
    ledger.holders.check_seat(content.nation, signer)
    match content:
        case RollAgain():
            _check_again(ledger, content)
            return ledger
        case Orders():
            return replace(ledger, quotas=ledger.quotas.with_actions(len(content.actions)))
        case Note() | Absence():
            return replace(ledger, quotas=ledger.quotas.with_said(signer))


def _check_again(ledger: Ledger, again: RollAgain) -> None:
    """A roll that was taken back comes again: the first with that content."""
    history = ledger.history
    known = history[again.record].record if again.record < len(history) else None
    like = (
        history.free_rolls().get(known.request.asked, ())
        if isinstance(known, Roll) and known.request.nation == again.nation
        else ()
    )
    if again.record not in like:
        raise DiceError(
            "roll-again-unfit", f"record {again.record} is not a roll that waits to come again"
        )
    if like[0] != again.record:
        raise DiceError("roll-again-order", "another roll of the same kind was drawn before it")


def with_agreement(ledger: Ledger, record: Agreement, signed: Signed) -> Ledger:
    """With what players have agreed on; raises SaveError."""
    ledger.check_prev(record.prev)
    if signed.signer not in (*ledger.holders.players.values(), ledger.holders.host):
        raise stranger()
    agreement = signed.agreement
    if agreement is None:
        raise wrong_shape("agreement", "holds no proposal")
    motion = agreement.proposal.motion
    quotas = ledger.quotas.with_agreement(
        motion, agreement.proposal.proposer, len(signed.body), len(ledger.history)
    )
    word = check_agreement(agreement, record, ledger.log())
    after = _with_motion(replace(ledger, quotas=quotas), motion)
    if word is None or not word.states:
        return after
    after = replace(after, sources=word.sources)
    if not word.is_put_out:
        return after
    # What was closed for an end that nobody has is left out.
    return replace(after, next_turn=max(after.next_turn, next_free(word.states)))


def _with_motion(ledger: Ledger, motion: Motion) -> Ledger:
    """After what was agreed on; what was taken back, `History.plus` finds."""
    if new := motion.new_authority:
        # First: whoever has told it who plays may lose their seat by the same agreement.
        former = (*ledger.former, ledger.sources[new.which])
        sources = replaced(ledger.sources, new.which, source_after(new, ledger.dice_at()))
        ledger = replace(ledger, former=former, sources=sources)
    if change := motion.handover:
        quotas = ledger.quotas
        if change.is_of_key:
            quotas = quotas.with_key(change.old, change.key)
        holders = ledger.holders.after(change, len(ledger.history))
        ledger = replace(ledger, holders=holders, quotas=quotas)
    if motion.lost_turn:
        ledger = replace(ledger, next_turn=motion.lost_turn + 1)
    return ledger
