"""The end of a round: victory is tested (B97, B237)."""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.politics.victory import resolve_victory

END_ROUND: Final = automatic_phase("end_round", resolve_victory)
