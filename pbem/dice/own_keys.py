"""The signing keys of an authority: the newest signs, and older keys have introduced newer ones.

Source: docs/formats/dice-v1.md, section "A new key of an authority".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.dice.protocol import receipt_body, seed_number, verify_commitment
from pbem.dice.rows import RegisteredGame
from pbem.dice.store import Work
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey, Verifier


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A key of the authority, and the statement of the key before that introduces it, if any."""

    key: SigningKey
    statement: bytes | None


def first_keys(work: Work) -> tuple[OwnKey, ...]:
    """All keys, the newest last; the first one is made when there is none."""
    if not work.vault.signing_secrets():
        work.vault.add_signing_secret(SigningKey.generate().secret())
    return read_keys(work)


def read_keys(work: Work) -> tuple[OwnKey, ...]:
    """All keys, the newest last."""
    pairs = zip(work.vault.signing_secrets(), work.vault.statements(), strict=True)
    return tuple(OwnKey(SigningKey.from_secret(one), statement) for one, statement in pairs)


def key_of(keys: Sequence[OwnKey], committed: bytes) -> SigningKey:
    """The key whose public half is `committed`; DiceError `dice-store` when it is not there."""
    return keys[_place_of(keys, committed)].key


def newest_after(keys: Sequence[OwnKey], committed: bytes) -> SigningKey:
    """The newest key to which statements lead from `committed`; raises as `key_of`."""
    place = _place_of(keys, committed)
    while place + 1 < len(keys) and keys[place + 1].statement is not None:
        place += 1
    return keys[place].key


def answer_again(work: Work, row: RegisteredGame, game: bytes, index: int, body: bytes) -> bytes:
    """The receipt of a roll that a save proves, for a store that has lost it; its time is 0."""
    commitment = verify_commitment(row.commitment, Verifier())
    key = key_of(read_keys(work), commitment.authority)
    seed = work.vault.seed(game, seed_number(commitment, index))
    return key.seal("roll", receipt_body(body, seed, 0))


def _place_of(keys: Sequence[OwnKey], public: bytes) -> int:
    for place, one in enumerate(keys):
        if one.key.public == public:
            return place
    raise DiceError("dice-store", "the dice store lacks the key that committed to this game")
