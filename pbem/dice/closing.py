"""The closing of a turn as pure functions: the player's request and an authority's receipt.

At the end of a turn its player signs one thing: what ends it. The same bytes ask each dice
authority to vouch for every request that it has answered, so that no roll is left out of the log
and no order was changed after its dice were seen. `pbem.dice.sources` compares both with a log.

Source: docs/formats/dice-v1.md, section "Closing a turn".
"""

from collections.abc import Mapping
from typing import Annotated

from engine.values import dataclass
from pbem.dice.protocol import MAX_CHAIN, MAX_WORD, request_hash
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import ASK_AGAIN, DiceError, SaveError
from pbem.wire.fields import Fields
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier, parse_envelope, tagged_hash
from pbem.wire.tags import Tag, kind_of, tagged, tags_of, wire

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

    game: Annotated[bytes, Tag("game")]
    head: Annotated[bytes, Tag("head")]
    index: Annotated[int, Tag("index")]
    nation: Annotated[str, Tag("nation")]
    turn: Annotated[int, Tag("turn")]
    seats: Annotated[bytes, Tag("seats")]
    end: Annotated[bytes, Tag("end")]

    def body(self) -> bytes:
        """Canonical bytes, the ones that are signed."""
        return encode({**tagged(self), "kind": kind_of(Closing)})

    def sign(self, key: SigningKey) -> bytes:
        """The signed request, as the authority takes it; NotASaveError for absurd values."""
        raw = self.body()
        read_closing(decode(raw))
        return key.seal(kind_of(Closing), raw)


_CLOSING = SignedForm(
    kind_of(Closing),
    MAX_CLOSING_BODY,
    "closing",
    "the player's signature of the closing is wrong",
    DiceError,
    DiceError,
)
_CLOSED = SignedForm(
    "closed",
    MAX_CLOSED_BODY,
    "closing",
    "the dice authority's signature of the closing is wrong",
    DiceError,
    DiceError,
)


@dataclass(frozen=True, slots=True)
class ClosedReceipt:
    """An authority's answer whose signature holds.

    `request` is the hash of the body that it closed, `answered` its running hash over all requests
    before it, `raw` the bytes as they came.
    """

    request: bytes
    answered: bytes
    time: int
    authority: bytes
    raw: bytes


def seats_hash(seats: Mapping[str, bytes]) -> bytes:
    """Who holds which seat, as a turn's end names it; `seats`: public key by nation."""
    return tagged_hash(SEATS_TAG, encode(dict(seats)))


def open_closing(raw: bytes, verifier: Verifier) -> tuple[Closing, Envelope]:
    """Parse a signed request to close a turn and check its signature.

    Raises DiceError `closing-malformed` or `closing-bad-signature`.
    """
    return _CLOSING.open(raw, lambda value, envelope: (read_closing(value), envelope), verifier)


def closed_body(request_body: bytes, answered: bytes, time: int) -> bytes:
    """Canonical bytes of a closing receipt, for the authority to sign under the kind `closed`."""
    request = request_hash(request_body)
    return encode({"answered": answered, "kind": "closed", "request": request, "time": time})


def open_closed(raw: bytes, verifier: Verifier) -> ClosedReceipt:
    """A closing receipt whose shape and signature hold (C1, C2), but not yet its place.

    Raises DiceError `closing-malformed` or `closing-bad-signature`.
    """
    return _CLOSED.open(raw, _read_closed, verifier)


def _read_closed(value: Plain, envelope: Envelope) -> ClosedReceipt:
    fields = Fields(value, "closed", ("answered", "kind", "request", "time"))
    fields.choice("kind", ("closed",))
    return ClosedReceipt(
        request=fields.data("request", 32),
        answered=fields.data("answered", 32),
        time=fields.time(),
        authority=envelope.signatures[0][0],
        raw=envelope.raw,
    )


def time_of_closed(raw: bytes) -> int:
    """When a closing receipt was made, by its authority's clock; the receipt was checked before."""
    envelope = parse_envelope(raw, MAX_CLOSED_BODY)
    return _read_closed(decode(envelope.body), envelope).time


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


def read_closing(value: Plain) -> Closing:
    """The request in a decoded body; NotASaveError for what the field table does not allow."""
    fields = Fields(value, "turn_end", ("kind", *tags_of(Closing)))
    fields.choice("kind", ("turn_end",))
    return Closing(
        game=fields.data("game", 16),
        head=fields.data("head", 32),
        # When the whole chain is used up the next index is one beyond it.
        index=fields.integer("index", 1, MAX_CHAIN + 1),
        nation=fields.text("nation", 1, MAX_WORD),
        turn=fields.integer("turn", 1, MAX_TURN),
        seats=fields.data("seats", 32),
        end=fields.data("end", 32),
    )
