"""Whether an agreement is valid in a log.

Source: docs/formats/consent-v1.md, section "Verification" (A1 to A12).
"""

from collections.abc import Mapping

from engine.values import dataclass, field
from pbem.dice.agreement import Agreement
from pbem.motions.consent import (
    Proposal,
    SignedProposal,
    missing_consents,
    open_consent,
    open_proposal,
)
from pbem.motions.motion import NewAuthority, who_must_consent
from pbem.save.history import LogHistory
from pbem.save.holders import Holders
from pbem.save.keyring import Keyring, check_pinned
from pbem.save.kinds import GameMode
from pbem.save.lateness import AuthorityStatement, check_word
from pbem.save.new_dice import DiceAt, replaced, source_after
from pbem.wire.errors import ChainError, OutOfTurnError, SaveError
from pbem.wire.pace import Pace
from pbem.wire.signing import Verifier


@dataclass(frozen=True, slots=True)
class Log:
    """What an agreement is checked against.

    `history` all records so far, `next_turn` number of the next end of a turn, `dice` the
    authorities, `start` number of the start record, `pace` what was agreed on time.
    """

    game: bytes
    mode: GameMode
    history: LogHistory
    next_turn: int
    dice: DiceAt
    start: int
    holders: Holders
    pace: Pace | None = None
    keyring: Keyring = field(default_factory=Keyring)

    @property
    def next_roll(self) -> int:
        """The number of the next roll."""
        return self.dice.next_roll

    @property
    def authorities(self) -> int:
        """How many dice authorities there are."""
        return len(self.dice.sources)

    @property
    def host(self) -> bytes:
        """The host's key."""
        return self.holders.host

    @property
    def players(self) -> Mapping[str, bytes]:
        """The key of each player."""
        return self.holders.players

    def keys(self) -> Mapping[str, bytes]:
        """The key that holds each seat."""
        return self.holders.keys()

    def goal(self, record: int) -> bytes | None:
        """The head after a record to which the game can go back; None for any other."""
        if not self.start <= record < len(self.history):
            return None
        return None if self.history.takebacks.is_taken_back(record) else self.history[record].head

    def has_agreed(self, digest: bytes) -> bool:
        """Whether the proposal with this digest was agreed to."""
        return self.history.has_agreed(digest)

    def dice_problem(self, new: NewAuthority) -> str:
        """Why an authority does not fit the game; "" when it does."""
        try:
            source_after(new, self.dice)
        except SaveError as error:
            return error.reason
        return ""


def open_agreement(record: Agreement, verifier: Verifier) -> SignedProposal:
    """Proposal and consents, signatures checked (A1, A2)."""
    proposal = open_proposal(record.proposal, verifier)
    return SignedProposal(proposal, tuple(open_consent(raw, verifier) for raw in record.consents))


def check_agreement(
    signed: SignedProposal, record: Agreement, log: Log
) -> AuthorityStatement | None:
    """A3 to A12; raises the SaveError of the first that does not hold.

    Gives what the dice authorities say of the turn; None in a game without a pace.
    """
    proposal = signed.proposal
    check_proposal(proposal, log)
    if missing := missing_keys(signed, log.holders):
        raise ChainError(
            "consent-missing",
            f"{len(missing)} of the players whom it affects have not consented",
            "Nothing changes until all of them have.",
        )
    motion = proposal.motion
    change = motion.handover
    if change is not None and not change.is_of_key and log.mode == "mail":
        check_pinned(log.keyring.players, change.player, change.key)
    if log.pace is None:
        if record.states or record.statements:
            raise ChainError("agreement-unfit", "no turn is timed in a game without a pace")
        return None
    sources = log.dice.sources
    if new := motion.new_authority:
        sources = replaced(sources, new.which, source_after(new, log.dice))
    place = log.game, log.next_turn
    return check_word(record, motion, log.holders.keys(), sources, place)


def missing_keys(signed: SignedProposal, holders: Holders) -> tuple[bytes, ...]:
    """Whose consent is still missing; raises as `missing_consents` for consents that are wrong."""
    wanted = who_must_consent(signed.proposal.motion, holders.keys(), holders.host)
    return missing_consents(signed.proposal, signed.consents, wanted)


def check_proposal(proposal: Proposal, log: Log) -> None:
    """A3 to A7: whether a proposal can be agreed to at the end of this log."""
    if proposal.game != log.game:
        raise ChainError("proposal-wrong-game", "it is a proposal for another game")
    if log.history.number_of(proposal.head) is None:
        raise OutOfTurnError(
            "proposal-other-history", "it was made on a position that this log does not have"
        )
    if proposal.motion.IS_OF_HEAD and proposal.head != log.history.head:
        raise OutOfTurnError(
            "proposal-old-head",
            "it was made on a position that the game has left",
            "Propose it again in the current position.",
        )
    if log.next_turn - 1 > proposal.until:
        raise OutOfTurnError(
            "proposal-lapsed", "it was open for a limited number of turns and has lapsed"
        )
    if log.history.has_agreed(proposal.digest):
        raise OutOfTurnError("agreement-twice", "it has already been agreed to and carried out")
    if log.history.has_withdrawn(proposal.digest, proposal.proposer):
        raise OutOfTurnError(
            "proposal-withdrawn",
            "whoever made it has withdrawn it",
            "Propose it again if it is still wanted.",
        )
    problem = proposal.motion.problem(log)
    if problem:
        raise ChainError("agreement-unfit", problem)
