"""The die of the year, in a separate step in which nobody is asked (checklist 3.1)."""

from typing import Final

from engine.phases.phase import Phase, automatic_phase
from engine.rules.blocks.turn_order import resolve_year

TURN_ORDER: Final[Phase] = automatic_phase("turn_order", "turn order of the year", resolve_year)
