"""Whether an agreement of a game with a pace holds the word of the dice authorities on the turn.

Only the signatures and what they are about: whether a time was over, replay decides, which knows
whose turn it is and what counts as time.

Source: docs/formats/consent-v1.md, A12; docs/adr/0056 and 0060.
"""

from collections.abc import Mapping, Sequence

from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.dice.sources import DiceSource, introduced
from pbem.dice.statements import open_statement
from pbem.dice.turn_state import TurnState, open_state
from pbem.motions.motion import Motion
from pbem.wire.errors import ChainError, SaveError
from pbem.wire.signing import Verifier


@dataclass(frozen=True, slots=True)
class AuthorityStatement:
    """What the authorities said: `states` of the turn, and `sources` with their newest keys.

    `is_put_out`: whether somebody who has not signed loses seats, so that what they have closed
    beyond this log counts no more.
    """

    states: tuple[TurnState, ...]
    sources: tuple[DiceSource, ...]
    is_put_out: bool


def check_word(
    record: Agreement,
    motion: Motion,
    holders: Mapping[str, bytes],
    sources: Sequence[DiceSource],
    place: tuple[bytes, int],
) -> AuthorityStatement:
    """A12 in a game with a pace; ChainError `agreement-unfit`.

    holders: key by seat; sources: as they are after the agreement; place: the game and the number
    of the turn.
    """
    wanted = sources if motion.needs_word else ()
    if len(record.states) != len(wanted):
        raise _unfit(
            "it lacks the dice authority's word on the turn"
            if wanted
            else "it needs no word of the dice authority"
        )
    if record.statements and not wanted:
        raise _unfit("it needs no word of the dice authority")
    old = motion.puts_out
    # A host who holds no seat is nobody's turn.
    is_put_out = old is not None and old in holders.values()
    states, known = states_by(record.states, record.statements, sources)
    if any((said.game, said.turn) != place for said in states):
        raise _unfit("it is said of another turn")
    if is_put_out and any(said.shown for said in states):
        raise _unfit("the turn was there for everybody to fetch")
    if states and not _is_about(states, motion, holders, old if is_put_out else None):
        raise _unfit("it is said of the turn of somebody else")
    return AuthorityStatement(states, known, is_put_out)


def states_by(
    states: Sequence[bytes], statements: Sequence[bytes], sources: Sequence[DiceSource]
) -> tuple[tuple[TurnState, ...], tuple[DiceSource, ...]]:
    """What is said of a turn by each of these authorities, and what they sign with then.

    states: one of each, in order, or none; statements: about newer keys.  Raises ChainError
    `agreement-unfit`.
    """
    try:
        known = introduced(sources, [open_statement(raw, Verifier()) for raw in statements])
        found = [open_state(raw, Verifier()) for raw in states]
    except SaveError as error:
        raise _unfit(error.reason) from None
    signers = [signer for _, signer in found]
    if found and signers != [source.key for source in known]:
        raise _unfit("what is said of the turn is not signed by this game's dice authority")
    return tuple(said for said, _ in found), known


def _is_about(
    said: Sequence[TurnState], motion: Motion, holders: Mapping[str, bytes], old: bytes | None
) -> bool:
    """Whether all name one seat, and one that an agreement takes from its holder `old`, if any."""
    nation = said[0].nation
    if nation not in holders or any(one.nation != nation for one in said):
        return False
    if old is None:
        return True
    return motion.displaces(nation, old) and holders[nation] == old


def _unfit(reason: str) -> ChainError:
    return ChainError("agreement-unfit", reason)
