"""What is in the box: everything about a game that does not change while it is played."""

from engine.gamedef.definition import (
    Canal,
    CapitalVictory,
    Definition,
    IncomeVictory,
    Nation,
    Objective,
    Placement,
    SequenceStep,
    State,
    TechnologyCategory,
    Territory,
    VictoryLevel,
)
from engine.gamedef.options import Options
from engine.gamedef.unit_types import SupportRule, UnitType

__all__ = [
    "Canal",
    "CapitalVictory",
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
