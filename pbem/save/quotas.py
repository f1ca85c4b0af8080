"""How much of a log one player may use up, so that nobody can end a game by filling it.

Whatever one player can add alone is counted for that player and turn; what everybody signs has a
share of its own, which nobody else can touch.  A `Quotas` is a value: each record gives the next
one.

Source: docs/formats/save-v1.md, section "Quotas"; docs/adr/0062.
"""

from collections.abc import Mapping
from typing import Final

from engine.values import dataclass, field, replace
from pbem.motions.motion import Motion
from pbem.save.format import MAX_RECORDS
from pbem.save.kinds import RecordKind
from pbem.save.records import ROLL
from pbem.wire.errors import NotASaveError

MAX_TURN_ACTIONS: Final = 5_000
MAX_TURN_DICE: Final = 50_000
MAX_TURN_RECORDS: Final = 2_000
"""Of one turn, without what others make necessary: agreements, void records, and its end."""
MAX_TURN_ROLLS: Final = 1_000
MAX_TURN_BYTES: Final = 262_144
"""Of the bodies of those records, and of agreements that are one player's own matter."""
MAX_BYTES: Final = 12_582_912
"""The same of a log, with its void records; the rest of a file is for what all sign."""
MAX_SAID: Final = 100
"""Notes and absences of one player in a turn."""
MAX_OWN: Final = 4
"""Agreements that are one player's own matter, for each player in a turn."""
MAX_AGREED: Final = 1_000
"""Agreements that all sign, or all but one, in a log."""
RESERVE: Final = 2_000
"""The last records of a log: for ends of turns and agreements that all sign."""

_ELSEWHERE = ("genesis", "join", "start", "agreement", "turn_end")
_FULL = "the log is full but for the end of the game"
_DRAW = "Agree on a draw."
_WAY_OUT = "Nobody plays like that; do not play with whoever sent it."


@dataclass(frozen=True, slots=True)
class Quotas:
    """What was used up: of the turn under way, but `agreed` and `log_size` of the log.

    records, rolls, actions, dice: how many; size, log_size: bytes of bodies; said: notes and
    absences by key; own: agreements that were the matter of one player, by key. A new key of a
    player has what the old one had.
    """

    records: int = 0
    rolls: int = 0
    size: int = 0
    actions: int = 0
    dice: int = 0
    said: Mapping[bytes, int] = field(default_factory=dict)
    own: Mapping[bytes, int] = field(default_factory=dict)
    agreed: int = 0
    log_size: int = 0

    def with_record(self, kind: RecordKind, size: int, before: int) -> "Quotas":
        """With one more record of a kind, with `size` bytes of body, after `before` others.

        Raises NotASaveError.
        """
        if kind in _ELSEWHERE:
            return self
        after = self._in_log(size, before)
        if kind == "void":
            return after
        if self.records >= MAX_TURN_RECORDS:
            raise _too_many("records", f"there are more than {MAX_TURN_RECORDS} in one turn")
        after = replace(after._in_turn(size), records=self.records + 1)
        if kind != ROLL:
            return after
        if self.rolls >= MAX_TURN_ROLLS:
            raise _too_many("rolls", f"there are more than {MAX_TURN_ROLLS} in one turn")
        return replace(after, rolls=self.rolls + 1)

    def _in_log(self, size: int, before: int) -> "Quotas":
        if before >= MAX_RECORDS - RESERVE:
            raise _too_many("records", _FULL, _DRAW)
        if self.log_size + size > MAX_BYTES:
            raise _too_many("bytes", _FULL, _DRAW)
        return replace(self, log_size=self.log_size + size)

    def _in_turn(self, size: int) -> "Quotas":
        if self.size + size > MAX_TURN_BYTES:
            raise _too_many("bytes", f"there are more than {MAX_TURN_BYTES} in one turn")
        return replace(self, size=self.size + size)

    def with_actions(self, count: int) -> "Quotas":
        """With so many more actions, whatever was replaced or taken back; NotASaveError."""
        if self.actions + count > MAX_TURN_ACTIONS:
            raise _too_many("actions", f"there are more than {MAX_TURN_ACTIONS} in one turn")
        return replace(self, actions=self.actions + count)

    def with_dice(self, count: int) -> "Quotas":
        """With so many more dice; NotASaveError."""
        if self.dice + count > MAX_TURN_DICE:
            raise _too_many("dice", f"there are more than {MAX_TURN_DICE} in one turn")
        return replace(self, dice=self.dice + count)

    def with_said(self, key: bytes) -> "Quotas":
        """With one more note or absence by a key; NotASaveError."""
        count = self.said.get(key, 0)
        if count >= MAX_SAID:
            raise _too_many("notes", f"one player has written more than {MAX_SAID} in one turn")
        return replace(self, said={**self.said, key: count + 1})

    def with_agreement(self, motion: Motion, proposer: bytes, size: int, before: int) -> "Quotas":
        """With one more agreement of `size` bytes, after `before` records; NotASaveError."""
        by = motion.own_matter(proposer)
        if by is None:
            if self.agreed >= MAX_AGREED:
                raise _too_many("agreements", f"there are more than {MAX_AGREED} in the log")
            return replace(self, agreed=self.agreed + 1)
        count = self.own.get(by, 0)
        if count >= MAX_OWN:
            raise _too_many("agreements", f"one player has made more than {MAX_OWN} in one turn")
        after = self._in_log(size, before)._in_turn(size)
        return replace(after, own={**self.own, by: count + 1})

    def with_key(self, old: bytes, key: bytes) -> "Quotas":
        """With another key of the same player."""
        return replace(self, said=_moved(self.said, old, key), own=_moved(self.own, old, key))

    def ended(self) -> "Quotas":
        """At the end of a turn."""
        return Quotas(agreed=self.agreed, log_size=self.log_size)


def _moved(counts: Mapping[bytes, int], old: bytes, key: bytes) -> Mapping[bytes, int]:
    if old not in counts:
        return counts
    return {key if one == old else one: count for one, count in counts.items()}


def _too_many(what: str, reason: str, way_out: str = _WAY_OUT) -> NotASaveError:
    return NotASaveError(f"too-many-{what}", reason, way_out)
