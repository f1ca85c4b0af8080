"""Whether an agreement shows that the turn of a player who has not signed it was still open.

Only the signatures and what they are about: whether the time was over, replay decides, which knows
whose turn it is and what counts as time.

Source: docs/formats/consent-v1.md, A12; docs/adr/0056.
"""

from collections.abc import Mapping, Sequence

from pbem.dice.open_turn import OpenTurn, open_statement_of
from pbem.dice.sources import Source
from pbem.wire.errors import ChainError, SaveError
from pbem.wire.motions import Forfeit, Motion, Substitution, puts_out
from pbem.wire.signing import Verifier


def check_open(
    statements: Sequence[bytes],
    motion: Motion,
    holders: Mapping[str, bytes],
    sources: Sequence[Source],
    place: tuple[bytes, int],
) -> tuple[OpenTurn, ...]:
    """What each authority says of the open turn; ChainError `agreement-unfit`.

    motion: of a game with a pace; holders: key by seat; place: the game and the number of the turn.
    """
    # A host who holds no seat is nobody's turn.
    old = puts_out(motion) if puts_out(motion) in holders.values() else None
    if len(statements) != (0 if old is None else len(sources)):
        raise _unfit(
            "it needs no word of the dice authority"
            if old is None
            else "it lacks the dice authority's word that the turn is open"
        )
    found: list[OpenTurn] = []
    for raw, source in zip(statements, sources, strict=False):
        try:
            said, signer = open_statement_of(raw, Verifier())
        except SaveError as error:
            raise _unfit(error.reason) from None
        if signer != source.commitment.authority:
            raise _unfit("the turn is not said to be open by this game's dice authority")
        if (said.game, said.turn) != place:
            raise _unfit("another turn is said to be open")
        found.append(said)
    if found and not _is_about(found, motion, holders):
        raise _unfit("the turn of somebody else is said to be open")
    return tuple(found)


def _is_about(said: Sequence[OpenTurn], motion: Motion, holders: Mapping[str, bytes]) -> bool:
    """Whether all name one seat, and the agreement takes it from its holder."""
    nation = said[0].nation
    match motion:
        case Substitution():
            is_named = nation in motion.seats
        case Forfeit():
            is_named = nation in motion.nations
        case _:
            is_named = True
    is_one = all(one.nation == nation for one in said)
    return is_one and is_named and holders.get(nation) == puts_out(motion)


def _unfit(reason: str) -> ChainError:
    return ChainError("agreement-unfit", reason)
