"""Research: `tech rockets 2`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Research:
    """Buy research dice.

    technology: the one aimed at, or the chart; "" where the rules let the player name nothing.
    dice: how many dice are bought; 0 only where dice of earlier turns are rolled again (B106).
    """

    technology: str
    dice: int
