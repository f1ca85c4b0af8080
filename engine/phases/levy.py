"""The levy phase: units for the areas that a nation owns, instead of a purchase."""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.economy.levy import resolve_levy

LEVY: Final = automatic_phase("levy", "levy", resolve_levy)
