"""The end of a phase: `done`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """No more orders in this phase (B101)."""
