"""What the rules have against a proposal, asked before anybody has consented."""

from engine import AgreedAction, IllegalActionError, RollRequest, apply
from pbem.motions.consent import SignedProposal
from pbem.replay.actions import action_of
from pbem.replay.errors import IllegalOrderError, NotYourTurnError, UnfitDiceError
from pbem.replay.moments import describe
from pbem.replay.walk import read_position
from pbem.save.trusted_save import TrustedSave


def try_proposal(save: TrustedSave, signed: SignedProposal) -> None:
    """Raise what the rules have against a proposal at the end of a save; nothing is changed."""
    position = read_position(save)
    if position.error is not None:
        raise position.error
    motion = signed.proposal.motion
    if position.unsigned_end and not motion.IS_ABOUT_DICE:
        text = f"the turn of {position.unsigned_end} is over, but its end is not signed"
        raise NotYourTurnError("turn-not-ended", text, "It can be proposed after that.")
    waiting = position.step.waiting
    if motion.AFTER_DICE and isinstance(waiting, RollRequest):
        text = f"dice are asked for {waiting.purpose}, and they would be skipped"
        raise UnfitDiceError(motion.AFTER_DICE, text, "Roll them first, then propose it.")
    action: AgreedAction | None = action_of(motion)
    if action is None:
        return
    try:
        apply(position.state, action)
    except IllegalActionError as error:
        raise IllegalOrderError(describe(action, position.definition), error.reasons) from None
