"""Asking for a receipt again, by somebody who plays.

The first of two authorities shows the seed of a roll to nobody else before a turn was closed after
it: the second would know the dice before it answers.  So whoever wants the receipt once more signs
that they do, for this authority alone.

Source: docs/formats/dice-v1.md, section "Tickets"; docs/adr/0061.
"""

from collections.abc import Collection

from pbem.dice.protocol import DiceRequest, request_hash
from pbem.wire.canonical import Plain, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import Fields
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier

MAX_ASK = 256
_ASK = SignedForm(
    "ask",
    MAX_ASK,
    "ask",
    "the receipt is not asked for by somebody who plays",
    DiceError,
    DiceError,
    way_out="",
)


def make_ask(key: SigningKey, game: bytes, request_body: bytes, which: int) -> bytes:
    """Asks the authority number `which` (0 or 1) of a game for what it answered to a request."""
    request = request_hash(request_body)
    return key.seal(
        "ask", encode({"game": game, "kind": "ask", "request": request, "which": which})
    )


def check_ask(
    raw: bytes, request: DiceRequest, body: bytes, which: int, holders: Collection[bytes]
) -> None:
    """That somebody who plays asks this authority for the receipt of this request.

    raw: b"" when nobody does; holders: the keys that hold seats.  Raises DiceError
    `receipt-withheld`, `ask-malformed`, `ask-bad-signature`.
    """
    if raw:
        *named, signer = _ASK.open(raw, _read, Verifier())
        if named == [request.game, request_hash(body), which] and signer in holders:
            return
    raise DiceError(
        "receipt-withheld",
        f"roll {request.index} was answered, and before its turn is closed only those who play "
        "are shown the answer again",
        "Anybody who asked for the roll has the answer, or can ask again with their key.",
    )


def _read(value: Plain, envelope: Envelope) -> tuple[bytes, bytes, int, bytes]:
    """Game, request and place of the authority, and who asks."""
    fields = Fields(value, "ask", ("game", "kind", "request", "which"))
    fields.choice("kind", ("ask",))
    return (
        fields.data("game", 16),
        fields.data("request", 32),
        fields.integer("which", 0, 1),
        envelope.signatures[0][0],
    )
