"""The dice authorities of a game as its log knows them, and whether their answers fit the log.

A game has one source of dice or two. What an authority answered is compared with what the log
derives: the request's hash, the seed's place in the chain, and `answered`, the running hash over
all requests.

Source: docs/formats/dice-v1.md, sections "Verification of a roll" and "Verification of a closing".
"""

from collections.abc import Mapping, Sequence

from engine.values import dataclass, replace
from pbem.dice.closing import ClosedReceipt, Closing, seats_hash
from pbem.dice.protocol import (
    NOTHING_ANSWERED,
    REHEARSAL,
    Commitment,
    DiceRequest,
    Receipt,
    next_answered,
    previous_seed,
    request_hash,
)
from pbem.dice.statements import Statement
from pbem.dice.turn_state import Seated
from pbem.text import quoted
from pbem.wire.errors import DiceError

COMPARE = "Compare the save with the journal of the dice authority."


@dataclass(frozen=True, slots=True)
class DiceSource:
    """One authority of a game at some point of the log.

    `address` where it is, `key` what it signs with now, `seed` the last one that it opened (the
    anchor before the first), `answered` the running hash over the requests that it answered;
    `restored`: when it was last restored from a backup, by its own word (Unix seconds, 0: never);
    `is_successor`: all have agreed that it takes the place of another one.
    """

    address: str
    commitment: Commitment
    key: bytes
    seed: bytes
    answered: bytes = NOTHING_ANSWERED
    is_successor: bool = False
    restored: int = 0

    @classmethod
    def of(
        cls, address: str, commitment: Commitment, *, is_successor: bool = False
    ) -> "DiceSource":
        """An authority that has answered nothing yet."""
        key, seed = commitment.authority, commitment.anchor
        return cls(address, commitment, key, seed, is_successor=is_successor)

    @property
    def stop(self) -> int:
        """The number of the first roll for which it has no seed."""
        return self.commitment.first + self.commitment.length

    def after(self, request_body: bytes, seed: bytes) -> "DiceSource":
        """After it has answered one more request; a rehearsal does not remember which."""
        if self.commitment.proof == REHEARSAL:
            return replace(self, seed=seed)
        return replace(self, seed=seed, answered=next_answered(self.answered, request_body))


@dataclass(frozen=True, slots=True)
class LogPoint:
    """A point of a log, for a roll or the end of a turn.

    `index` of the next roll; `turn` number of the next end; `seats` maps each nation to the public
    key that holds it.
    """

    game: bytes
    head: bytes
    index: int
    turn: int
    seats: Mapping[str, bytes]
    sources: tuple[DiceSource, ...]


def introduced(
    sources: Sequence[DiceSource], statements: Sequence[Statement]
) -> tuple[DiceSource, ...]:
    """The authorities after their statements about new keys; DiceError `statement-unfit`."""
    found = list(sources)
    for statement in statements:
        places = [place for place, source in enumerate(found) if source.key == statement.old]
        if not places:
            raise DiceError("statement-unfit", "it introduces a key of another dice authority")
        for place in places:
            restored = statement.time if statement.is_restored else found[place].restored
            found[place] = replace(found[place], key=statement.key, restored=restored)
    return tuple(found)


def check_seated(
    seated: Sequence[tuple[Seated, bytes]], sources: Sequence[DiceSource], game: bytes, seats: bytes
) -> None:
    """That each authority says since when it knows these seats (`seats_hash`) of a game.

    Raises DiceError `seated-missing`, `seated-wrong-authority`, `seated-unfit`.
    """
    if len(seated) != len(sources):
        raise DiceError(
            "seated-missing",
            "not every dice authority of this game says since when it knows the seats",
            "Ask the host to start the game when its dice authority can be reached.",
        )
    for (said, signer), source in zip(seated, sources, strict=True):
        if signer != source.key:
            raise _bad("seated-wrong-authority", "the seats are not known to its dice authority")
        if (said.game, said.seats) != (game, seats):
            raise _bad("seated-unfit", "its dice authority knows the seats of another game")


def check_request(request: DiceRequest, signer: bytes, place: LogPoint) -> None:
    """R4 to R8: a request fits the log at this place.

    Raises DiceError `roll-wrong-game`, `roll-wrong-index`, `chain-exhausted`, `roll-wrong-head`,
    `request-wrong-signer`.
    """
    check_number(request, place)
    if request.head != place.head:
        raise _bad("roll-wrong-head", "the dice were rolled for another position")
    if place.seats.get(request.nation) != signer:
        raise _bad(
            "request-wrong-signer",
            f"the dice for {quoted(request.nation)} were not requested by the player who holds it",
        )


def check_number(request: DiceRequest, place: LogPoint) -> None:
    """R4 to R6: game and number of a request; raises as `check_request`."""
    if request.game != place.game:
        raise _bad("roll-wrong-game", "the dice were rolled for another game")
    if request.index != place.index:
        raise _bad(
            "roll-wrong-index", f"this is roll {request.index}, but roll {place.index} comes next"
        )
    if any(request.index >= source.stop for source in place.sources):
        raise _bad("chain-exhausted", "the authority promised fewer rolls than this")


def check_answerers(receipts: Sequence[Receipt], sources: Sequence[DiceSource]) -> None:
    """R3: each authority has answered; `receipt-missing`, `receipt-wrong-authority`."""
    if len(receipts) != len(sources):
        raise _bad("receipt-missing", "not every dice authority of this game has answered")
    for receipt, source in zip(receipts, sources, strict=True):
        if receipt.authority != source.key:
            raise _bad(
                "receipt-wrong-authority", "the dice are not from this game's dice authority"
            )


def check_answers(receipts: Sequence[Receipt], body: bytes) -> None:
    """R9: each receipt answers the request with this body; `receipt-other-request`."""
    if any(receipt.request != request_hash(body) for receipt in receipts):
        raise _bad("receipt-other-request", "the dice were rolled for another request")


def after_roll(
    sources: Sequence[DiceSource], body: bytes, seeds: Sequence[bytes]
) -> tuple[DiceSource, ...]:
    """R10, and the authorities after the roll; DiceError `seed-not-in-chain`.

    body: of the request that they answered.
    """
    # One honest authority is enough: the dice mix the seeds of both, and neither can choose its own
    # once it has seen the other's, since both chains were fixed before the game.
    for source, seed in zip(sources, seeds, strict=True):
        if previous_seed(seed) != source.seed:
            raise _bad("seed-not-in-chain", "the seed does not follow from the seed before it")
    return tuple(source.after(body, seed) for source, seed in zip(sources, seeds, strict=True))


def check_closed(
    closing: Closing, body: bytes, end: bytes, closed: Sequence[ClosedReceipt], place: LogPoint
) -> None:
    """C3 to C7: these receipts close this turn, with this end, exactly here.

    body: the one that was signed; end: the hash of its content.

    Raises DiceError `closing-missing` and `closing-wrong-authority`, `-game`, `-turn`, `-index`,
    `-seats`, `-end`, `closing-other-request`, `answered-differs`.
    """
    if len(closed) != len(place.sources):
        raise _bad("closing-missing", "not every dice authority of this game has closed the turn")
    if any(one.authority != source.key for one, source in zip(closed, place.sources, strict=True)):
        raise _wrong("authority", "the turn was not closed by this game's dice authority")
    check_closing(closing, place)
    if closing.end != end:
        raise _wrong("end", "the turn was closed for another end")
    for one, source in zip(closed, place.sources, strict=True):
        if one.request != request_hash(body):
            raise _bad("closing-other-request", "another end of this turn was closed")
        # Each says for itself which requests it has answered, so a roll that was thrown away shows,
        # even if the other authority helped to hide it.
        if one.answered != source.answered:
            raise _bad(
                "answered-differs",
                "the dice authority has answered other requests than those in this log",
            )


def check_closing(closing: Closing, place: LogPoint) -> None:
    """C4 and C5: what a turn's end says about its place in the log; raises as `check_closed`."""
    if closing.game != place.game:
        raise _wrong("game", "the closing is for another game")
    if closing.turn != place.turn:
        raise _wrong("turn", f"the closing is for turn {closing.turn}, but this is {place.turn}")
    if closing.index > place.index:
        missing = closing.index - place.index
        raise _wrong("index", f"{missing} rolls that were made are missing from the log")
    if closing.index < place.index:
        raise _wrong(
            "index",
            f"the turn was closed before roll {closing.index}, but roll {place.index} is next",
        )
    if closing.seats != seats_hash(place.seats):
        raise _wrong("seats", "the turn was closed for other holders of the seats")


def _wrong(what: str, reason: str) -> DiceError:
    return _bad(f"closing-wrong-{what}", reason)


def _bad(code: str, reason: str) -> DiceError:
    return DiceError(code, reason, COMPARE)
