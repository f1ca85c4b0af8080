"""What units a game has and how they fight: all that the odds of two forces need to know.

Rule: rule book, Battle calculator (B245).
"""

from collections.abc import Mapping
from typing import Annotated

from engine.core.ids import UnitTypeName
from engine.gamedef.names import TechnologyName
from engine.gamedef.options import Options
from engine.gamedef.schema import ELSEWHERE, Faces
from engine.gamedef.unit_types import SupportRules, UnitType
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class CombatRules:
    """A game without its board, its nations and its course (see Definition.combat_rules)."""

    unit_types: Annotated[Mapping[UnitTypeName, UnitType], ELSEWHERE]
    prices: Annotated[Mapping[UnitTypeName, int], ELSEWHERE]
    options: Annotated[Options, ELSEWHERE]
    support: SupportRules = ()
    technologies: tuple[TechnologyName, ...] = ()
    dice_sides: Faces = 6
