"""Consenting to a proposal that somebody else has made."""

from pbem.agreements.open_proposals import OpenProposal, keep, names_of
from pbem.home import Home
from pbem.save.agreement_checks import Agreed
from pbem.save.errors import OutOfTurnError
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import merged
from pbem.save.trust import TrustedSave
from pbem.wire.consent import make_consent


def add_consent(
    home: Home, save: TrustedSave, agreed: Agreed, key: NamedKey, when: int
) -> OpenProposal:
    """Sign a consent and keep it.

    Raises OutOfTurnError `consent-not-asked` and `consent-given`, and what is against the proposal.
    """
    missing = save.check_agreed(agreed)
    mine = key.key.public
    if mine not in missing:
        given = mine in (agreed.proposal.proposer, *(one.by for one in agreed.consents))
        raise OutOfTurnError(
            "consent-given" if given else "consent-not-asked",
            "you have consented already" if given else "your consent is not needed",
        )
    consent = make_consent(agreed.proposal, key.key, time=when)
    signed = keep(home, merged(agreed, Agreed(agreed.proposal, (consent,))))
    return OpenProposal(signed, names_of(save, save.check_agreed(signed), agreed.proposal.motion))
