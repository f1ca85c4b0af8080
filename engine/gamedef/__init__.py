"""What is in the box: everything about a game that does not change while it is played.

The odds of two forces need unit types and options only (ADR 0009); everything else is loaded when
it is first used.
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.gamedef.areas import Canal as Canal
    from engine.gamedef.areas import Territory as Territory
    from engine.gamedef.combat_rules import CombatRules as CombatRules
    from engine.gamedef.conditions import Objective as Objective
    from engine.gamedef.definition import Definition as Definition
    from engine.gamedef.options import Options as Options
    from engine.gamedef.position import State as State
    from engine.gamedef.sequence import SequenceStep as SequenceStep
    from engine.gamedef.setup import Placement as Placement
    from engine.gamedef.sides import Nation as Nation
    from engine.gamedef.technology import TechnologyCategory as TechnologyCategory
    from engine.gamedef.unit_combat import AntiAir as AntiAir
    from engine.gamedef.unit_types import SupportRule as SupportRule
    from engine.gamedef.unit_types import UnitType as UnitType
    from engine.gamedef.victory import CapitalVictory as CapitalVictory
    from engine.gamedef.victory import IncomeVictory as IncomeVictory
    from engine.gamedef.victory import VictoryLevel as VictoryLevel
else:
    __getattr__, __all__ = lazy_names(__spec__)
