"""The closing of a turn as pure functions: request, receipt, and their verification.

At the end of a turn its player asks the dice authority to vouch that no roll of the game is left
out of their log. The answer is in the turn_end record, so that everyone can check it offline.

Source: docs/formats/dice-v1.md, section "Closing a turn".
"""

from typing import Annotated

from engine.values import dataclass
from pbem.dice.protocol import MAX_CHAIN, MAX_WORD, NextRoll
from pbem.text import quoted
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import ASK_AGAIN, DiceError, SaveError
from pbem.wire.fields import Fields
from pbem.wire.signing import Envelope, SigningKey, Verifier, parse_envelope
from pbem.wire.tags import Tag, kind_of, tagged, tags_of, wire

MAX_TURN = 100_000
MAX_CLOSING_BODY = 256
MAX_CLOSING_REQUEST = 512
MAX_CLOSED_BODY = 1_024
MAX_CLOSING = 1_280
"""Bytes of a whole receipt, as a turn_end record may hold it."""


@wire("closing")
@dataclass(frozen=True, slots=True)
class Closing:
    """A player's request at the end of their turn: that it be closed at this point of this game.

    `game` 16 bytes; `head` the log's head (32 bytes) just before the turn_end record; `index` of
    the next roll, so the last one in the log plus 1; `nation` whose turn it is; `turn` the number
    of turn_end records in the log plus 1.
    """

    game: Annotated[bytes, Tag("game")]
    head: Annotated[bytes, Tag("head")]
    index: Annotated[int, Tag("index")]
    nation: Annotated[str, Tag("nation")]
    turn: Annotated[int, Tag("turn")]

    def body(self) -> bytes:
        """Canonical bytes, the ones that are signed."""
        return encode({**tagged(self), "kind": kind_of(Closing)})

    def sign(self, key: SigningKey) -> bytes:
        """The signed request, as the authority takes it; NotASaveError for absurd values."""
        raw = self.body()
        _parse_closing(raw)
        return key.seal("closing", raw)


@dataclass(frozen=True, slots=True)
class ClosingReceipt:
    """An answer whose signatures hold: request, who asked, time, who answered, bytes."""

    request: Closing
    requester: bytes
    time: int
    authority: bytes
    raw: bytes


def open_closing(raw: bytes, verifier: Verifier) -> tuple[Closing, Envelope]:
    """Parse a signed request to close a turn and check its signature.

    Raises DiceError `closing-malformed` or `closing-bad-signature`.
    """
    closing, envelope = _read_closing(raw)
    _signer(envelope, "closing", verifier)
    return closing, envelope


def closed_body(request_raw: bytes, time: int) -> bytes:
    """Canonical bytes of a closing receipt, for the authority to sign under the kind `closed`."""
    return encode({"kind": "closed", "request": request_raw, "time": time})


def open_closed(raw: bytes, verifier: Verifier) -> ClosingReceipt:
    """A closing receipt whose shape and both signatures hold (C1, C2), but not yet its place.

    Raises DiceError `closing-malformed` or `closing-bad-signature`.
    """
    try:
        envelope = parse_envelope(raw, MAX_CLOSED_BODY)
        fields = Fields(decode(envelope.body), "closed", ("kind", "request", "time"))
        fields.choice("kind", ("closed",))
        request_raw = fields.blob("request", MAX_CLOSING_REQUEST)
        time = fields.time()
    except SaveError as error:
        raise _malformed(error) from None
    closing, inner = _read_closing(request_raw)
    authority = _signer(envelope, "closed", verifier)
    requester = _signer(inner, "closing", verifier)
    return ClosingReceipt(closing, requester, time, authority, raw)


def check_closed(receipt: ClosingReceipt, next_roll: NextRoll, turn: int, nation: str) -> None:
    """C3 to C9: the receipt closes turn number `turn`, of `nation`, exactly before `next_roll`.

    Raises DiceError `closing-wrong-authority`, `closing-wrong-game`, `closing-wrong-turn`,
    `closing-wrong-nation`, `closing-wrong-index`, `closing-wrong-head`, `closing-wrong-signer`.
    """
    request = receipt.request
    if receipt.authority != next_roll.commitment.authority:
        raise _bad("authority", "the turn was not closed by this game's dice authority")
    if request.game != next_roll.commitment.game:
        raise _bad("game", "the closing is for another game")
    if request.turn != turn:
        raise _bad("turn", f"the closing is for turn {request.turn}, but this is turn {turn}")
    if request.nation != nation:
        raise _bad("nation", f"the closing is for {quoted(request.nation)}, not {quoted(nation)}")
    if request.index != next_roll.index:
        words = (
            f"the turn was closed before roll {request.index}, but roll {next_roll.index} is next"
        )
        if request.index > next_roll.index:
            words = (
                f"{request.index - next_roll.index} rolls that were made are missing from the log"
            )
        raise _bad("index", words)
    if request.head != next_roll.head:
        raise _bad("head", "the turn that was closed is not the one in the log")
    if next_roll.seats.get(nation) != receipt.requester:
        raise _bad(
            "signer", f"the closing was not requested by the player who holds {quoted(nation)}"
        )


def _read_closing(raw: bytes) -> tuple[Closing, Envelope]:
    try:
        envelope = parse_envelope(raw, MAX_CLOSING_BODY)
        return _parse_closing(envelope.body), envelope
    except SaveError as error:
        raise _malformed(error) from None


def _parse_closing(raw: bytes) -> Closing:
    fields = Fields(decode(raw), "closing", ("kind", *tags_of(Closing)))
    fields.choice("kind", ("closing",))
    return Closing(
        game=fields.data("game", 16),
        head=fields.data("head", 32),
        # When the whole chain is used up the next index is one beyond it.
        index=fields.integer("index", 1, MAX_CHAIN + 1),
        nation=fields.text("nation", 1, MAX_WORD),
        turn=fields.integer("turn", 1, MAX_TURN),
    )


def _signer(envelope: Envelope, kind: str, verifier: Verifier) -> bytes:
    try:
        return verifier.signer(envelope, kind)
    except SaveError:
        whose = "dice authority's" if kind == "closed" else "player's"
        raise DiceError(
            "closing-bad-signature", f"the {whose} signature of the closing is wrong", ASK_AGAIN
        ) from None


def _malformed(error: SaveError) -> DiceError:
    return DiceError("closing-malformed", error.reason, error.way_out)


def _bad(what: str, reason: str) -> DiceError:
    way_out = "Compare the save with the journal of the dice authority."
    return DiceError(f"closing-wrong-{what}", reason, way_out)
