"""Consenting to a proposal that somebody else has made."""

from pbem.agreements.open_proposals import OpenProposal, check_not_withdrawn, keep, names_of
from pbem.home import Home
from pbem.motions.consent import SignedProposal, make_consent
from pbem.save.errors import OutOfTurnError
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import merged
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave


def add_consent(
    home: Home, save: TrustedSave, signed: SignedProposal, key: NamedKey, when: int
) -> OpenProposal:
    """Sign a consent and keep it.

    Raises OutOfTurnError `consent-not-asked` and `consent-given`, and what is against the proposal.
    """
    missing = save.check_proposal(signed)
    check_not_withdrawn(home, save, signed)
    mine = key.key.public
    if mine not in missing:
        given = mine in (signed.proposal.proposer, *(one.by for one in signed.consents))
        raise OutOfTurnError(
            "consent-given" if given else "consent-not-asked",
            "you have consented already" if given else "your consent is not needed",
        )
    consent = make_consent(signed.proposal, key.key, time=when)
    home.game_store.own(ref_of(save))
    signed = keep(home, ref_of(save), merged(signed, SignedProposal(signed.proposal, (consent,))))
    return OpenProposal(signed, names_of(save, save.check_proposal(signed), signed.proposal.motion))
