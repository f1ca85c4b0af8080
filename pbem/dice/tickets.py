"""Tickets: the first of two authorities says which request it has answered, and shows no seed.

The second authority answers a request only with the ticket for it.  So there are never two requests
for one roll, each answered by one of them, and nobody can choose between two rolls afterwards.

Source: docs/formats/dice-v1.md, section "Two authorities".
"""

from collections.abc import Sequence

from pbem.dice.protocol import MAX_CHAIN, DiceRequest, request_hash
from pbem.wire.canonical import Plain, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import Fields
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier

MAX_TICKET = 256
_TICKET = SignedForm(
    "ticket",
    MAX_TICKET,
    "ticket",
    "the ticket is not from the first dice authority of this game",
    DiceError,
    DiceError,
    way_out="",
)


def make_ticket(key: SigningKey, request: DiceRequest, body: bytes) -> bytes:
    """The signed ticket for a request that has been answered; body: the request's."""
    fields = {
        "game": request.game,
        "index": request.index,
        "kind": "ticket",
        "request": request_hash(body),
    }
    return key.seal("ticket", encode(fields))


def check_ticket(raw: bytes, firsts: Sequence[bytes], request: DiceRequest, body: bytes) -> None:
    """Whether the first authority has answered exactly this request.

    raw: b"" when none was sent; firsts: its key, and those of authorities that have replaced it.
    Raises DiceError `ticket-missing`, `ticket-malformed`,
    `ticket-bad-signature`, `ticket-other-request`.
    """
    if not raw:
        raise DiceError(
            "ticket-missing",
            "this dice authority answers after another one, and that has not been asked yet",
            "Ask the authorities in the order in which the save names them.",
        )
    *named, signer = _TICKET.open(raw, _read, Verifier())
    if signer not in firsts:
        raise _TICKET.forged()
    if named != [request.game, request.index, request_hash(body)]:
        raise DiceError(
            "ticket-other-request",
            f"the first dice authority of this game has answered another request for roll "
            f"{request.index}",
            "Go on from the position in which that roll was made; the journal shows who asked.",
        )


def _read(value: Plain, envelope: Envelope) -> tuple[bytes, int, bytes, bytes]:
    """Game, number and request of a ticket, and whose it is."""
    fields = Fields(value, "ticket", ("game", "index", "kind", "request"))
    fields.choice("kind", ("ticket",))
    return (
        fields.data("game", 16),
        fields.integer("index", 1, MAX_CHAIN),
        fields.data("request", 32),
        envelope.signatures[0][0],
    )
