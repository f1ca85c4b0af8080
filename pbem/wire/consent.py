"""Proposals and consents: small signed texts that travel by themselves and end up in one record.

A proposal says what its writer wants; a consent is a signature over the digest of its exact bytes.
What they do to a log is in `pbem.save.agreement_checks`; what they do to the seats that a dice
authority knows, in `pbem.dice.seating`.

Source: docs/formats/consent-v1.md.
"""

from collections.abc import Iterable, Sequence

from engine.values import dataclass
from pbem.wire.canonical import Plain, encode
from pbem.wire.errors import ChainError, KeyMismatchError, NotASaveError
from pbem.wire.fields import Fields
from pbem.wire.motions import MAX_UNTIL, Motion, parse_motion, plain_motion
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier, tagged_hash

PROPOSAL_TAG = b"pbem/v1/proposal\0"
MAX_PROPOSAL_BODY = 65_536
MAX_PROPOSAL = 66_560
MAX_CONSENT_BODY = 256
MAX_CONSENT = 512
MAX_CONSENTS = 64
MAX_WORDS = 16_384
_PROPOSAL, _CONSENT = (
    SignedForm(
        kind,
        most,
        kind,
        f"the signature of a {kind} does not fit what it signs",
        NotASaveError,
        ChainError,
    )
    for kind, most in (("proposal", MAX_PROPOSAL_BODY), ("consent", MAX_CONSENT_BODY))
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal whose signature holds.

    `game` and `id` 16 random bytes, `head` the log's head that it was made on, `until` how many
    turn ends the log may have at most, `proposer` the key that signed it, `digest` what consents
    refer to, `raw` the bytes as they came.
    """

    game: bytes
    head: bytes
    id: bytes
    motion: Motion
    until: int
    words: str
    time: int
    proposer: bytes
    digest: bytes
    raw: bytes


@dataclass(frozen=True, slots=True)
class Consent:
    """A consent whose signature holds: to the proposal of this digest, by the key `by`."""

    game: bytes
    proposal: bytes
    time: int
    by: bytes
    raw: bytes


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
    body = encode(
        {
            "game": game,
            "head": head,
            "id": identity,
            "kind": "proposal",
            "time": time,
            "until": until,
            "what": plain_motion(motion),
            "words": words,
        }
    )
    return open_proposal(key.seal("proposal", body), Verifier())


def make_consent(proposal: Proposal, key: SigningKey, *, time: int) -> Consent:
    """Sign a consent to exactly this proposal."""
    body = encode(
        {"game": proposal.game, "kind": "consent", "proposal": proposal.digest, "time": time}
    )
    return open_consent(key.seal("consent", body), Verifier())


def open_proposal(raw: bytes, verifier: Verifier) -> Proposal:
    """Read a proposal and check its signature (A1).

    Raises NotASaveError `proposal-malformed`, ChainError `proposal-bad-signature`.
    """
    return _PROPOSAL.open(raw, _read_proposal, verifier)


def parse_proposal(raw: bytes) -> Proposal:
    """Read a proposal, whatever its signature is; NotASaveError `proposal-malformed`."""
    return _PROPOSAL.parse(raw, _read_proposal)[0]


def _read_proposal(value: Plain, envelope: Envelope) -> Proposal:
    names = ("game", "head", "id", "kind", "time", "until", "what", "words")
    fields = Fields(value, "proposal", names)
    fields.choice("kind", ("proposal",))
    return Proposal(
        game=fields.data("game", 16),
        head=fields.data("head", 32),
        id=fields.data("id", 16),
        motion=parse_motion(fields.get("what")),
        until=fields.integer("until", 1, MAX_UNTIL),
        words=fields.text("words", 0, MAX_WORDS),
        time=fields.time(),
        proposer=envelope.signatures[0][0],
        digest=tagged_hash(PROPOSAL_TAG, envelope.raw),
        raw=envelope.raw,
    )


def open_consent(raw: bytes, verifier: Verifier) -> Consent:
    """Read a consent and check its signature (A2).

    Raises NotASaveError `consent-malformed`, ChainError `consent-bad-signature`.
    """
    return _CONSENT.open(raw, _read_consent, verifier)


def _read_consent(value: Plain, envelope: Envelope) -> Consent:
    fields = Fields(value, "consent", ("game", "kind", "proposal", "time"))
    fields.choice("kind", ("consent",))
    return Consent(
        game=fields.data("game", 16),
        proposal=fields.data("proposal", 32),
        time=fields.time(),
        by=envelope.signatures[0][0],
        raw=envelope.raw,
    )


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
