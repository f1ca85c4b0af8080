"""What is in the box: everything about a game that does not change while it is played.

What a position holds is loaded when State is first wanted, since the odds of a battle need none
(ADR 0010).
"""

from typing import TYPE_CHECKING

from engine.gamedef.definition import (
    Canal,
    CapitalVictory,
    Definition,
    IncomeVictory,
    Nation,
    Objective,
    Placement,
    SequenceStep,
    TechnologyCategory,
    Territory,
    VictoryLevel,
)
from engine.gamedef.options import Options
from engine.gamedef.unit_types import SupportRule, UnitType

if TYPE_CHECKING:
    from engine.gamedef.position import State

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


def __getattr__(name: str) -> object:
    """State, late; AttributeError for anything else."""
    if name != "State":
        raise AttributeError(f"engine.gamedef has no public name {name!r}")
    from engine.gamedef.position import State  # noqa: PLC0415

    globals()["State"] = State
    return State
