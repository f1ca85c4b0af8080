"""Whether an agreement is valid in a log, and what it does to seats and keys.

Source: docs/formats/consent-v1.md, section "Verification" (A1 to A12).
"""

from engine.values import dataclass, field
from pbem.dice.agreement import Agreement
from pbem.save.history import LogHistory
from pbem.save.holders import Holders
from pbem.save.keyring import Keyring, check_pinned
from pbem.save.lateness import AuthorityStatement, check_word
from pbem.save.new_dice import DiceAt, replaced, source_after
from pbem.text import quoted
from pbem.wire.consent import (
    Proposal,
    SignedProposal,
    missing_consents,
    open_consent,
    open_proposal,
)
from pbem.wire.errors import ChainError, OutOfTurnError, SaveError
from pbem.wire.motions import (
    MAX_LOST,
    Edit,
    Forfeit,
    KeyChange,
    LostRoll,
    LostTurn,
    Motion,
    NewDice,
    Substitution,
    Surrender,
    TakeBack,
    must_consent,
)
from pbem.wire.pace import FORFEIT, Pace
from pbem.wire.signing import Verifier, check_public_key


@dataclass(frozen=True, slots=True)
class Log:
    """What an agreement is checked against.

    `history` all records so far, `next_turn` number of the next end of a turn, `dice` the
    authorities, `start` number of the start record, `pace` what was agreed on time.
    """

    game: bytes
    mode: str
    history: LogHistory
    next_turn: int
    dice: DiceAt
    start: int
    holders: Holders
    pace: Pace | None = None
    keyring: Keyring = field(default_factory=Keyring)


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
    if isinstance(motion, Substitution) and log.mode == "mail":
        check_pinned(log.keyring.players, motion.player, motion.key)
    if log.pace is None:
        if record.states or record.statements:
            raise ChainError("agreement-unfit", "no turn is timed in a game without a pace")
        return None
    sources = log.dice.sources
    if isinstance(motion, NewDice):
        sources = replaced(sources, motion.which, source_after(motion, log.dice))
    place = log.game, log.next_turn
    return check_word(record, motion, log.holders.keys(), sources, place)


def missing_keys(signed: SignedProposal, holders: Holders) -> tuple[bytes, ...]:
    """Whose consent is still missing; raises as `missing_consents` for consents that are wrong."""
    wanted = must_consent(signed.proposal.motion, holders.keys(), holders.host)
    return missing_consents(signed.proposal, signed.consents, wanted)


def check_proposal(proposal: Proposal, log: Log) -> None:
    """A3 to A7: whether a proposal can be agreed to at the end of this log."""
    if proposal.game != log.game:
        raise ChainError("proposal-wrong-game", "it is a proposal for another game")
    if log.history.number_of(proposal.head) is None:
        raise OutOfTurnError(
            "proposal-other-history", "it was made on a position that this log does not have"
        )
    if isinstance(proposal.motion, Edit | TakeBack) and proposal.head != log.history.head:
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
    problem = _problem(proposal, log)
    if problem:
        raise ChainError("agreement-unfit", problem)


def _problem(proposal: Proposal, log: Log) -> str:
    """What in a proposal does not fit the game (A7); "" when everything does."""
    holders = log.holders
    match proposal.motion:
        case TakeBack() as motion:
            if not log.start <= motion.record < len(log.history):
                return "there is no such record to go back to"
            if (
                log.history.takebacks.is_taken_back(motion.record)
                or log.history.number_of(motion.to) != motion.record
            ):
                return "the record to go back to is not the one that it names"
        case Surrender() | Forfeit() as motion:
            return _side_problem(motion, log)
        case Substitution() | KeyChange() as motion:
            return _holder_problem(motion, holders)
        case NewDice() | LostRoll() | LostTurn() as motion:
            return _dice_problem(motion, log)
    return ""


def _side_problem(motion: Surrender | Forfeit, log: Log) -> str:
    """A7 for the end of the game against a side."""
    keys = log.holders.keys()
    unknown = [nation for nation in motion.nations if nation not in keys]
    if unknown:
        return f"there is no seat {quoted(unknown[0])}"
    if isinstance(motion, Surrender):
        return ""
    if log.pace is None or log.pace.afterwards != FORFEIT:
        return "it was not agreed that a late side forfeits"
    is_theirs = any(keys[nation] == motion.old for nation in motion.nations)
    return "" if is_theirs else "none of the seats is held by the player who is late"


def _holder_problem(motion: Substitution | KeyChange, holders: Holders) -> str:
    """A7 for whoever takes seats, or has a new key."""
    keys = holders.keys()
    if isinstance(motion, Substitution):
        if any(keys.get(nation) != motion.old for nation in motion.seats):
            return "the seats are not held by the player whom it replaces"
        known = holders.players.get(motion.player)
        is_new = known is None and motion.key not in holders.players.values()
        fits = motion.key != motion.old and (is_new or known == motion.key)
        if fits and not _is_weak(motion.key):
            return ""
        return f"{quoted(motion.player)} cannot take a seat under this key"
    everybody = (*holders.players.values(), holders.host)
    if motion.old not in everybody:
        return "nobody in this game has the key that it replaces"
    if motion.key in everybody or _is_weak(motion.key):
        return "the new key cannot be used in this game"
    return ""


def _dice_problem(motion: NewDice | LostRoll | LostTurn, log: Log) -> str:
    """A7 for what is about dice and closings."""
    match motion:
        case LostRoll():
            first = log.dice.next_roll
            fits = first <= motion.index < first + MAX_LOST
            return "" if fits else "it is not about the next rolls"
        case LostTurn():
            return "" if motion.turn == log.next_turn else "it is not about the next end of a turn"
    try:
        source_after(motion, log.dice)
    except SaveError as error:
        return error.reason
    return ""


def replaces_holder(motion: Motion, nation: str, holder: bytes) -> bool:
    """Whether the player or the key that has a seat is out of it after an agreement."""
    if isinstance(motion, Substitution):
        return nation in motion.seats
    if isinstance(motion, Forfeit):
        return nation in motion.nations
    return isinstance(motion, KeyChange) and motion.old == holder


def _is_weak(key: bytes) -> bool:
    try:
        check_public_key(key)
    except SaveError:
        return True
    return False
