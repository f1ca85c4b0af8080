"""The phase before a game in which land is given out at random."""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.politics.random_start import resolve_random_start

RANDOM_START: Final = automatic_phase("random_start", "random start", resolve_random_start)
