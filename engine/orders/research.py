"""Research: `tech rockets 2`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Research:
    """Buy research dice.

    technology: the one aimed at, "" where the rules do not let the player choose.
    dice: how many dice are bought, at least 1.
    """

    technology: str
    dice: int
