"""Tickets: the first of two authorities says which request it has answered, and shows no seed.

The second authority answers a request only with the ticket for it.  So there are never two requests
for one roll, each answered by one of them, and nobody can choose between two rolls afterwards.

Source: docs/formats/dice-v1.md, section "Two authorities".
"""

from collections.abc import Sequence
from typing import Annotated

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass, replace
from pbem.dice.protocol import MAX_CHAIN, DiceRequest, request_hash
from pbem.wire.errors import DiceError
from pbem.wire.fields import GameId, Hash
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import SIGNER, bytes_of
from pbem.wire.signing import SigningKey, Verifier

MAX_TICKET = 256
_TICKET = SignedForm(
    MAX_TICKET, "ticket", "the ticket is not from the first dice authority of this game", way_out=""
)


@wire("ticket")
@dataclass(frozen=True, slots=True)
class _Ticket:
    """The request with this hash was answered as roll number `index`; `by`: who says so."""

    game: Annotated[GameId, Tag("game")]
    index: Annotated[int, Tag("index"), Bounds(1, MAX_CHAIN)]
    request: Annotated[Hash, Tag("request")]
    by: Annotated[bytes, SIGNER] = b""


def make_ticket(key: SigningKey, request: DiceRequest, body: bytes) -> bytes:
    """The signed ticket for a request that has been answered; body: the request's."""
    return key.seal("ticket", bytes_of(_Ticket(request.game, request.index, request_hash(body))))


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
    ticket = _TICKET.open(raw, _Ticket, Verifier())
    if ticket.by not in firsts:
        raise _TICKET.forged()
    if replace(ticket, by=b"") != _Ticket(request.game, request.index, request_hash(body)):
        raise DiceError(
            "ticket-other-request",
            f"the first dice authority of this game has answered another request for roll "
            f"{request.index}",
            "Go on from the position in which that roll was made; the journal shows who asked.",
        )
