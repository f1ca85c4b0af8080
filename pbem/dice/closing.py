"""The closing of a turn as pure functions: the player's request and an authority's receipt.

At the end of a turn its player signs one thing: what ends it. The same bytes ask each dice
authority to vouch for every request that it has answered, so that no roll is left out of the log
and no order was changed after its dice were seen. `pbem.dice.sources` compares both with a log.

Source: docs/formats/dice-v1.md, section "Closing a turn".
"""

from collections.abc import Mapping
from typing import Annotated

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass
from pbem.dice.protocol import MAX_CHAIN, request_hash
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import ASK_AGAIN, DiceError, SaveError
from pbem.wire.fields import GameId, Hash, Name, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import RAW, SIGNER, bytes_of, read_as, sealed
from pbem.wire.signing import Envelope, SigningKey, Verifier, parse_envelope, tagged_hash

SEATS_TAG = b"pbem/v1/seats\0"
MAX_TURN = 100_000
MAX_CLOSING_BODY = 512
MAX_CLOSED_BODY = 256


@wire("turn_end")
@dataclass(frozen=True, slots=True)
class Closing:
    """What a player signs at the end of their turn, and the request that it be closed.

    `game` 16 bytes; `head` the log's head (32 bytes) before it; `index` of the next roll; `nation`
    whose turn it is; `turn` its number; `seats` who holds which seat (`seats_hash`); `end` the hash
    of everything else that the end holds.
    """

    game: Annotated[GameId, Tag("game")]
    head: Annotated[Hash, Tag("head")]
    # When the whole chain is used up the next index is one beyond it.
    index: Annotated[int, Tag("index"), Bounds(1, MAX_CHAIN + 1)]
    nation: Annotated[Name, Tag("nation")]
    turn: Annotated[int, Tag("turn"), Bounds(1, MAX_TURN)]
    seats: Annotated[Hash, Tag("seats")]
    end: Annotated[Hash, Tag("end")]

    def sign(self, key: SigningKey) -> bytes:
        """The signed request, as the authority takes it; NotASaveError for absurd values."""
        return sealed(self, key)


_CLOSING = SignedForm(MAX_CLOSING_BODY, "closing", "the player's signature of the closing is wrong")
_CLOSED = SignedForm(
    MAX_CLOSED_BODY, "closing", "the dice authority's signature of the closing is wrong"
)


@wire("closed")
@dataclass(frozen=True, slots=True)
class ClosedReceipt:
    """An authority's answer.

    `request` is the hash of the body that it closed, `answered` its running hash over all requests
    before it, `raw` the bytes as they came.
    """

    request: Annotated[Hash, Tag("request")]
    answered: Annotated[Hash, Tag("answered")]
    time: Annotated[Time, Tag("time")]
    authority: Annotated[bytes, SIGNER] = b""
    raw: Annotated[bytes, RAW] = b""


def seats_hash(seats: Mapping[str, bytes]) -> bytes:
    """Who holds which seat, as a turn's end names it; `seats`: public key by nation."""
    return tagged_hash(SEATS_TAG, encode(dict(seats)))


def open_closing(raw: bytes, verifier: Verifier) -> tuple[Closing, Envelope]:
    """Parse a signed request to close a turn and check its signature.

    Raises DiceError `closing-malformed` or `closing-bad-signature`.
    """
    return _CLOSING.opened(raw, Closing, verifier)


def closed_body(request_body: bytes, answered: bytes, time: int) -> bytes:
    """Canonical bytes of a closing receipt, for the authority to sign under the kind `closed`."""
    return bytes_of(ClosedReceipt(request_hash(request_body), answered, time))


def open_closed(raw: bytes, verifier: Verifier) -> ClosedReceipt:
    """A closing receipt whose shape and signature hold (C1, C2), but not yet its place.

    Raises DiceError `closing-malformed` or `closing-bad-signature`.
    """
    return _CLOSED.open(raw, ClosedReceipt, verifier)


def time_of_closed(raw: bytes) -> int:
    """When a closing receipt was made, by its authority's clock; the receipt was checked before."""
    return read_as(ClosedReceipt, decode(parse_envelope(raw, MAX_CLOSED_BODY).body)).time


def check_derived(raw: bytes, verifier: Verifier) -> None:
    """C2 of a receipt whose body was derived from the log; DiceError `closing-bad-signature`."""
    try:
        verifier.signer(parse_envelope(raw, MAX_CLOSED_BODY), "closed")
    except SaveError:
        raise DiceError(
            "closing-bad-signature",
            "the dice authority has closed another end of this turn, or one after other rolls",
            ASK_AGAIN,
        ) from None
