"""Proposals and consents: small signed texts that travel by themselves and end up in one record.

A proposal says what its writer wants; a consent is a signature over the digest of its exact bytes.
What they do to a log is in `pbem.save.agreement_checks`; what they do to the seats that a dice
authority knows, in `pbem.dice.seating`.

Source: docs/formats/consent-v1.md.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated

from engine.marks import Bounds, Size, Tag, wire
from engine.values import dataclass
from pbem.motions.motion import Motion
from pbem.motions.table import KINDS
from pbem.wire.errors import ChainError, KeyMismatchError, NotASaveError
from pbem.wire.fields import MAX_UNTIL, GameId, Hash, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import RAW, SIGNER, AnyOf, bytes_of
from pbem.wire.signing import SigningKey, Verifier, tagged_hash

PROPOSAL_TAG = b"pbem/v1/proposal\0"
MAX_PROPOSAL_BODY = 65_536
MAX_PROPOSAL = 66_560
MAX_CONSENT_BODY = 256
MAX_CONSENT = 512
MAX_CONSENTS = 64
MAX_WORDS = 16_384
_PROPOSAL, _CONSENT = (
    SignedForm(
        most,
        kind,
        f"the signature of a {kind} does not fit what it signs",
        NotASaveError,
        ChainError,
    )
    for kind, most in (("proposal", MAX_PROPOSAL_BODY), ("consent", MAX_CONSENT_BODY))
)


@wire("proposal")
@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody proposes to the players of a game.

    `id`: 16 random bytes; `head` the log's head that it was made on, `until` how many turn ends the
    log may have at most, `proposer` the key that signed it, `raw` the bytes as they came.
    """

    game: Annotated[GameId, Tag("game")]
    head: Annotated[Hash, Tag("head")]
    id: Annotated[GameId, Tag("id")]
    motion: Annotated[Motion, Tag("what"), AnyOf(KINDS)]
    until: Annotated[int, Tag("until"), Bounds(1, MAX_UNTIL)]
    words: Annotated[str, Tag("words"), Size(MAX_WORDS)]
    time: Annotated[Time, Tag("time")]
    proposer: Annotated[bytes, SIGNER] = b""
    raw: Annotated[bytes, RAW] = b""

    @property
    def digest(self) -> bytes:
        """What consents refer to."""
        return tagged_hash(PROPOSAL_TAG, self.raw)


@wire("consent")
@dataclass(frozen=True, slots=True)
class Consent:
    """A consent to the proposal of this digest, by the key `by`."""

    game: Annotated[GameId, Tag("game")]
    proposal: Annotated[Hash, Tag("proposal")]
    time: Annotated[Time, Tag("time")]
    by: Annotated[bytes, SIGNER] = b""
    raw: Annotated[bytes, RAW] = b""


@dataclass(frozen=True, slots=True)
class SignedProposal:
    """A proposal and the consents to it so far; every signature holds.

    It is an agreement when nobody's consent is missing (`missing_keys` of `agreement_checks`).
    """

    proposal: Proposal
    consents: tuple[Consent, ...]


def make_proposal(
    motion: Motion,
    key: SigningKey,
    *,
    game: bytes,
    head: bytes,
    identity: bytes,
    until: int,
    words: str,
    time: int,
) -> Proposal:
    """Write and sign a proposal; `identity` are 16 fresh random bytes.

    Raises NotASaveError `proposal-malformed` for values that the format does not allow.
    """
    said = Proposal(game, head, identity, motion, until, words, time)
    return open_proposal(key.seal("proposal", bytes_of(said)), Verifier())


def make_consent(proposal: Proposal, key: SigningKey, *, time: int) -> Consent:
    """Sign a consent to exactly this proposal."""
    said = Consent(proposal.game, proposal.digest, time)
    return open_consent(key.seal("consent", bytes_of(said)), Verifier())


def open_proposal(raw: bytes, verifier: Verifier) -> Proposal:
    """Read a proposal and check its signature (A1).

    Raises NotASaveError `proposal-malformed`, ChainError `proposal-bad-signature`.
    """
    return _PROPOSAL.open(raw, Proposal, verifier)


def parse_proposal(raw: bytes) -> Proposal:
    """Read a proposal, whatever its signature is; NotASaveError `proposal-malformed`."""
    return _PROPOSAL.parse(raw, Proposal)[0]


def open_consent(raw: bytes, verifier: Verifier) -> Consent:
    """Read a consent and check its signature (A2).

    Raises NotASaveError `consent-malformed`, ChainError `consent-bad-signature`.
    """
    return _CONSENT.open(raw, Consent, verifier)


def missing_consents(
    proposal: Proposal, consents: Iterable[Consent], wanted: Sequence[bytes]
) -> tuple[bytes, ...]:
    """Check proposer and consents (A8, A9); the keys of `wanted` that are still missing.

    Raises KeyMismatchError `proposal-wrong-signer`, `consent-wrong-signer`; ChainError
    `consent-wrong-game`, `consent-other-proposal`, `consent-doubled`.
    """
    if proposal.proposer not in wanted:
        raise KeyMismatchError(
            "proposal-wrong-signer", "it was proposed by somebody whose consent is not needed"
        )
    given = {proposal.proposer}
    for consent in consents:
        check_answers(proposal, consent)
        if consent.by not in wanted:
            raise KeyMismatchError(
                "consent-wrong-signer", "somebody consented whose consent is not needed"
            )
        if consent.by in given:
            raise ChainError("consent-doubled", "it holds two consents by the same player")
        given.add(consent.by)
    return tuple(key for key in wanted if key not in given)


def check_answers(proposal: Proposal, consent: Consent) -> None:
    """Raise ChainError unless the consent is to this very proposal."""
    if consent.game != proposal.game:
        raise ChainError("consent-wrong-game", "a consent is from another game")
    if consent.proposal != proposal.digest:
        raise ChainError("consent-other-proposal", "a consent is to another proposal")
