"""The dice protocol as pure functions: commitment, request, receipt, and their verification.

Source: docs/formats/dice-v1.md.

Before the game an authority makes a chain of seeds, each the hash of the next one, and signs the
first.  So all its dice are fixed, and nobody else can foresee them:

>>> from pbem.dice.authority import make_chain
>>> from pbem.dice.protocol import DiceRequest, RollSpec, compute_dice, previous_seed
>>> anchor, first, second = make_chain(bytes(32), 2)
>>> previous_seed(first) == anchor
True

A player asks for dice at one point of one log; the seed with that index and the request make them:

>>> spec = RollSpec("battle", "Poland", 1, "general", "attacker", count=5, sides=6)
>>> request = DiceRequest(game=bytes(16), index=1, head=bytes(32), nation="Germans", spec=spec)
>>> dice = compute_dice(first, request.body(), spec.count, spec.sides)
>>> dice
(2, 4, 2, 4, 6)

The receipt reveals the seed, and everybody can see that it is the one that was fixed and that
these dice follow from it:

>>> previous_seed(first) == anchor
True
>>> compute_dice(first, request.body(), 5, 6) == dice
True
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Annotated, TypeAlias

from engine.marks import INLINE, Bounds, OneOf, Size, Tag, wire
from engine.values import dataclass
from pbem.wire.canonical import decode
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.fields import GameId, Hash, Name, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import RAW, SIGNER, bytes_of, read_as, sealed
from pbem.wire.signing import Envelope, SigningKey, Verifier, parse_envelope, tagged_hash

SEED_TAG = b"pbem/v1/seed\0"
DICE_TAG = b"pbem/v1/dice\0"
PAIR_TAG = b"pbem/v1/pair\0"
REQUEST_TAG = b"pbem/v1/request\0"
ANSWERED_TAG = b"pbem/v1/answered\0"
NOTHING_ANSWERED = bytes(32)

MAX_COUNT = 10_000
MIN_SIDES = 2
MAX_SIDES = 1_000
MAX_CHAIN = 1_048_576
MAX_REQUEST = 4_096
MAX_RECEIPT = 256
MAX_COMMITMENT = 1_024
MAX_WORD = 64
_WORDS = 65_536

_REQUEST = SignedForm(MAX_REQUEST, "request", "the signature of the dice request is wrong")
_RECEIPT = SignedForm(MAX_RECEIPT, "receipt", "the dice authority's signature of the roll is wrong")

COMMITTED = "committed"
REHEARSAL = "rehearsal"

_Word: TypeAlias = Annotated[str, Size(MAX_WORD)]


@wire("commitment")
@dataclass(frozen=True, slots=True)
class Commitment:
    """What an authority signs before a game: chain anchor s[0], its length, and for which host.

    `game` 16 bytes, `host` the public key that may set the game up, `proof` is "committed" or
    "rehearsal" (dice that prove nothing), `time` Unix seconds, `authority` the signing key, `first`
    the number of the roll that opens s[1], `before` the key of the authority that answers before
    it, None for the first or only one.
    """

    game: Annotated[GameId, Tag("game")]
    host: Annotated[Hash, Tag("host")]
    anchor: Annotated[Hash, Tag("anchor")]
    length: Annotated[int, Tag("length"), Bounds(1, MAX_CHAIN)]
    proof: Annotated[str, Tag("proof"), OneOf((COMMITTED, REHEARSAL))]
    time: Annotated[Time, Tag("time")]
    first: Annotated[int, Tag("first"), Bounds(1, MAX_CHAIN)] = 1
    before: Annotated[Hash | None, Tag("before")] = None
    authority: Annotated[bytes, SIGNER] = b""


@wire("")
@dataclass(frozen=True, slots=True)
class RollSpec:
    """Which dice, and for what: all that a request, a record and a replay must agree on.

    `where` is a territory or "", `round` that of the battle or 0; `phase`, `step` and `side` are
    the engine's words; `count` dice with `sides` faces.
    """

    phase: Annotated[Name, Tag("phase")]
    where: Annotated[_Word, Tag("where")]
    round: Annotated[int, Tag("round"), Bounds(0, 1_000_000)]
    step: Annotated[_Word, Tag("step")]
    side: Annotated[_Word, Tag("side")]
    count: Annotated[int, Tag("count"), Bounds(1, MAX_COUNT)]
    sides: Annotated[int, Tag("sides"), Bounds(MIN_SIDES, MAX_SIDES)]


Asked: TypeAlias = tuple[str, RollSpec]
"""The nation that dice are for, and which dice."""


@wire("request")
@dataclass(frozen=True, slots=True)
class DiceRequest:
    """What a player asks for: which dice, and at which point of which game.

    `index` counts from 1 over the whole game; `head` is the head of the log just before the roll
    record; `nation` whose turn it is; `spec` is written in the body as its seven fields.
    """

    game: Annotated[GameId, Tag("game")]
    index: Annotated[int, Tag("index"), Bounds(1, MAX_CHAIN)]
    head: Annotated[Hash, Tag("head")]
    nation: Annotated[Name, Tag("nation")]
    spec: Annotated[RollSpec, INLINE]

    @property
    def asked(self) -> Asked:
        """For which nation, and which dice, at any point of any game."""
        return self.nation, self.spec

    def body(self) -> bytes:
        """Canonical bytes, the ones that are signed and that the dice follow from."""
        return bytes_of(self)

    def sign(self, key: SigningKey) -> bytes:
        """The signed request, as the authority takes it."""
        return sealed(self, key)


@wire("roll")
@dataclass(frozen=True, slots=True)
class Receipt:
    """An authority's answer.

    `request` is the hash of the request's body, `seed` what it opens, `time` when, `raw` the bytes
    as they came.
    """

    request: Annotated[Hash, Tag("request")]
    seed: Annotated[Hash, Tag("seed")]
    time: Annotated[Time, Tag("time")]
    authority: Annotated[bytes, SIGNER] = b""
    raw: Annotated[bytes, RAW] = b""


def previous_seed(seed: bytes) -> bytes:
    """s[i-1] from s[i]."""
    return tagged_hash(SEED_TAG, seed)


def earlier_seeds(seed: bytes, number: int) -> list[bytes]:
    """A seed and so many before it in its chain, the last one first."""
    seeds = [seed]
    for _ in range(number):
        # As `previous_seed`, without two calls: a game's first roll waits for 255 of them.
        seed = hashlib.sha256(SEED_TAG + seed).digest()
        seeds.append(seed)
    return seeds


def seed_number(commitment: Commitment, index: int) -> int:
    """Which seed of its chain an authority opens for roll number `index`."""
    return index - commitment.first + 1


def request_hash(body: bytes) -> bytes:
    """The name by which an authority's answer refers to a request."""
    return tagged_hash(REQUEST_TAG, body)


def next_answered(answered: bytes, request_body: bytes) -> bytes:
    """answered[i] from answered[i-1]: what an authority has answered, one more request included."""
    return tagged_hash(ANSWERED_TAG, answered, request_body)


def dice_key(seeds: Sequence[bytes]) -> bytes:
    """The key of a roll's dice: the seed of the one authority, or both seeds mixed."""
    if len(seeds) == 1:
        return seeds[0]
    first, second = seeds
    return hmac.digest(first, PAIR_TAG + second, hashlib.sha256)


def compute_dice(key: bytes, request_body: bytes, count: int, sides: int) -> tuple[int, ...]:
    """`count` dice from 1 to `sides`: HMAC-SHA256 in counter mode, 16-bit words, rejection.

    A word w is used when w < 65536 - 65536 mod sides, as w mod sides + 1; else it is skipped, so
    that every face is equally likely.
    """
    accepted = _WORDS - _WORDS % sides
    dice: list[int] = []
    counter = 0
    while len(dice) < count:
        message = DICE_TAG + request_body + counter.to_bytes(4, "big")
        block = hmac.digest(key, message, hashlib.sha256)
        for start in range(0, 32, 2):
            word = block[start] << 8 | block[start + 1]
            if word < accepted:
                dice.append(word % sides + 1)
        counter += 1
    return tuple(dice[:count])


def parse_request(raw: bytes) -> DiceRequest:
    """A request from its body; NotASaveError for anything that the field table does not allow."""
    return read_as(DiceRequest, decode(raw))


def open_request(raw: bytes, verifier: Verifier) -> tuple[DiceRequest, Envelope]:
    """Parse a signed request and check its signature.

    Raises DiceError `request-malformed` or `request-bad-signature`.
    """
    return _REQUEST.opened(raw, DiceRequest, verifier)


def verify_commitment(raw: bytes, verifier: Verifier) -> Commitment:
    """Read a commitment and check the authority's signature.

    Raises NotASaveError for its shape, DiceError `commitment-bad-signature`.
    """
    envelope = parse_envelope(raw, MAX_COMMITMENT)
    commitment = read_as(Commitment, decode(envelope.body), envelope=envelope)
    try:
        verifier.signer(envelope, "commitment")
    except SaveError:
        raise DiceError(
            "commitment-bad-signature",
            "the dice authority did not sign the commitment of this game",
            "Do not play this game: its dice can be made up.",
        ) from None
    return commitment


def receipt_body(request_body: bytes, seed: bytes, time: int) -> bytes:
    """Canonical bytes of a receipt, for the authority to sign under the kind `roll`."""
    return bytes_of(Receipt(request_hash(request_body), seed, time))


def open_receipt(raw: bytes, verifier: Verifier) -> Receipt:
    """A receipt whose shape and signature hold (R1, R2), but not yet its place in a game.

    Raises DiceError `receipt-malformed`, `receipt-bad-signature`.
    """
    return _RECEIPT.open(raw, Receipt, verifier)
