"""Agreements for tests: proposals and their enactment, by keys that the test names."""

from engine import change_to_plain, parse_change
from pbem.motions.consent import Proposal, SignedProposal, make_consent, make_proposal
from pbem.motions.edit import Edit
from pbem.motions.motion import Motion
from pbem.motions.take_back import TakeBack
from pbem.save.proposal_file import agreement_of
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import decode, encode
from pbem.wire.signing import SigningKey
from tests.support.table import CLOCK, big_world, key_of


def edit(*lines: str) -> Edit:
    """Changes of the board of Big World, as text."""
    return Edit(
        tuple(decode(encode(change_to_plain(parse_change(line, big_world())))) for line in lines)
    )


def back_to(save: TrustedSave, record: int) -> TakeBack:
    """Back to just after a record of a save."""
    return TakeBack(record, save.entries[record].head)


def proposed(
    save: TrustedSave,
    what: Motion,
    by: SigningKey,
    *,
    words: str = "",
    number: int = 0,
    game: bytes = b"",
    until: int = 50,
) -> Proposal:
    """A proposal on the head of a save; `number` is its id, `game` another game's id."""
    return make_proposal(
        what,
        by,
        game=game or save.genesis.game,
        head=save.head,
        identity=number.to_bytes(16, "big"),
        until=until,
        words=words,
        time=CLOCK,
    )


def agree(
    save: TrustedSave,
    what: Motion,
    *keys: SigningKey,
    by: SigningKey | None = None,
    number: int = 0,
    states: tuple[bytes, ...] = (),
) -> TrustedSave:
    """The save with an agreement to which these keys consented, the first as proposer.

    by: who puts it in, Ann unless named; states: what the dice authorities say of the turn.
    """
    proposal = proposed(save, what, keys[0], number=number)
    consents = tuple(make_consent(proposal, key, time=CLOCK) for key in keys[1:])
    return enacted(save, SignedProposal(proposal, consents), by or key_of("Ann"), states)


def enacted(
    save: TrustedSave, signed: SignedProposal, by: SigningKey, states: tuple[bytes, ...] = ()
) -> TrustedSave:
    """The save with an agreement as it is; SaveError when the log refuses it."""
    return save.append_consent_record(agreement_of(signed, save.head, CLOCK, states), by)
