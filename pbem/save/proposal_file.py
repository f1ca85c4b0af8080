"""The file in which a proposal travels, with the consents that it has so far.

Source: docs/formats/consent-v1.md, section "The file".
"""

from pbem.dice.agreement import Agreement
from pbem.motions.consent import SignedProposal, check_answers, open_consent, open_proposal
from pbem.save import format as container
from pbem.wire.errors import ChainError
from pbem.wire.signing import Verifier


def proposal_file(signed: SignedProposal) -> bytes:
    """The bytes of the file."""
    records = (signed.proposal.raw, *(consent.raw for consent in signed.consents))
    return container.build(container.PROPOSAL, records)


def read_proposal_file(data: bytes) -> SignedProposal:
    """A proposal and its consents, signatures checked; whose keys they are only a save can tell.

    Raises NotASaveError, ChainError (`proposal-bad-signature`, `consent-other-proposal` ...).
    """
    first, *rest = container.parse(data, container.PROPOSAL).records
    verifier = Verifier()
    proposal = open_proposal(first, verifier)
    consents = tuple(open_consent(raw, verifier) for raw in rest)
    for consent in consents:
        check_answers(proposal, consent)
    return SignedProposal(proposal, consents)


def merged(first: SignedProposal, second: SignedProposal) -> SignedProposal:
    """One proposal with the consents of both, one per key."""
    if first.proposal.digest != second.proposal.digest:
        raise ChainError("consent-other-proposal", "these are two different proposals")
    by_key = {consent.by: consent for consent in (*second.consents, *first.consents)}
    by_key.pop(first.proposal.proposer, None)
    return SignedProposal(first.proposal, tuple(by_key[key] for key in sorted(by_key)))


def agreement_of(
    signed: SignedProposal,
    prev: bytes,
    time: int,
    states: tuple[bytes, ...] = (),
    statements: tuple[bytes, ...] = (),
) -> Agreement:
    """The record that puts it into the log after the head `prev`.

    states, statements: what the dice authorities say of the turn, in a game with a pace.
    """
    consents = tuple(consent.raw for consent in signed.consents)
    return Agreement(prev, signed.proposal.raw, consents, time, states, statements)
