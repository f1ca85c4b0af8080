"""How hard a planning player thinks: work is counted, never time, so that it plays the same."""

from typing import Final

from engine.values import dataclass, replace

_WORK_PER_SECOND: Final = 16_000
"""Hits of one side times those of the other, of all battles that are solved exactly in a second of
the computer on which it was measured: 40 us each, and a third of the second for what a plan does
beside its odds."""

_EVERY_BATTLE: Final = 12
"""What any battle costs that is solved exactly, beside what its size does."""

_SHARES: Final = {
    "politics": 0.1,
    "bid": 0.35,
    "purchase": 0.35,
    "combat_move": 0.35,
    "noncombat_move": 0.15,
}
"""What a phase may have of the work of its turn; any other has 0.05."""

PLANNED: Final = frozenset(_SHARES)
"""The phases in which there is something to plan."""


class Purse:
    """Work that is left in a phase; it is spent in the order in which things are thought of."""

    def __init__(self, phase: str, work: float) -> None:
        """work: of a whole turn, of which a phase has its share."""
        self._left = work * _SHARES.get(phase, 0.05)

    def pays(self, cost: int) -> bool:
        """Spend some work; False, and nothing spent, when there is too little left."""
        if cost > self._left:
            return False
        self._left -= cost
        return True


@dataclass(frozen=True, slots=True)
class ThinkingBounds:
    """Bounds of the work of one phase.

    sizes: sizes of a force that are looked at for one target.
    on_land, at_sea: products of the hits of both sides up to which odds are exact; beyond, mean
      hits are enough.
    purse: pays for exact odds; mean hits are enough for what it cannot pay.  None for as many as
      are asked for.
    """

    sizes: int
    on_land: int
    at_sea: int
    purse: Purse | None = None

    def is_exact(self, size: int, *, at_sea: bool) -> bool:
        """Whether a battle is to be solved exactly, which is paid for.

        size: the hits of one side times those of the other.
        """
        if size > (self.at_sea if at_sea else self.on_land):
            return False
        return self.purse is None or self.purse.pays(_EVERY_BATTLE + size)

    def within(self, seconds: float, phase: str) -> "ThinkingBounds":
        """The same for one phase of a turn for which there are so many seconds."""
        return replace(self, purse=Purse(phase, seconds * _WORK_PER_SECOND))


HARD: Final = ThinkingBounds(sizes=9, on_land=2600, at_sea=500)
FAST: Final = ThinkingBounds(sizes=5, on_land=150, at_sea=60)
