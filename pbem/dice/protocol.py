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

from engine.values import dataclass
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.fields import Fields
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier, parse_envelope, tagged_hash
from pbem.wire.tags import INLINE, Tag, kind_of, tagged, tags_of, wire

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

_REQUEST = SignedForm(
    "request",
    MAX_REQUEST,
    "request",
    "the signature of the dice request is wrong",
    DiceError,
    DiceError,
)
_RECEIPT = SignedForm(
    "roll",
    MAX_RECEIPT,
    "receipt",
    "the dice authority's signature of the roll is wrong",
    DiceError,
    DiceError,
)

COMMITTED = "committed"
REHEARSAL = "rehearsal"


@dataclass(frozen=True, slots=True)
class Commitment:
    """What an authority signs before a game: chain anchor s[0], its length, and for which host.

    `game` 16 bytes, `host` the public key that may set the game up, `proof` is "committed" or
    "rehearsal" (dice that prove nothing), `time` Unix seconds, `authority` the signing key, `first`
    the number of the roll that opens s[1], `before` the key of the authority that answers before
    it, None for the first or only one.
    """

    game: bytes
    host: bytes
    anchor: bytes
    length: int
    proof: str
    time: int
    authority: bytes
    first: int = 1
    before: bytes | None = None


@wire("")
@dataclass(frozen=True, slots=True)
class RollSpec:
    """Which dice, and for what: all that a request, a record and a replay must agree on.

    `where` is a territory or "", `round` that of the battle or 0; `phase`, `step` and `side` are
    the engine's words; `count` dice with `sides` faces.
    """

    phase: Annotated[str, Tag("phase")]
    where: Annotated[str, Tag("where")]
    round: Annotated[int, Tag("round")]
    step: Annotated[str, Tag("step")]
    side: Annotated[str, Tag("side")]
    count: Annotated[int, Tag("count")]
    sides: Annotated[int, Tag("sides")]


Asked: TypeAlias = tuple[str, RollSpec]
"""The nation that dice are for, and which dice."""


@wire("request")
@dataclass(frozen=True, slots=True)
class DiceRequest:
    """What a player asks for: which dice, and at which point of which game.

    `index` counts from 1 over the whole game; `head` is the head of the log just before the roll
    record; `nation` whose turn it is; `spec` is written in the body as its seven fields.
    """

    game: Annotated[bytes, Tag("game")]
    index: Annotated[int, Tag("index")]
    head: Annotated[bytes, Tag("head")]
    nation: Annotated[str, Tag("nation")]
    spec: Annotated[RollSpec, INLINE]

    @property
    def asked(self) -> Asked:
        """For which nation, and which dice, at any point of any game."""
        return self.nation, self.spec

    def body(self) -> bytes:
        """Canonical bytes, the ones that are signed and that the dice follow from."""
        return encode({**tagged(self), "kind": kind_of(DiceRequest)})

    def sign(self, key: SigningKey) -> bytes:
        """The signed request, as the authority takes it."""
        raw = self.body()
        parse_request(raw)
        return key.seal("request", raw)


@dataclass(frozen=True, slots=True)
class Receipt:
    """An authority's answer whose signature holds.

    `request` is the hash of the request's body, `seed` what it opens, `time` when, `raw` the bytes
    as they came.
    """

    request: bytes
    seed: bytes
    time: int
    authority: bytes
    raw: bytes


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
    return read_request(decode(raw))


def read_request(value: Plain) -> DiceRequest:
    """A request from its decoded body; NotASaveError as `parse_request`."""
    fields = Fields(value, "request", ("kind", *tags_of(DiceRequest)))
    fields.choice("kind", ("request",))
    return DiceRequest(
        game=fields.data("game", 16),
        index=fields.integer("index", 1, MAX_CHAIN),
        head=fields.data("head", 32),
        nation=fields.text("nation", 1, MAX_WORD),
        spec=RollSpec(
            phase=fields.text("phase", 1, MAX_WORD),
            where=fields.text("where", 0, MAX_WORD),
            round=fields.integer("round", 0, 1_000_000),
            step=fields.text("step", 0, MAX_WORD),
            side=fields.text("side", 0, MAX_WORD),
            count=fields.integer("count", 1, MAX_COUNT),
            sides=fields.integer("sides", MIN_SIDES, MAX_SIDES),
        ),
    )


def open_request(raw: bytes, verifier: Verifier) -> tuple[DiceRequest, Envelope]:
    """Parse a signed request and check its signature.

    Raises DiceError `request-malformed` or `request-bad-signature`.
    """
    return _REQUEST.open(raw, lambda value, envelope: (read_request(value), envelope), verifier)


def commitment_body(
    *,
    game: bytes,
    host: bytes,
    anchor: bytes,
    length: int,
    proof: str,
    time: int,
    first: int = 1,
    before: bytes | None = None,
) -> bytes:
    """Canonical bytes of a commitment, for the authority to sign."""
    return encode(
        {
            "anchor": anchor,
            "before": before,
            "first": first,
            "game": game,
            "host": host,
            "kind": "commitment",
            "length": length,
            "proof": proof,
            "time": time,
        }
    )


def verify_commitment(raw: bytes, verifier: Verifier) -> Commitment:
    """Read a commitment and check the authority's signature.

    Raises NotASaveError for its shape, DiceError `commitment-bad-signature`.
    """
    envelope = parse_envelope(raw, MAX_COMMITMENT)
    names = ("anchor", "before", "first", "game", "host", "kind", "length", "proof", "time")
    fields = Fields(decode(envelope.body), "commitment", names)
    fields.choice("kind", ("commitment",))
    commitment = Commitment(
        game=fields.data("game", 16),
        host=fields.data("host", 32),
        anchor=fields.data("anchor", 32),
        length=fields.integer("length", 1, MAX_CHAIN),
        proof=fields.choice("proof", (COMMITTED, REHEARSAL)),
        time=fields.time(),
        authority=envelope.signatures[0][0],
        first=fields.integer("first", 1, MAX_CHAIN),
        before=None if fields.get("before") is None else fields.data("before", 32),
    )
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
    request = request_hash(request_body)
    return encode({"kind": "roll", "request": request, "seed": seed, "time": time})


def open_receipt(raw: bytes, verifier: Verifier) -> Receipt:
    """A receipt whose shape and signature hold (R1, R2), but not yet its place in a game.

    Raises DiceError `receipt-malformed`, `receipt-bad-signature`.
    """
    return _RECEIPT.open(raw, _read_receipt, verifier)


def _read_receipt(value: Plain, envelope: Envelope) -> Receipt:
    fields = Fields(value, "roll", ("kind", "request", "seed", "time"))
    fields.choice("kind", ("roll",))
    return Receipt(
        request=fields.data("request", 32),
        seed=fields.data("seed", 32),
        time=fields.time(),
        authority=envelope.signatures[0][0],
        raw=envelope.raw,
    )
