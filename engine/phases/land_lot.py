"""The phase before a game in which land is given out by lot."""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.politics.land_lot import resolve_land_lot

LAND_LOT: Final = automatic_phase("land_lot", resolve_land_lot)
