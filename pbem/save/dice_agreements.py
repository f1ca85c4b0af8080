"""What a log has agreed on about dice: other authorities, lost rolls, lost ends of turns.

Source: docs/formats/consent-v1.md, "What the last three are for".
"""

from collections.abc import Iterable, Sequence

from engine.values import dataclass, replace
from pbem.dice.agreement import Agreement
from pbem.dice.turn_state import next_free, states_in
from pbem.save.entries import LogEntry
from pbem.save.records import Genesis, Roll, VoidRoll


@dataclass(frozen=True, slots=True)
class Term:
    """The records for which one authority answers: from number `since` on, and before `until`.

    `which`: its place among the authorities; `asked`: the record after which it was proposed, 0 for
    one of the genesis record; `commitment`: as it was signed; `is_last`: nobody has replaced it.
    """

    which: int
    address: str
    commitment: bytes
    asked: int
    since: int
    until: int
    is_last: bool = True


def terms_of(genesis: Genesis, entries: Sequence[LogEntry]) -> tuple[Term, ...]:
    """All authorities that a game ever had: those of the genesis record, then those agreed on."""
    heads = {entry.head: entry.index for entry in entries}
    last = len(entries)
    terms = [
        Term(place, dice.address, dice.commitment, 0, 0, last)
        for place, dice in enumerate(genesis.dice)
    ]
    present = [*range(len(terms))]
    for entry in entries:
        proposal = entry.agreement.proposal if entry.agreement is not None else None
        new = proposal.motion.new_authority if proposal is not None else None
        if proposal is None or new is None:
            continue
        since = entry.index + 1
        before = present[new.which]
        terms[before] = replace(terms[before], until=since, is_last=False)
        present[new.which] = len(terms)
        asked = heads[proposal.head]
        terms.append(Term(new.which, new.address, new.commitment, asked, since, last))
    return tuple(terms)


def lost_rolls(entries: Iterable[LogEntry]) -> frozenset[int]:
    """The numbers of rolls that all have agreed to declare void.

    Each agreement is about numbers that were still to come, so none of a record before it.
    """
    found: set[int] = set()
    next_roll = 1
    for entry in entries:
        if isinstance(entry.record, Roll | VoidRoll):
            next_roll += 1
        if entry.motion is not None:
            found |= set(range(next_roll, entry.motion.last_lost_roll + 1))
    return frozenset(found)


def lost_turns(entries: Iterable[LogEntry]) -> frozenset[int]:
    """The numbers of turns whose end all, or all but a late player, have agreed to leave out."""
    found: set[int] = set()
    for entry in entries:
        if entry.motion is None or not isinstance(entry.record, Agreement):
            continue
        if entry.motion.lost_turn:
            found.add(entry.motion.lost_turn)
        elif entry.motion.puts_out:
            states = states_in(entry.record.states)
            found.update(range(states[0].turn, next_free(states)) if states else ())
    return frozenset(found)
