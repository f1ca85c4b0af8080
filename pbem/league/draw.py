"""Sides of a round, drawn by a dice authority, so that nobody can choose them.

The draw is roll 1 of a game that is none: its id is the hash of what is drawn for, so an authority
draws once for it. Its host and only player is the organiser.

Source: docs/formats/dice-v1.md, section "Draws of sides"; docs/adr/0106.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from engine.marks import Bounds, Items, Size, Tag, wire
from engine.values import dataclass, replace
from pbem.dice.client import DiceClient
from pbem.dice.protocol import (
    COMMITTED,
    MAX_RECEIPT,
    MAX_REQUEST,
    DiceRequest,
    RollSpec,
    compute_dice,
    dice_key,
    open_receipt,
    open_request,
    previous_seed,
    request_hash,
    verify_commitment,
)
from pbem.dice.seating import SeatList
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import MAX_SIGNED_COMMITMENT, Hash, Name
from pbem.wire.shapes import bytes_of, read_as, sealed
from pbem.wire.signing import SigningKey, Verifier, tagged_hash

MAX_DRAW: Final = 256 * 1024
"""Bytes of the file of a draw."""
_TAG: Final = b"pbem/v1/draw\0"
_SEAT: Final = "draw"
_Pair: TypeAlias = Annotated[tuple[Hash, ...], Items(2, 2)]


@wire("draw")
@dataclass(frozen=True, slots=True)
class SideDraw:
    """A round of a tournament, and the draw of its sides.

    organiser: their key; number: of the round, from 1; sides: the two that are drawn for, of which
    the first of a pair gets the first on a 1 and the other one on a 2; pairs: of players' keys;
    bye: who plays nobody in it, b"" for none. commitment, request, receipt: of the dice authority
    and the organiser, signed, b"" before it was drawn.
    """

    organiser: Annotated[Hash, Tag("organiser")]
    name: Annotated[Name, Tag("name")]
    number: Annotated[int, Tag("number"), Bounds(1, 1_000)]
    sides: Annotated[tuple[Name, ...], Tag("sides"), Items(2, 2)]
    pairs: Annotated[tuple[_Pair, ...], Tag("pairs"), Items(1_000, 1)]
    bye: Annotated[bytes, Tag("bye"), Size(32)] = b""
    commitment: Annotated[bytes, Tag("commitment"), Size(MAX_SIGNED_COMMITMENT)] = b""
    request: Annotated[bytes, Tag("request"), Size(2 * MAX_REQUEST)] = b""
    receipt: Annotated[bytes, Tag("receipt"), Size(2 * MAX_RECEIPT)] = b""

    @property
    def head(self) -> bytes:
        """The hash of what is drawn for, 32 bytes; its first 16 are the id of the game."""
        drawn_for = [
            self.organiser,
            self.name,
            self.number,
            list(self.sides),
            [list(pair) for pair in self.pairs],
            self.bye,
        ]
        return tagged_hash(_TAG, encode(drawn_for))

    @property
    def game(self) -> bytes:
        """The id under which the authority knows the draw."""
        return self.head[:16]

    def roll(self) -> DiceRequest:
        """What the authority is asked for: a die of two sides for each pair."""
        spec = RollSpec(_SEAT, "", self.number, "", "", len(self.pairs), 2)
        return DiceRequest(self.game, 1, self.head, _SEAT, spec)

    def to_bytes(self) -> bytes:
        """The file of the draw."""
        return bytes_of(self)


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """A pair: who plays the first of the two sides, and who the second; keys."""

    first: bytes
    second: bytes


def draw_sides(asked: SideDraw, key: SigningKey, dice: DiceClient) -> SideDraw:
    """Have a dice authority draw the sides of a round; asked again it gives the same ones.

    key: of the organiser.  Raises DiceError as `Authority.register` and `roll`, and for an answer
    that proves nothing, DiceUnavailableError.
    """
    commitment = dice.register(asked.game, key.public)
    dice.register_seats(sealed(SeatList(asked.game, asked.head, {_SEAT: key.public}, 1), key))
    request = asked.roll().sign(key)
    drawn = replace(asked, commitment=commitment, request=request, receipt=dice.roll(request))
    verify_draw(drawn)
    return drawn


def read_draw(data: bytes) -> SideDraw:
    """A draw from its file, not yet verified; NotASaveError."""
    return read_as(SideDraw, decode(data), "draw")


def verify_draw(drawn: SideDraw) -> tuple[tuple[DrawnPair, ...], bytes]:
    """The pairs with their sides, and the key of the authority that has drawn them.

    Raises DiceError `draw-unfit`, and what is wrong with a signature.
    """
    verifier = Verifier()
    commitment = verify_commitment(drawn.commitment, verifier)
    if (commitment.game, commitment.host) != (drawn.game, drawn.organiser):
        raise _unfit("its commitment is for something else")
    if commitment.proof != COMMITTED or commitment.first != 1 or commitment.before is not None:
        raise _unfit("its dice could be foreseen")
    request, envelope = open_request(drawn.request, verifier)
    if request != drawn.roll() or envelope.signatures[0][0] != drawn.organiser:
        raise _unfit("its dice were asked for something else, or by somebody else")
    receipt = open_receipt(drawn.receipt, verifier)
    if receipt.authority != commitment.authority:
        raise _unfit("commitment and dice are of two authorities")
    if receipt.request != request_hash(envelope.body):
        raise _unfit("its dice are those of another request")
    if previous_seed(receipt.seed) != commitment.anchor:
        raise _unfit("its dice are not those that were committed to")
    key = dice_key([receipt.seed])
    dice = compute_dice(key, envelope.body, request.spec.count, request.spec.sides)
    return tuple(_sided(drawn.pairs, dice)), commitment.authority


def _sided(pairs: Sequence[tuple[bytes, ...]], dice: Sequence[int]) -> list[DrawnPair]:
    return [
        DrawnPair(*pair) if die == 1 else DrawnPair(*reversed(pair))
        for pair, die in zip(pairs, dice, strict=True)
    ]


def _unfit(reason: str) -> DiceError:
    return DiceError("draw-unfit", f"this draw proves nothing: {reason}", "Ask for it again.")
