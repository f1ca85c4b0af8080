"""Whether a new dice authority fits a game in which it is to take the place of another one.

A new authority's chain begins with the next roll; what was rolled before stays proved by the chain
of the authority before it.

Source: docs/formats/consent-v1.md, A7; docs/formats/dice-v1.md, section "Commitment".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.dice.protocol import COMMITTED, verify_commitment
from pbem.dice.sources import DiceSource
from pbem.motions.motion import NewAuthority
from pbem.save.kinds import GameMode
from pbem.wire.address import is_rehearsal
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.signing import Verifier


@dataclass(frozen=True, slots=True)
class DiceAt:
    """What a new authority is checked against: a game, its authorities, and the next roll.

    `hosts`: the keys that a commitment may name as the host's: whoever has one of them may tell the
    authority who plays.
    """

    game: bytes
    mode: GameMode
    hosts: tuple[bytes, ...]
    sources: tuple[DiceSource, ...]
    next_roll: int


def source_after(new: NewAuthority, at: DiceAt) -> DiceSource:
    """The new authority before its first roll; SaveError for one that does not fit the game."""
    commitment = verify_commitment(new.commitment, Verifier())
    if new.which >= len(at.sources):
        raise _unfit("the game has no second dice authority")
    if at.mode == "rehearsal" or is_rehearsal(new.address) or commitment.proof != COMMITTED:
        raise _unfit("a rehearsal's dice prove nothing, and nothing takes their place")
    if commitment.game != at.game or commitment.host not in at.hosts:
        raise _unfit("the new authority's commitment is for another game or host")
    if commitment.first != at.next_roll:
        raise _unfit(
            f"the new authority begins with roll {commitment.first}, but roll {at.next_roll} is "
            "next"
        )
    if commitment.before != (at.sources[0].commitment.authority if new.which else None):
        raise _unfit("the new authority does not answer in the place of the one that it replaces")
    if any(source.key == commitment.authority for source in at.sources):
        raise _unfit("the new authority is one that the game has already")
    return DiceSource.of(new.address, commitment, is_successor=True)


def replaced(
    sources: Sequence[DiceSource], which: int, source: DiceSource
) -> tuple[DiceSource, ...]:
    """The authorities with a new one in place `which`."""
    return tuple(source if place == which else one for place, one in enumerate(sources))


def _unfit(reason: str) -> SaveError:
    return DiceError("agreement-unfit", reason)
