"""Standing orders: filed by a nation in its own turn, followed while it is away."""

from dataclasses import dataclass

from engine.core.standing import StandingInstruction


@dataclass(frozen=True, slots=True)
class FileStanding:
    """Add one instruction: `standing losses Finland: infantry, armour`.

    It takes the place of an earlier one of the same kind, territory and conditions.
    """

    instruction: StandingInstruction


@dataclass(frozen=True, slots=True)
class ClearStanding:
    """Drop all instructions of the nation: `standing nothing`."""
