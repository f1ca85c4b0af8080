"""How hard a planning player thinks: work is counted, never time, so that it plays the same."""

from typing import Final

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class ThinkingBounds:
    """Bounds of the work of one phase.

    sizes: sizes of a force that are looked at for one target.
    on_land, at_sea: products of the hits of both sides up to which odds are exact; beyond, mean
      hits are enough.
    battles: battles that are solved exactly, after which mean hits are enough for all.
    """

    sizes: int
    on_land: int
    at_sea: int
    battles: int


HARD: Final = ThinkingBounds(sizes=9, on_land=2600, at_sea=500, battles=4000)
FAST: Final = ThinkingBounds(sizes=5, on_land=150, at_sea=60, battles=1000)
