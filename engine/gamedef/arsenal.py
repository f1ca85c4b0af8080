"""What units a game has and how they fight: all that the odds of two forces need of it.

Rule: rule book, Battle calculator (B245).
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.ids import UnitTypeName
from engine.gamedef.options import Options
from engine.gamedef.unit_types import SupportRule, UnitType


class Arsenal(NamedTuple):
    """A game without its board, its nations and its course (see Definition.arsenal)."""

    unit_types: Mapping[UnitTypeName, UnitType]
    prices: Mapping[UnitTypeName, int]
    support: tuple[SupportRule, ...]
    technologies: tuple[str, ...]
    options: Options
    dice_sides: int
