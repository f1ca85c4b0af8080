"""Technologies found in the turn take effect, before income (B107, B230)."""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.economy.technology import resolve_activation

TECH_ACTIVATION: Final = automatic_phase(
    "tech_activation", "activation of technologies", resolve_activation
)
