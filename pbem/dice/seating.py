"""Who may ask an authority for dice: the host's list of seats, and agreements that changed it.

The list is an envelope of kind `seats` that the host signed. After a substitution or a change of
key the agreement record of the log is handed in in its place; the consents in it are checked
against the keys that are known already, so that nobody alone can give a seat away, not even the
host. The authority does not see the log: when the end of a turn names an earlier mapping of the
seats, the log does not have the agreements after it, and they are undone.

Source: docs/formats/dice-v1.md, section "Seats".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeAlias

from engine.marks import NOT_SIGNED, Bounds, Items, Size, Tag, wire
from engine.values import dataclass, field, replace
from pbem.dice.agreement import Agreement
from pbem.dice.closing import MAX_TURN, seats_hash
from pbem.dice.protocol import verify_commitment
from pbem.motions.consent import (
    PROPOSAL_TAG,
    Proposal,
    missing_consents,
    open_consent,
    open_proposal,
)
from pbem.motions.motion import Handover, NewAuthority, who_must_consent
from pbem.wire.canonical import decode
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.fields import MAX_SEATS, GameId, Hash, Name
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import RAW, SIGNER, bytes_of, read_as
from pbem.wire.signing import Verifier, check_public_key, parse_envelope, tagged_hash

MAX_REGISTRATION = 65_536
MAX_CHANGES = 1_000
"""As many agreements on which all agree as a log may hold."""
MAX_OWN = 4
"""So often a player may change their own key in a turn, as in a log; in a game `MAX_ALL_OWN`."""
MAX_ALL_OWN = 4_000
_LIST = SignedForm(
    MAX_REGISTRATION, "registration", "the signature of the list of seats is wrong", way_out=""
)
_Seats: TypeAlias = Annotated[Mapping[Name, Hash], Tag("seats"), Items(MAX_SEATS, 1)]
_Record: TypeAlias = Annotated[bytes, Size(MAX_REGISTRATION)]
_Count: TypeAlias = Annotated[int, Bounds(0, MAX_ALL_OWN)]
_MOST = 10_000
ClosedBy: TypeAlias = Callable[[int, tuple[bytes, ...]], bool]
"""Whether a turn with a number above this one was closed by one of these keys."""


@wire("seats")
@dataclass(frozen=True, slots=True)
class SeatList:
    """The host says who holds which seat when turn number `turn` is open, at `head` of the log."""

    game: Annotated[GameId, Tag("game")]
    head: Annotated[Hash, Tag("head")]
    seats: _Seats
    turn: Annotated[int, Tag("turn"), Bounds(1, MAX_TURN)]
    host: Annotated[bytes, SIGNER] = b""
    raw: Annotated[bytes, RAW] = b""


@wire("")
@dataclass(frozen=True, slots=True)
class Seating:
    """What an authority knows of a game's seats, and of the authority before it.

    `listed`: the host's signed list; `changes`: agreement records that hold, in order, and `before`
    the hash of the seats before each; `host` and `seats` (nation -> public key) are as they are
    after all changes; `accepted`: digests of all proposals that ever held here; `firsts`: keys of
    authorities that have taken the place of the game's first one, whose tickets count as well;
    `turn`: the number of the turn that was open when the list was signed; `own`: how many of
    `accepted` are changes of a player's own key, and `own_now` how many since a turn was closed, by
    the key (hex) that they have led to.
    """

    host: Annotated[Hash, Tag("host")]
    listed: Annotated[bytes, Tag("list"), Size(2 * MAX_REGISTRATION)]
    seats: _Seats
    changes: Annotated[tuple[_Record, ...], Tag("changes"), Items(_MOST)] = ()
    before: Annotated[tuple[Hash, ...], Tag("before"), Items(_MOST)] = ()
    accepted: Annotated[tuple[Hash, ...], Tag("accepted"), Items(_MOST)] = ()
    firsts: Annotated[tuple[Hash, ...], Tag("firsts"), Items(_MOST)] = ()
    own: Annotated[int, Tag("own"), Bounds(0, MAX_ALL_OWN)] = 0
    own_now: Annotated[Mapping[Name, _Count], Tag("own_now"), Items(MAX_SEATS)] = field(
        default_factory=dict
    )
    game: Annotated[bytes, NOT_SIGNED] = b""
    turn: Annotated[int, NOT_SIGNED] = 1

    def to_bytes(self) -> bytes:
        """As it is stored: the list alone while nothing has ever changed."""
        if not self.accepted:
            return self.listed
        return bytes_of(self)


def is_change(raw: bytes) -> bool:
    """Whether what was handed in is an agreement record and not a list of seats."""
    try:
        value = decode(parse_envelope(raw, MAX_REGISTRATION).body)
    except SaveError:
        return False
    return isinstance(value, Mapping) and value.get("kind") == "agreement"


def open_list(raw: bytes) -> Seating:
    """A list of seats; its `host` is whoever signed it.

    Raises DiceError `registration-malformed`, `registration-bad-signature`.
    """
    listed = _LIST.open(raw, SeatList, Verifier())
    return Seating(listed.host, listed.raw, listed.seats, game=listed.game, turn=listed.turn)


def read_kept(stored: bytes) -> Seating:
    """What is stored, the list alone or what `to_bytes` wrote; changes are not verified again."""
    value = decode(stored)
    if not isinstance(value, Mapping):
        return open_list(stored)
    kept = read_as(Seating, value, "seating")
    listed = open_list(kept.listed)
    return replace(kept, game=listed.game, turn=listed.turn)


def change_game(raw: bytes) -> bytes:
    """The game of an agreement record; DiceError `agreement-refused` if it is not one."""
    return _open_change(raw)[0].game


def seated_as(seating: Seating, named: bytes) -> Seating | None:
    """The newest seating whose seats have the hash `named`: this one or an earlier one.

    None when there was no such seating. An earlier one lacks the agreements after it; they may be
    handed in again.
    """
    if seats_hash(seating.seats) == named:
        return seating
    if named not in seating.before:
        return None
    kept = len(seating.before) - 1 - seating.before[::-1].index(named)
    earlier = replace(
        open_list(seating.listed),
        accepted=seating.accepted,
        firsts=seating.firsts,
        own=seating.own,
    )
    for raw in seating.changes[:kept]:
        change = _open_change(raw)[0].motion.handover
        if change is not None:
            earlier = _changed(earlier, change, raw)
    return earlier


def after_change(seating: Seating, raw: bytes, is_closed_by: ClosedBy) -> Seating:
    """The seats after an agreement record; the same as before for one that holds already.

    Raises DiceError `agreement-refused`, naming what is wrong with it.
    """
    proposal, consents, signer = _open_change(raw)
    new, change = proposal.motion.new_authority, proposal.motion.handover
    if change is None:
        if new is None:
            raise _refused("it changes neither a seat nor a key nor a dice authority")
        return _after_new_dice(seating, proposal, new, consents, signer)
    if any(_digest_in(known) == proposal.digest for known in seating.changes):
        return seating
    is_new = proposal.digest not in seating.accepted
    if is_new:
        _check_number(seating, proposal)
    _check_fits(seating, proposal, change, signer)
    try:
        check_public_key(change.key)
    except SaveError as error:
        raise _refused(error.reason) from None
    _check_consents(seating, proposal, consents)
    if is_new and _has_lapsed(seating, proposal, change, is_closed_by):
        raise _refused("it has lapsed")
    firsts = seating.firsts if new is None or not is_new else _with_tickets_of(seating, new)
    after = replace(_changed(seating, change, raw), firsts=firsts)
    if not is_new:
        return after
    return _counted(replace(after, accepted=(*after.accepted, proposal.digest)), change)


def _after_new_dice(
    seating: Seating,
    proposal: Proposal,
    new: NewAuthority,
    consents: Sequence[bytes],
    signer: bytes,
) -> Seating:
    """With the tickets of another first authority, beside those that counted before.

    They never stop counting, since this authority does not see the log, and need not: it answers
    one request for a number, whoever has answered that request before it.
    """
    if proposal.digest in seating.accepted:
        return seating
    _check_is_of_game(seating, proposal, signer)
    _check_consents(seating, proposal, consents)
    _check_number(seating, proposal)
    accepted = (*seating.accepted, proposal.digest)
    return replace(seating, accepted=accepted, firsts=_with_tickets_of(seating, new))


def _with_tickets_of(seating: Seating, new: NewAuthority) -> tuple[bytes, ...]:
    """The keys whose tickets count, with that of another first authority."""
    try:
        commitment = verify_commitment(new.commitment, Verifier())
    except SaveError as error:
        raise _refused(error.reason) from None
    if commitment.game != seating.game:
        raise _refused("the new authority's commitment is for another game")
    return (*seating.firsts, *(() if new.which else (commitment.authority,)))


def _check_number(seating: Seating, proposal: Proposal) -> None:
    """Nobody uses up alone what all agree on; see docs/formats/save-v1.md, section "Quotas"."""
    own = proposal.motion.own_matter(proposal.proposer)
    if own is None:
        if len(seating.accepted) - seating.own >= MAX_CHANGES:
            raise _refused("this game has had more changes than its log can hold")
    elif seating.own_now.get(own.hex(), 0) >= MAX_OWN or seating.own >= MAX_ALL_OWN:
        raise _refused(f"this player has changed their key {MAX_OWN} times in this turn")


def _counted(seating: Seating, change: Handover) -> Seating:
    """With one more change: a new key goes on with the count of the old one."""
    if not change.is_of_key:
        return seating
    own = 1 if change.by_owner else 0
    counts = dict(seating.own_now)
    counts[change.key.hex()] = counts.pop(change.old.hex(), 0) + own
    counts = {key: count for key, count in counts.items() if count}
    return replace(seating, own=seating.own + own, own_now=counts)


def _check_consents(seating: Seating, proposal: Proposal, consents: Sequence[bytes]) -> None:
    """A2, A8 to A10, with the keys that are known here."""
    try:
        wanted = who_must_consent(proposal.motion, seating.seats, seating.host)
        opened = [open_consent(consent, Verifier()) for consent in consents]
        missing = missing_consents(proposal, opened, wanted)
    except SaveError as error:
        raise _refused(error.reason) from None
    if missing:
        raise _refused(f"{len(missing)} of the players whom it affects have not consented")


def _check_is_of_game(seating: Seating, proposal: Proposal, signer: bytes) -> None:
    """It is of this game, and handed over by somebody in it."""
    if proposal.game != seating.game:
        raise _refused("it is from another game")
    if signer not in (*seating.seats.values(), seating.host):
        raise _refused("it is not signed by anybody who plays")


def _check_fits(seating: Seating, proposal: Proposal, change: Handover, signer: bytes) -> None:
    """It is of this game, handed over by somebody in it, and about a key that holds the seats."""
    _check_is_of_game(seating, proposal, signer)
    holders = (*seating.seats.values(), seating.host)
    fits = change.old in holders and all(
        seating.seats.get(nation) == change.old for nation in change.seats
    )
    if not fits or change.key == change.old:
        raise _refused("the key that it replaces does not hold these seats")


def _has_lapsed(
    seating: Seating,
    proposal: Proposal,
    change: Handover,
    is_closed_by: ClosedBy,
) -> bool:
    """Whether the others have closed a turn after which the log cannot have it any more.

    Turns closed with keys that hold no seat now do not count: they may be earlier keys of whoever
    has `old`, who must not be able to keep their seat by closing turns early.
    """
    if change.is_of_key and change.by_owner:
        return False
    others = sorted({key for key in seating.seats.values() if key != change.old})
    return is_closed_by(proposal.until, tuple(others))


def _changed(seating: Seating, change: Handover, raw: bytes) -> Seating:
    """The seats and the host after an agreement whose consents have been checked."""
    seats = {
        nation: change.key if change.takes(nation, key) else key
        for nation, key in seating.seats.items()
    }
    is_host = change.is_of_key and seating.host == change.old
    return replace(
        seating,
        seats=seats,
        host=change.key if is_host else seating.host,
        changes=(*seating.changes, raw),
        before=(*seating.before, seats_hash(seating.seats)),
    )


def _open_change(raw: bytes) -> tuple[Proposal, tuple[bytes, ...], bytes]:
    """Proposal, consents as they came, and who signed the record, whose signature holds."""
    try:
        envelope = parse_envelope(raw, MAX_REGISTRATION)
        record = read_as(Agreement, decode(envelope.body))
        proposal = open_proposal(record.proposal, Verifier())
        signer = Verifier().signer(envelope, "agreement")
    except SaveError as error:
        raise _refused(error.reason) from None
    return proposal, record.consents, signer


def _digest_in(known: bytes) -> bytes:
    """The digest of the proposal in a record already taken; nothing is checked a second time."""
    record = read_as(Agreement, decode(parse_envelope(known, MAX_REGISTRATION).body))
    return tagged_hash(PROPOSAL_TAG, record.proposal)


def _refused(reason: str) -> DiceError:
    return DiceError(
        "agreement-refused",
        f"the dice authority does not take this agreement: {reason}",
        "Hand in all agreements about seats and keys, in their order.",
    )
