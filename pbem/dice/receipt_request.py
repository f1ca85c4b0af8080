"""Asking for a receipt again, by somebody who plays.

The first of two authorities shows the seed of a roll to nobody else before a turn was closed after
it: the second would know the dice before it answers.  So whoever wants the receipt once more signs
that they do, for this authority alone.

Source: docs/formats/dice-v1.md, section "Tickets"; docs/adr/0061.
"""

from collections.abc import Collection
from typing import Annotated

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass, replace
from pbem.dice.protocol import DiceRequest, request_hash
from pbem.wire.errors import DiceError
from pbem.wire.fields import GameId, Hash
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import SIGNER, bytes_of
from pbem.wire.signing import SigningKey, Verifier

MAX_ASK = 256
_ASK = SignedForm(MAX_ASK, "ask", "the receipt is not asked for by somebody who plays", way_out="")


@wire("ask")
@dataclass(frozen=True, slots=True)
class _Ask:
    """The player `by` asks authority number `which` for its answer to the request of this hash."""

    game: Annotated[GameId, Tag("game")]
    request: Annotated[Hash, Tag("request")]
    which: Annotated[int, Tag("which"), Bounds(0, 1)]
    by: Annotated[bytes, SIGNER] = b""


def make_ask(key: SigningKey, game: bytes, request_body: bytes, which: int) -> bytes:
    """Asks the authority number `which` (0 or 1) of a game for what it answered to a request."""
    return key.seal("ask", bytes_of(_Ask(game, request_hash(request_body), which)))


def check_ask(
    raw: bytes, request: DiceRequest, body: bytes, which: int, holders: Collection[bytes]
) -> None:
    """That somebody who plays asks this authority for the receipt of this request.

    raw: b"" when nobody does; holders: the keys that hold seats.  Raises DiceError
    `receipt-withheld`, `ask-malformed`, `ask-bad-signature`.
    """
    if raw:
        ask = _ASK.open(raw, _Ask, Verifier())
        wanted = _Ask(request.game, request_hash(body), which)
        if ask.by in holders and replace(ask, by=b"") == wanted:
            return
    raise DiceError(
        "receipt-withheld",
        f"roll {request.index} was answered, and before its turn is closed only those who play "
        "are shown the answer again",
        "Anybody who asked for the roll has the answer, or can ask again with their key.",
    )
