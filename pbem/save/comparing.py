"""How two saves of one game relate: the same, older, newer, to be merged, or a fork.

Source: docs/formats/save-v1.md, section "Comparing two saves".
"""

from enum import StrEnum

import msgspec

from engine.values import dataclass
from pbem.save import format as container
from pbem.save.records import Start, TurnEnd
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.save.unpacking import unpack
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


def records_shared(save: TrustedSave, data: bytes) -> int | None:
    """How many records of a save a file holds, where it holds its beginning up to the end of a turn
    and nothing else; None for any other file.

    Nothing in the file has to be verified for that: it is compared with what was.  save: of a game
    that has started.  Raises NotASaveError.
    """
    frames = container.parse(data, container.SAVE).records
    opening = tuple(entry.raw for entry in save.entries[: save.start_index + 1])
    rest = frames[len(opening) :]
    if frames[: len(opening)] != opening:
        return None
    if not rest:
        return len(opening)
    start = save.entries[save.start_index].record
    if len(rest) > 1 or not container.is_packed(rest[0]) or not isinstance(start, Start):
        return None
    turns = 0
    if save.packed:
        old, new = (unpack(one, start.time, len(save.sources)) for one in (rest[0], save.packed))
        if msgspec.msgpack.encode(new[: len(old)]) == msgspec.msgpack.encode(old):
            turns = len(old)
    ends = [entry.index for entry in save.entries if isinstance(entry.record, TurnEnd)]
    return ends[turns - 1] + 1 if turns else None


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
