"""The end of a phase, `done`, and of the game, `resign`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """No more orders in this phase (B101)."""


@dataclass(frozen=True, slots=True)
class Resign:
    """The nation on turn gives up for its side, and its enemies win (B234)."""
