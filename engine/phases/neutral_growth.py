"""Between turns, units that belong to nobody make others.

Rule: the map dialect (createsUnitsList of the owner of neutral land).
"""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.economy.creation import resolve_neutral_growth

NEUTRAL_GROWTH: Final = automatic_phase(
    "neutral_growth", "growth of neutral land", resolve_neutral_growth
)
