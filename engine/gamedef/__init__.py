"""What is in the box: everything about a game that does not change while it is played.

The odds of two forces need unit types and options only (ADR 0009); everything else is loaded when
it is first used.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from engine.gamedef.combat_rules import CombatRules
from engine.gamedef.options import Options
from engine.gamedef.unit_types import AntiAir, SupportRule, UnitType

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


_ROOMS: Final[Mapping[str, str]] = {
    "Canal": "areas",
    "CapitalVictory": "victory",
    "IncomeVictory": "victory",
    "Nation": "sides",
    "Objective": "conditions",
    "Placement": "setup",
    "SequenceStep": "sequence",
    "State": "position",
    "TechnologyCategory": "technology",
    "Territory": "areas",
    "VictoryLevel": "victory",
}
"""The modules of late names that are not in definition.py."""


def __getattr__(name: str) -> object:
    """The names that are loaded late; AttributeError for unknown ones."""
    if name not in __all__:
        raise AttributeError(f"engine.gamedef has no public name {name!r}")
    module = import_module(f"engine.gamedef.{_ROOMS.get(name, 'definition')}")
    value: object = getattr(module, name)
    globals()[name] = value
    return value
