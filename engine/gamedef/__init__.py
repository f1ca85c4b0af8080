"""What is in the box: everything about a game that does not change while it is played."""

from engine.gamedef.definition import (
    Canal,
    Definition,
    Nation,
    Placement,
    SequenceStep,
    State,
    Territory,
    VictoryLevel,
)
from engine.gamedef.options import Options
from engine.gamedef.unit_types import SupportRule, UnitType

__all__ = [
    "Canal",
    "Definition",
    "Nation",
    "Options",
    "Placement",
    "SequenceStep",
    "State",
    "SupportRule",
    "Territory",
    "UnitType",
    "VictoryLevel",
]
