"""What is in the box: everything about a game that does not change while it is played.

The odds of two forces need unit types and options only (ADR 0010); everything else is loaded when
it is first wanted.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from engine.gamedef.arsenal import Arsenal
from engine.gamedef.options import Options
from engine.gamedef.unit_types import AntiAir, SupportRule, UnitType

if TYPE_CHECKING:
    from engine.gamedef.conditions import Objective
    from engine.gamedef.definition import (
        Canal,
        CapitalVictory,
        Definition,
        IncomeVictory,
        Nation,
        Placement,
        SequenceStep,
        TechnologyCategory,
        Territory,
        VictoryLevel,
    )
    from engine.gamedef.position import State

__all__ = [
    "AntiAir",
    "Arsenal",
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
    """The names that are loaded late; AttributeError for unknown ones."""
    if name not in __all__:
        raise AttributeError(f"engine.gamedef has no public name {name!r}")
    late = {"State": "position", "Objective": "conditions"}
    module = import_module(f"engine.gamedef.{late.get(name, 'definition')}")
    value: object = getattr(module, name)
    globals()[name] = value
    return value
