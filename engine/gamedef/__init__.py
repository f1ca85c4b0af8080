"""What is in the box: everything about a game that does not change while it is played.

The odds of two forces need unit types and options only (ADR 0009); everything else is loaded when
it is first used.
"""

from typing import TYPE_CHECKING, Final

from engine.gamedef.combat_rules import CombatRules
from engine.gamedef.options import Options
from engine.gamedef.unit_combat import AntiAir
from engine.gamedef.unit_types import SupportRule, UnitType
from engine.late import late_names

if TYPE_CHECKING:
    from engine.gamedef.areas import Canal, Territory
    from engine.gamedef.conditions import Objective
    from engine.gamedef.definition import Definition
    from engine.gamedef.position import State
    from engine.gamedef.sequence import SequenceStep
    from engine.gamedef.setup import Placement
    from engine.gamedef.sides import Nation
    from engine.gamedef.technology import TechnologyCategory
    from engine.gamedef.victory import CapitalVictory, IncomeVictory, VictoryLevel

__all__ = [
    "AntiAir",
    "Canal",
    "CapitalVictory",
    "CombatRules",
    "Definition",
    "IncomeVictory",
    "Nation",
    "Objective",
    "Options",
    "Placement",
    "SequenceStep",
    "State",
    "SupportRule",
    "TechnologyCategory",
    "Territory",
    "UnitType",
    "VictoryLevel",
]

_ROOMS: Final = {
    "areas": ("Canal", "Territory"),
    "conditions": ("Objective",),
    "definition": ("Definition",),
    "position": ("State",),
    "sequence": ("SequenceStep",),
    "setup": ("Placement",),
    "sides": ("Nation",),
    "technology": ("TechnologyCategory",),
    "victory": ("CapitalVictory", "IncomeVictory", "VictoryLevel"),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("engine.gamedef", _ROOMS)
