"""How two saves of one game relate: the same, older, newer, to be merged, or a fork.

Source: docs/formats/save-v1.md, section "Comparing two saves".
"""

from enum import StrEnum

from engine.values import dataclass
from pbem.save.records import TurnEnd
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.wire.errors import OutOfTurnError


class Lineage(StrEnum):
    """How an incoming save relates to the known one."""

    FIRST = "first"
    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    MERGED = "merged"
    FORK = "fork"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`index`: for a fork the first record that differs, else None."""

    lineage: Lineage
    index: int | None = None


def compare(known: TrustedSave, new: TrustedSave) -> Comparison:
    """How `new` relates to `known`.

    While players are joining, answers may have come in any order: then only the set of joins
    counts, and MERGED means that each save has joins that the other lacks. Raises OutOfTurnError
    `different-game` for other genesis heads: two games may have one id.
    """
    if known.genesis_head != new.genesis_head:
        raise OutOfTurnError("different-game", "the two saves are from different games")
    if INVITING in (known.state, new.state):
        return Comparison(_compare_invitations(known, new))
    if known.head == new.head:
        return Comparison(Lineage.SAME)
    shared = min(len(known.entries), len(new.entries))
    if known.entries[shared - 1].head == new.entries[shared - 1].head:
        newer = len(new.entries) > len(known.entries)
        return Comparison(Lineage.NEWER if newer else Lineage.OLDER)
    low, high = 0, shared - 1
    while high - low > 1:
        middle = (low + high) // 2
        if known.entries[middle].head == new.entries[middle].head:
            low = middle
        else:
            high = middle
    return Comparison(Lineage.FORK, high)


def fork_words(save: TrustedSave, index: int) -> str:
    """The end of a sentence about a save that tells a game in another way than `save`.

    index: of the first record that differs.
    """
    ended = sum(isinstance(entry.record, TurnEnd) for entry in save.entries[:index])
    return f"tell turn {ended + 1} in two ways (from record {index} on)"


def _compare_invitations(known: TrustedSave, new: TrustedSave) -> Lineage:
    if known.state != new.state:
        return Lineage.NEWER if known.state == INVITING else Lineage.OLDER
    mine = {entry.body for entry in known.entries}
    theirs = {entry.body for entry in new.entries}
    if mine == theirs:
        return Lineage.SAME
    if mine < theirs:
        return Lineage.NEWER
    return Lineage.OLDER if theirs < mine else Lineage.MERGED
